// The border to Python: turns a rule set's data into a Scorer, checks array types, drops the GIL.
#include "scoring/bind.hpp"

#include <pybind11/numpy.h>

#include <cstdlib>
#include <cstddef>

#include "scoring/capi.hpp"

namespace {

const std::map<std::string, TileSet> kTileSets = {
    {"standard", TileSet::standard}, {"suits", TileSet::suits}, {"ten-rank", TileSet::ten_rank}};

const std::map<std::string, Combine> kCombine = {{"sum", Combine::sum},
                                                 {"limit", Combine::limit},
                                                 {"principles", Combine::principles},
                                                 {"doubling", Combine::doubling},
                                                 {"flowers", Combine::flowers}};

const std::map<std::string, Settle> kSettle = {{"none", Settle::none},       {"par", Settle::par},
                                               {"base", Settle::base},       {"payer", Settle::payer},
                                               {"all_pay", Settle::all_pay}, {"taiwan", Settle::taiwan}};

const std::map<std::string, Shape> kShapes = {{"standard", Shape::standard},
                                              {"seven_pairs", Shape::seven_pairs},
                                              {"thirteen_orphans", Shape::thirteen_orphans},
                                              {"honors_and_knitted", Shape::honors_and_knitted},
                                              {"knitted_straight", Shape::knitted_straight},
                                              {"thirteen_scattered", Shape::thirteen_scattered},
                                              {"fourteen_honors", Shape::fourteen_honors},
                                              {"flowers", Shape::flowers}};

const char* const kPlaces[] = {"none", "pair", "pung", "open", "closed", "edge"};

template <class Enum>
std::vector<std::string> keys(const std::map<std::string, Enum>& names) {
    std::vector<std::string> out;
    for (const auto& [name, value] : names) out.push_back(name);
    return out;
}

Win read_win(const py::dict& data) {
    Win win;
    win.tile_set = named(kTileSets, py::cast<std::string>(data["tile_set"]), "tile set");
    win.shapes = 0;
    for (const auto& shape : py::cast<std::vector<std::string>>(data["shapes"])) {
        win.shapes |= 1u << int(named(kShapes, shape, "shape"));
    }
    read(data, "groups", win.groups);
    read(data, "pairs_with_quads", win.pairs_with_quads);
    read(data, "scattered_distinct", win.scattered_distinct);
    read(data, "honors_with_melds", win.honors_with_melds);
    read(data, "max_suits", win.max_suits);
    read(data, "chow_melds", win.chow_melds);
    read(data, "formal_waits", win.formal_waits);
    read(data, "knitted_body_wait", win.knitted_body_wait);
    read(data, "penalty_tiles", win.penalty_tiles);
    read(data, "minimum", win.minimum);
    read(data, "minimum_unit", win.minimum_unit);
    read(data, "minimum_rows", win.minimum_rows);
    return win;
}

Modes read_modes(const py::dict& data) {
    Modes modes;
    modes.combine = named(kCombine, py::cast<std::string>(data["combine"]), "combine mode");
    modes.settle = named(kSettle, py::cast<std::string>(data["settle"]), "settle mode");
    read(data, "base", modes.base);
    read(data, "cap", modes.cap);
    read(data, "limit", modes.limit);
    read(data, "minimum_after_doubling", modes.minimum_after_doubling);
    read(data, "par", modes.par);
    read(data, "stake", modes.stake);
    read(data, "discard_share", modes.discard_share);
    read(data, "self_draw_share", modes.self_draw_share);
    read(data, "robbed_share", modes.robbed_share);
    read(data, "feeder_pays", modes.feeder_pays);
    read(data, "dealer_doubles", modes.dealer_doubles);
    read(data, "winners_leave", modes.winners_leave);
    read(data, "false_win", modes.false_win);
    read(data, "false_win_claimed", modes.false_win_claimed);
    return modes;
}

Row read_row(const py::dict& data) {
    Row row;
    read(data, "facts", row.facts);
    read(data, "unless", row.unless);
    read(data, "points_closed", row.points_closed);
    read(data, "points_open", row.points_open);
    read(data, "unit", row.unit);
    read(data, "counted", row.counted);
    read(data, "excludes", row.excludes);
    read(data, "minus", row.minus);
    for (const auto& shape : py::cast<std::vector<std::string>>(data["shapes"])) {
        row.shapes.push_back(int(named(kShapes, shape, "shape")));
    }
    read(data, "fallback", row.fallback);
    read(data, "outside_minimum", row.outside_minimum);
    read(data, "combination", row.combination);
    read(data, "hidden", row.hidden);
    return row;
}

std::unique_ptr<Scorer> make_scorer(const py::dict& spec) {
    std::vector<Row> rows;
    for (const auto& row : py::cast<py::list>(spec["rows"])) rows.push_back(read_row(py::cast<py::dict>(row)));
    if (rows.size() > std::size_t(kMaxRows)) throw py::value_error("a rule set has at most 128 rows");
    const Win win = read_win(py::cast<py::dict>(spec["win"]));
    const Modes modes = read_modes(py::cast<py::dict>(spec["modes"]));
    py::gil_scoped_release release;  // the tables of tiles and combinations are built here
    return std::make_unique<Scorer>(RuleTable(win, modes, rows));
}

// The data of an array of exactly this type and size, or null for None.
template <class T>
T* array_of(const py::handle& value, std::size_t size, const char* name) {
    if (value.is_none()) return nullptr;
    if (!py::isinstance<py::array_t<T, py::array::c_style>>(value)) {
        throw py::type_error(std::string("column '") + name + "' has the wrong dtype or is not contiguous");
    }
    auto array = py::reinterpret_borrow<py::array>(value);
    if (std::size_t(array.size()) != size) {
        throw py::value_error(std::string("column '") + name + "' has the wrong size");
    }
    return const_cast<T*>(static_cast<const T*>(array.data()));
}

}  // namespace

