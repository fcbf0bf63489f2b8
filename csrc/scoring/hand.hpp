// One winning hand, decoded from its row of columns.
#pragma once

#include <cstddef>

#include "common/tiles.hpp"
#include "scoring/facts.hpp"

namespace paili {

enum class By : u8 { self_draw, discard, robbed_kong, eight_flowers, seven_rob_one, false_win };

enum Flag : u32 {
    kLastTile = 1 << 0,
    kKongDraw = 1 << 1,
    kKongDiscard = 1 << 2,
    kLastCopy = 1 << 3,
    kHeavenly = 1 << 4,
    kEarthly = 1 << 5,
    kReadyAtDeal = 1 << 6,
    kReadyEarly = 1 << 7,
    kReadyDeclared = 1 << 8,
    kEastKong = 1 << 9,
    kNineGatesTileMixed = 1 << 10,
    kDeadHand = 1 << 11,
};

// The batch, column by column. A null column means its default in every row. `void_suit` only travels here: who
// holds it is dead before he comes to the kernel (scoring.py), and in play he is not ready.
#define PAILI_COLUMNS(X)            \
    X(u8, concealed, 34, 0)         \
    X(u8, win_tile, 1, kNoTile)     \
    X(u8, melds, 5, 0)              \
    X(i8, melds_from, 5, -1)        \
    X(u8, by, 1, 1)                 \
    X(i8, winner, 1, -1)            \
    X(i8, from_, 1, -1)             \
    X(i8, dealer, 1, -1)            \
    X(i8, seat_wind, 1, -1)         \
    X(i8, round_wind, 1, -1)        \
    X(u32, flags, 1, 0)             \
    X(u8, flowers, 1, 0)            \
    X(u8, flower_tiles, 1, 0)       \
    X(u8, kongs_in_a_row, 1, 0)     \
    X(u8, kong_type, 1, 0)          \
    X(i8, kong_from, 1, -1)         \
    X(u8, already_won, 1, 0)        \
    X(u8, dealer_streak, 1, 0)      \
    X(u8, drawn_hands_counter, 1, 0) \
    X(i16, claimed_tai, 1, 0)       \
    X(u8, penalty_tiles, 34, 0)     \
    X(i8, void_suit, 1, -1)         \
    X(i8, responsible, 1, -2)       \
    X(bool, valid, 1, true)

struct Columns {
#define X(type, name, width, absent) const type* name = nullptr;
    PAILI_COLUMNS(X)
#undef X
    std::size_t size = 0;
    TileSet tile_set = TileSet::standard;
};

// Who sits where and how the hand was won: what payments need.
struct Seats {
    By by = By::discard;
    i8 winner = -1, from = -1, dealer = -1, kong_from = -1, responsible = -2;
    u8 already_won = 0, dealer_streak = 0, kong_type = 0;
    i8 last_feeder = -1;     // who fed the last exposed meld
    u8 exposed_melds = 0, melds = 0;
    u32 flags = 0;
    i16 claimed_tai = 0;
};

struct Hand {
    // Octal keys of the three suits and the honours: concealed with the winning tile, and everything.
    u32 concealed[4], all[4];
    u32 meld_chows;            // starts, ten bits a suit
    u32 meld_signature;        // of the declared chows (groups.hpp)
    u64 meld_pungs;            // declared pungs and kongs of all kinds
    u64 concealed_kongs, exposed_kongs;
    u8 chow_melds, melds, added_kongs, exposed;  // exposed = melds other than concealed kongs
    i8 win_suit, win_rank;     // -1 without a winning tile
    i8 seat_wind, round_wind;
    u8 flowers, flower_tiles, kongs_in_a_row, drawn_hands_counter;
    const u8* penalty_tiles;   // 34 counts, or null
    Seats seats;

    u64 win_bit() const { return win_suit < 0 ? 0 : kind_bit(win_suit, win_rank); }
    bool self_drawn() const { return seats.by == By::self_draw; }
    bool flagged(u32 flag) const { return (seats.flags & flag) != 0; }
    bool has_tiles() const { return seats.by < By::eight_flowers; }
    int kongs() const { return std::popcount(concealed_kongs | exposed_kongs); }
    // The concealed keys before the win.
    u32 before(int suit) const {
        return concealed[suit] - (suit == win_suit ? digit(win_rank) : 0);
    }
};

}  // namespace paili
