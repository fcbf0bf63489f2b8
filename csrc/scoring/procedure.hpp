// What happens around a win: kongs, claims, declined wins, a whole round, the end of the wall. Plain structs and
// plain functions, so that compiled loops may call them; the numbers in them are a rule set's data.
#pragma once

#include "scoring/score.hpp"

namespace paili {

// What a seat that has declined a win may still win on, other than its own draw, until it acts.
enum class Declined : u8 { free, dearer, none };

// Which of its waits a ready seat is paid by those who are not, when the wall is drawn out.
enum class ReadyWait : u8 { none, min, max };

struct Procedure {
    i32 kong = 0, added_kong = 0, concealed_kong = 0;  // paid by each payer
    i32 late_added_kong = 0;          // of a tile that was not just drawn
    bool chow_claims = true;
    bool several_winners = false;     // else the next in turn alone
    bool winners_leave = false;       // blood battle: the others play on
    bool kong_after_claim = true;     // in the turn of a chow or pung
    bool refund_on_kong_discard = false;
    bool drawn_hands_counter = false;
    Declined declined = Declined::free;
    ReadyWait not_ready_pays = ReadyWait::none;
    i32 must_win_last = 0;            // so near the end of the wall a win may not be declined
};

// Adds what a kong pays to `out`; `live` has a bit for each seat still in. A direct kong is paid by its feeder.
void pay_kong(const Procedure& rules, int seat, Meld type, int from, u32 live, bool late, i32* out);

enum Claim : u8 { kNoClaim, kChow, kPung, kKong, kWin };

// Who gets a discard of `from`, in turn order: a win before a pung or kong, these before a chow of the next seat.
// `claims` by seat. Returns how many seats get it (several only if all win).
int grant(const Procedure& rules, int from, const u8* claims, i8* seats);

inline constexpr i32 kIllegal = -1;  // as a value: no legal win

// May a seat that declined a win worth `declined` (the dearest; kIllegal for none) win on one worth `value`?
// `acted`: it has drawn, or acted as the rules want, since; `wall_left` < 0: unknown.
bool may_win_after(const Procedure& rules, i32 declined, i32 value, bool own_draw, bool acted, i32 wall_left);
bool must_win(const Procedure& rules, i32 value, i32 wall_left);

// Shanghai's drawn hands: does this hand count double, and the counter after it.
struct Counter {
    bool active;
    i32 after;
};
Counter next_counter(i32 count, int die, int other_die, bool won);

// A round as far as it has come. A zeroed one with `live` = 15 is a new one.
struct Round {
    static constexpr int kKongs = 8;
    i32 total[4];
    i32 kongs[4][kKongs][4];     // what each kong of each seat moved, and was not undone
    u8 kong_count[4];
    u8 live;                     // bit per seat
    i8 robbable;                 // seat + 1 of the added kong just declared
    u8 won_by, won_tile;         // the win that others may share; by = self_draw: none
    i8 won_from;
    bool won;
};

struct WinEvent {
    By by;
    i8 winner, from;
    u8 tile;
    bool kong_discard;
};

// Is the round over for an event of this kind? After a win, unless winners leave, only another win on the same
// tile counts.
bool is_over(const Procedure& rules, const Round& round);
bool shares(const Round& round, const WinEvent& win);
void play_kong(const Procedure& rules, Round& round, int seat, Meld type, int from, bool late);
void play_win(const Procedure& rules, Round& round, const WinEvent& win, bool legal, const i32* payments);

// The wall is drawn out: `worth` by seat is kIllegal where not ready; `seats` has a bit for each that is compared.
void play_exhaust(const Procedure& rules, Round& round, u32 seats, const i32* worth);

// What the wait of a hand without winning tile is worth as a bare discard, by `not_ready_pays`; kIllegal: not ready.
i32 ready_value(const Scorer& scorer, const Procedure& rules, Hand hand);

}  // namespace paili
