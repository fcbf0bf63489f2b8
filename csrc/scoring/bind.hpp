// What the files of the border to Python share.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <stdexcept>
#include <string>

#include "scoring/score.hpp"

namespace py = pybind11;
using namespace paili;

template <class Enum>
Enum named(const std::map<std::string, Enum>& names, const std::string& name, const char* what) {
    const auto found = names.find(name);
    if (found == names.end()) throw py::value_error("unknown " + std::string(what) + " '" + name + "'");
    return found->second;
}

template <class T>
void read(const py::dict& from, const char* key, T& into) {
    if (from.contains(key)) into = py::cast<T>(from[key]);
}

// The arrays of a batch, checked.
Columns read_columns(const py::dict& data, TileSet tile_set);

// Adds what procedure.hpp holds to the module.
void bind_procedure(py::module_& m);
