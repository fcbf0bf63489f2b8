#include "counting/capi.hpp"

#include "counting/batch.hpp"
#include "counting/one_hand.hpp"

using namespace paili::counting;

extern "C" {

int paili_shanten_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query) {
    std::int8_t shanten_;
    return shanten({{query}, counts, held, 0}, 0, 1, &shanten_) == 1 ? shanten_ : kPailiBadHand;
}

int paili_acceptance_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query,
                        std::uint64_t* tiles) {
    std::int8_t shanten_;
    return accepted_tiles({{query}, counts, held, 0}, 0, 1, &shanten_, tiles) == 1 ? shanten_ : kPailiBadHand;
}

std::uint64_t paili_waits_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query) {
    std::uint64_t tiles = 0;
    return waiting_tiles({{query}, counts, held, 0}, 0, 1, &tiles) == 1 ? tiles : 0;
}

int paili_discards_v1(const std::uint8_t* counts, const std::uint8_t* held, const std::uint8_t* visible,
                      std::uint32_t query, std::int8_t* shanten, std::uint64_t* tiles, std::uint8_t* live) {
    const DiscardRows rows{visible, 0, shanten, tiles, live};
    return discards({{query}, counts, held, 0}, 0, 1, rows) == 1 ? 0 : kPailiBadHand;
}

}
