#include "scoring/hand.hpp"

#include <cstring>

namespace paili {
namespace {

// Packs the low three bits of eight bytes (all at most 7) into 24 bits.
u32 pack8(const u8* counts) {
    u64 x;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&x, counts, 8);
    } else {
        x = 0;
        for (int i = 7; i >= 0; --i) x = x << 8 | counts[i];
    }
    x &= 0x0707070707070707u;
    x = (x | x >> 5) & 0x003F003F003F003Fu;
    x = (x | x >> 10) & 0x00000FFF00000FFFu;
    return u32(x | x >> 20) & 0xFFFFFFu;
}

u32 suit_key(const u8* counts, int ranks) {
    u32 key = pack8(counts) | u32(counts[8] & 7) << 24;
    return ranks == 10 ? key | u32(counts[9] & 7) << 27 : key;
}

// The honours are the last counts of the 34: read eight bytes that end there and drop what is no honour.
u32 honor_key(const u8* counts, int honors) { return pack8(counts + kKinds - 8) >> (3 * (8 - honors)); }

void add_melds(Hand& hand, const u8* melds, const i8* feeders, const Layout& layout) {
    for (int i = 0; i < kMaxMelds && melds[i]; ++i) {
        const auto type = Meld((melds[i] - 1) / kKinds);
        const int tile = (melds[i] - 1) % kKinds;
        const int suit = layout.suit_of(tile), rank = layout.rank_of(tile);
        ++hand.melds;
        if (type == Meld::chow) {
            ++hand.chow_melds;
            hand.meld_chows.add(u32(kind_bit(suit, rank)));
            hand.all[suit] += digit(rank) + digit(rank + 1) + digit(rank + 2);
        } else {
            const u64 bit = kind_bit(suit, rank);
            hand.meld_pungs |= bit;
            if (type == Meld::concealed_kong) hand.concealed_kongs |= bit;
            if (type == Meld::kong || type == Meld::added_kong) hand.exposed_kongs |= bit;
            hand.all[suit] += digit(rank, type == Meld::pung ? 3 : 4);
        }
        if (type != Meld::concealed_kong) {
            ++hand.exposed;
            hand.seats.last_feeder = feeders ? feeders[i] : i8(-1);
        }
    }
    hand.seats.melds = hand.melds;
    hand.seats.exposed_melds = hand.exposed;
}

}  // namespace

Hand decode(const Columns& c, std::size_t row) {
    const Layout layout = layout_of(c.tile_set);
    Hand hand{};
    const u8* counts = c.concealed + kKinds * row;
    for (int suit = 0; suit < 3; ++suit) {
        hand.concealed[suit] = suit_key(counts + layout.ranks * suit, layout.ranks);
    }
    hand.concealed[3] = honor_key(counts, kKinds - 3 * layout.ranks);

#define X(type, name, width, absent) \
    [[maybe_unused]] const type name = c.name ? c.name[(width) * row] : type(absent);
    PAILI_COLUMNS(X)
#undef X
    hand.win_suit = hand.win_rank = -1;
    if (win_tile != kNoTile) {
        hand.win_suit = i8(layout.suit_of(win_tile));
        hand.win_rank = i8(layout.rank_of(win_tile));
        hand.concealed[hand.win_suit] += digit(hand.win_rank);
    }
    for (int suit = 0; suit < 4; ++suit) hand.all[suit] = hand.concealed[suit];
    hand.seats = {By(by), winner, from_, dealer, kong_from, responsible, already_won, dealer_streak,
                  kong_type, -1, 0, 0, flags, claimed_tai};
    if (c.melds) {
        add_melds(hand, c.melds + kMaxMelds * row, c.melds_from ? c.melds_from + kMaxMelds * row : nullptr,
                  layout);
    }
    hand.seat_wind = seat_wind >= 0 ? seat_wind
                     : winner >= 0 && dealer >= 0 ? i8((winner - dealer) & 3)
                                                  : i8(-1);
    hand.round_wind = round_wind;
    hand.flowers = flowers;
    hand.flower_tiles = flower_tiles;
    hand.kongs_in_a_row = kongs_in_a_row;
    hand.drawn_hands_counter = drawn_hands_counter;
    hand.penalty_tiles = c.penalty_tiles ? c.penalty_tiles + kKinds * row : nullptr;
    return hand;
}

}  // namespace paili