Columns read_columns(const py::dict& data, TileSet tile_set) {
    Columns columns;
    columns.tile_set = tile_set;
    columns.size = std::size_t(py::len(data["concealed"]));
#define X(type, name, width, absent) \
    if (data.contains(#name)) columns.name = array_of<type>(data[#name], columns.size * (width), #name);
    PAILI_COLUMNS(X)
#undef X
    if (!columns.concealed) throw py::value_error("column 'concealed' is missing");
    return columns;
}

namespace {

std::size_t score(const Scorer& scorer, const py::dict& data, std::size_t first, std::size_t last, const py::dict& out) {
    const Columns columns = read_columns(data, scorer.rules().win.tile_set);
    const std::size_t n = columns.size, rows = std::size_t(scorer.rules().shown);
    if (first > last || last > n) throw py::index_error("rows outside the batch");
    Outputs outputs;
    outputs.legal = array_of<bool>(out["legal"], n, "legal");
    outputs.complete = array_of<bool>(out["complete"], n, "complete");
    outputs.points = array_of<i32>(out["points"], n, "points");
    outputs.raw_points = array_of<i32>(out["raw_points"], n, "raw_points");
    outputs.total = array_of<i32>(out["total"], n, "total");
    outputs.payments = array_of<i32>(out["payments"], 4 * n, "payments");
    outputs.responsible = array_of<i8>(out["responsible"], n, "responsible");
    outputs.units = array_of<i32>(out["units"], kUnits * n, "units");
    outputs.contributions = array_of<i16>(out["contributions"], rows * n, "contributions");
    py::gil_scoped_release release;
    return kernel().score_rows(scorer, columns, first, last, outputs);
}

// A reading as Python takes it; groups are numbered suit after suit, chows by their lowest tile.
py::dict describe(const Appraised& appraised, const Scorer& scorer) {
    const RuleTable& rules = scorer.rules();
    const Reading& r = appraised.reading;
    py::dict out;
    py::list chows, possible;
    auto joins = [](int row, const Edge& edge) {
        return py::make_tuple(row, std::vector<int>(edge.groups, edge.groups + edge.size));
    };
    if (has_groups(r.shape)) {
        const GroupList list(rules.tables.chows, r.chow_slot);
        for (int i = 0; i < list.size(); ++i) chows.append(py::make_tuple(list.suit(i), list.rank(i)));
        if (const Combinations* fans = scorer.combinations()) {
            for (const Edge& edge : fans->chows.possible(r.chow_slot)) possible.append(joins(rules.rows[edge.row].place, edge));
            for (const Edge& edge : fans->pungs.possible(r.pung_slot)) possible.append(joins(rules.rows[edge.row].place, edge));
        }
    }
    for (const auto& [name, shape] : kShapes) {
        if (shape == r.shape) out["shape"] = name;
    }
    out["place"] = kPlaces[int(r.place)];
    out["place_start"] = int(r.place_start);
    out["one_wait"] = r.one_wait;
    out["knitted"] = int(r.knitted);
    out["chows"] = chows;
    out["pungs"] = r.pungs;
    out["concealed_pungs"] = r.concealed_pungs;
    out["pair"] = r.pair;
    out["legal"] = appraised.worth.legal;
    out["total"] = appraised.worth.total;
    out["points"] = appraised.worth.points;
    out["units"] = appraised.worth.units;
    py::list lines, edges;
    for (const RowLine& line : appraised.lines) lines.append(py::make_tuple(line.row, line.count, line.excluded_by));
    for (const Edge& edge : appraised.edges) edges.append(joins(edge.row, edge));
    out["lines"] = lines;
    out["edges"] = edges;
    out["possible"] = possible;
    return out;
}

py::list readings(const Scorer& scorer, const py::dict& data, std::size_t row) {
    const Columns columns = read_columns(data, scorer.rules().win.tile_set);
    if (row >= columns.size) throw py::index_error("row outside the batch");
    py::list out;
    for (const Appraised& appraised : kernel().all_readings(scorer, kernel().decode(columns, row))) {
        out.append(describe(appraised, scorer));
    }
    return out;
}

py::list facts() {
    py::list out;
    for (const FactInfo& info : kFactInfos) {
        out.append(py::make_tuple(info.name, info.section_name, info.count_slot >= 0, info.condition));
    }
    return out;
}

// The fields of a struct of capi.hpp as numpy.dtype takes them.
template <class Field>
void add_field(py::dict& out, const char* name, std::size_t offset, std::size_t width) {
    py::object type = py::dtype::of<Field>();
    out[name] = py::make_tuple(width == 1 ? type : py::make_tuple(type, py::make_tuple(width)), offset);
}

py::tuple one_hand_fields() {
    py::dict out;
#define X(type, name, width, absent) add_field<type>(out, #name, offsetof(OneHand, name), width);
    PAILI_COLUMNS(X)
#undef X
    return py::make_tuple(out, sizeof(OneHand));
}

py::tuple verdict_fields() {
    py::dict out;
#define X(name, width) add_field<i32>(out, #name, offsetof(Verdict, name), width);
    X(legal, 1) X(points, 1) X(raw_points, 1) X(total, 1) X(responsible, 1) X(payments, 4)
#undef X
    return py::make_tuple(out, sizeof(Verdict));
}

}  // namespace

PYBIND11_MODULE(_scoring, m, py::mod_gil_not_used()) {
    m.doc() = "The scoring room, native.";
    const char* isa = std::getenv("PAILI_ISA");
    if (!choose_kernel(isa)) throw py::import_error("PAILI_ISA=" + std::string(isa) + " cannot run on this machine");
    m.def("facts", &facts, "(name, section, counted, condition) of every fact, by number.");
    m.def("isa", [] { return isa_name(kernel().isa); }, "The instruction set the scoring kernel was compiled for.");
    m.attr("SHAPES") = keys(kShapes);
    m.attr("COMBINE_MODES") = keys(kCombine);
    m.attr("SETTLE_MODES") = keys(kSettle);
    m.attr("MAX_ROWS") = kMaxRows;
    m.attr("MAX_UNITS") = kUnits;
    m.attr("ONE_HAND") = one_hand_fields();
    m.attr("VERDICT") = verdict_fields();
    py::dict symbols;
#define X(name) symbols[#name] = reinterpret_cast<std::uintptr_t>(&name);
    X(paili_score_v1) X(paili_round_begin_v1) X(paili_round_kong_v1) X(paili_round_win_v1)
    X(paili_round_exhaust_v1) X(paili_ready_value_v1) X(paili_grant_v1) X(paili_may_win_after_v1)
    X(paili_must_win_v1) X(paili_next_counter_v1)
#undef X
    m.attr("ROUND_SIZE") = sizeof(Round);
    m.attr("SYMBOLS") = symbols;
    py::class_<Scorer>(m, "Scorer")
        .def(py::init(&make_scorer), py::arg("spec"))
        .def("score", &score, py::arg("columns"), py::arg("first"), py::arg("last"), py::arg("out"))
        .def_property_readonly("address", [](const Scorer& self) { return reinterpret_cast<std::uintptr_t>(&self); })
        .def("readings", &readings, py::arg("columns"), py::arg("row"));
    bind_procedure(m);
}
