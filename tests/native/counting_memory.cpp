// Every variant on exact-size heap buffers, with sound hands and with random bytes; built with sanitizers by
// tests/test_counting_memory.py. Prints the number of hands judged.
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "counting/batch.hpp"
#include "counting/capi.hpp"
#include "counting/kernels.hpp"

using namespace paili;
using namespace paili::counting;

namespace {

std::mt19937 random_bits(20260);

void deal(std::uint8_t* hand, int tiles, int kinds) {
    std::memset(hand, 0, kKinds);
    while (tiles > 0) {
        std::uint8_t& count = hand[random_bits() % static_cast<unsigned>(kinds)];
        if (count < 4) ++count, --tiles;
    }
}

// Hands in a buffer without a byte to spare.
std::unique_ptr<std::uint8_t[]> hands_of(std::size_t count, int tiles, int kinds) {
    auto hands = std::make_unique<std::uint8_t[]>(kKinds * count);
    for (std::size_t i = 0; i < count; ++i) deal(hands.get() + kKinds * i, tiles, kinds);
    return hands;
}

std::size_t ask_everything(std::uint32_t query, const std::uint8_t* hands, const std::uint8_t* held, std::size_t count) {
    const Batch batch{{query}, hands, held, kKinds};
    const auto shanten_out = std::make_unique<std::int8_t[]>(count);
    const auto complete = std::make_unique<std::uint8_t[]>(count);
    const auto rows = std::make_unique<std::uint8_t[]>(kKinds * count);
    const auto after = std::make_unique<std::int8_t[]>(kKinds * count);
    const auto tiles = std::make_unique<std::uint64_t[]>(kKinds * count);
    std::size_t judged = shanten(batch, 0, count, shanten_out.get());
    judged += is_complete(batch, 0, count, complete.get());
    judged += acceptance(batch, 0, count, rows.get());
    judged += waits(batch, 0, count, rows.get());
    return judged + discards(batch, 0, count, {nullptr, 0, after.get(), tiles.get(), rows.get()});
}

}  // namespace

int main() {
    std::size_t judged = 0;
    for (const char* isa : {"portable", "avx2", "avx512"}) {
        if (!choose(isa)) continue;
        for (const std::uint32_t set : {0u, 1u, 2u})
            for (const std::uint32_t shapes : {11u, 255u})
                for (const std::uint32_t limits : {0u, 3u << 18, 2u << 21, 1u << 23}) {
                    const std::uint32_t query = shapes | set << 16 | limits;
                    for (const int size : {1, 2, 8, 13, 14, 16, 17})
                        for (const std::size_t count : {1, 7, 16, 33}) {
                            const auto hands = hands_of(count, size, set == 1 ? 27 : kKinds);
                            judged += ask_everything(query, hands.get(), nullptr, count);
                            const auto held = std::make_unique<std::uint8_t[]>(kKinds * count);
                            for (std::size_t i = 0; i < count; ++i)
                                if (hands[kKinds * i + 5] < 2) held[kKinds * i + 5] = 3;
                            judged += ask_everything(query, hands.get(), held.get(), count);
                        }
                    for (int round = 0; round < 50; ++round) {  // anything at all may come: it is refused, not read
                        const auto hands = hands_of(40, 13, set == 1 ? 27 : kKinds);
                        for (int wrong = 0; wrong < 3; ++wrong)
                            hands[random_bits() % (kKinds * 40)] = static_cast<std::uint8_t>(random_bits());
                        judged += ask_everything(query, hands.get(), nullptr, 40);
                    }
                }
    }
    std::printf("%zu\n", judged);
}
