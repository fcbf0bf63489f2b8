// Gives equal values equal numbers, in the order of their first appearance.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paili::counting {

template <class Value>
class Numbering {
public:
    std::vector<Value> values;

    std::uint32_t operator()(const Value& value) {
        const auto [place, fresh] = numbers_.try_emplace(value, static_cast<std::uint32_t>(values.size()));
        if (fresh) values.push_back(value);
        return place->second;
    }

private:
    struct Hash {
        std::size_t operator()(const Value& value) const {
            return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&value), sizeof value});
        }
    };
    std::unordered_map<Value, std::uint32_t, Hash> numbers_;
};

}  // namespace paili::counting
