// Gives equal values equal numbers, in the order of their first appearance. Values are plain bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace paili::counting {

template <class Value>
class Numbering {
    static_assert(std::has_unique_object_representations_v<Value> && sizeof(Value) % 8 == 0);

public:
    std::vector<Value> values;

    std::uint32_t operator()(const Value& value) {
        if (2 * values.size() >= slots_.size()) grow();
        std::uint32_t& slot = slots_[find(value)];
        if (slot == kEmpty) {
            slot = static_cast<std::uint32_t>(values.size());
            values.push_back(value);
        }
        return slot;
    }

private:
    static constexpr std::uint32_t kEmpty = ~0u;

    static std::size_t hash(const Value& value) {
        std::uint64_t words[sizeof(Value) / 8], mixed = 0;
        std::memcpy(words, &value, sizeof value);
        for (const std::uint64_t word : words) mixed = (std::rotl(mixed, 29) ^ word) * 0x9E3779B97F4A7C15ull;
        return static_cast<std::size_t>(mixed >> 20);
    }

    std::size_t find(const Value& value) const {
        std::size_t at = hash(value) & (slots_.size() - 1);
        while (slots_[at] != kEmpty && std::memcmp(&values[slots_[at]], &value, sizeof value) != 0)
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        slots_.assign(slots_.empty() ? 1024 : 4 * slots_.size(), kEmpty);
        for (std::uint32_t i = 0; i < values.size(); ++i) slots_[find(values[i])] = i;
    }

    std::vector<std::uint32_t> slots_;
};

}  // namespace paili::counting
