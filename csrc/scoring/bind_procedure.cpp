// The border to Python of kongs, claims and rounds.
#include "scoring/bind.hpp"

#include <algorithm>
#include <array>

#include "scoring/procedure.hpp"

namespace {

const std::map<std::string, Declined> kDeclined = {
    {"free", Declined::free}, {"dearer", Declined::dearer}, {"none", Declined::none}};

const std::map<std::string, ReadyWait> kReadyWaits = {
    {"none", ReadyWait::none}, {"min", ReadyWait::min}, {"max", ReadyWait::max}};

const std::map<std::string, Meld> kKongs = {
    {"kong", Meld::kong}, {"added_kong", Meld::added_kong}, {"concealed_kong", Meld::concealed_kong}};

const std::map<std::string, Claim> kClaims = {{"chow", kChow}, {"pung", kPung}, {"kong", kKong}, {"win", kWin}};

std::unique_ptr<Procedure> make_procedure(const py::dict& data) {
    auto rules = std::make_unique<Procedure>();
    read(data, "kong", rules->kong);
    read(data, "added_kong", rules->added_kong);
    read(data, "concealed_kong", rules->concealed_kong);
    read(data, "late_added_kong", rules->late_added_kong);
    read(data, "chow_claims", rules->chow_claims);
    read(data, "several_winners", rules->several_winners);
    read(data, "winners_leave", rules->winners_leave);
    read(data, "kong_after_claim", rules->kong_after_claim);
    read(data, "refund_on_kong_discard", rules->refund_on_kong_discard);
    read(data, "drawn_hands_counter", rules->drawn_hands_counter);
    read(data, "must_win_last", rules->must_win_last);
    rules->declined = named(kDeclined, py::cast<std::string>(data["declined"]), "word for declined");
    rules->not_ready_pays = named(kReadyWaits, py::cast<std::string>(data["not_ready_pays"]), "word for not_ready_pays");
    return rules;
}

int seat_of(int seat) {
    if (seat < 0 || seat > 3) throw py::value_error("seat " + std::to_string(seat) + " is none of 0 to 3");
    return seat;
}

std::array<i32, 4> kong(const Procedure& rules, int seat, const std::string& type, int from, u32 live, bool late) {
    std::array<i32, 4> out{};
    pay_kong(rules, seat_of(seat), named(kKongs, type, "kong"), from, live, late, out.data());
    return out;
}

using Claims = std::vector<std::pair<int, std::string>>;

// Of claims (seat, action) those that get the tile.
Claims claim(const Procedure& rules, int from, const Claims& claims) {
    u8 by_seat[4] = {};
    for (const auto& [seat, action] : claims) {
        if (seat_of(seat) == seat_of(from)) throw py::value_error("the discarder claims his own tile");
        by_seat[seat] = std::max(by_seat[seat], u8(named(kClaims, action, "claim")));
    }
    i8 seats[4];
    const int granted = grant(rules, from, by_seat, seats);
    Claims out;
    for (int i = 0; i < granted; ++i) {
        for (const auto& [name, action] : kClaims) {
            if (action == by_seat[seats[i]]) out.emplace_back(seats[i], name);
        }
    }
    return out;
}

std::vector<i32> ready_values(const Procedure& rules, const Scorer& scorer, const py::dict& data) {
    const Columns columns = read_columns(data, scorer.rules().win.tile_set);
    std::vector<i32> values;
    for (std::size_t row = 0; row < columns.size; ++row) {
        values.push_back(ready_value(scorer, rules, kernel().decode(columns, row)));
    }
    return values;
}

// A round and the rules it is played by.
struct Play {
    explicit Play(const Procedure& by) : rules(by) { round.live = 15; }

    void must_be_in(int seat) const {
        if (round.live >> seat_of(seat) & 1) return;
        throw py::value_error("seat " + std::to_string(seat) + " has left the round");
    }
    void kong(int seat, const std::string& type, int from, bool late) {
        must_be_in(seat);
        if (from >= 0) must_be_in(from);
        if (round.kong_count[seat] == Round::kKongs) throw py::value_error("too many kongs of one seat");
        play_kong(rules, round, seat, named(kKongs, type, "kong"), from, late);
    }
    bool over_for(int by, int from, int tile) const {
        const bool too = rules.several_winners && shares(round, {By(by), -1, i8(from), u8(tile), false});
        return is_over(rules, round) && !too;
    }
    void win(int by, int winner, int from, int tile, bool kong_discard, bool legal, std::array<i32, 4> payments) {
        must_be_in(winner);
        if (from >= 0) must_be_in(from);
        play_win(rules, round, {By(by), i8(winner), i8(from), u8(tile), kong_discard}, legal, payments.data());
    }
    void exhaust(u32 seats, std::array<i32, 4> worth) { play_exhaust(rules, round, seats, worth.data()); }

    const Procedure rules;
    Round round{};
};

}  // namespace

void bind_procedure(py::module_& m) {
    py::class_<Procedure>(m, "Procedure")
        .def(py::init(&make_procedure), py::arg("spec"))
        .def_property_readonly("address", [](const Procedure& self) { return reinterpret_cast<std::uintptr_t>(&self); })
        .def_readonly("winners_leave", &Procedure::winners_leave)
        .def_readonly("several_winners", &Procedure::several_winners)
        .def_readonly("kong_after_claim", &Procedure::kong_after_claim)
        .def_readonly("drawn_hands_counter", &Procedure::drawn_hands_counter)
        .def("kong", &kong, py::arg("seat"), py::arg("type"), py::arg("from_"), py::arg("live"), py::arg("late"))
        .def("claim", &claim, py::arg("from_"), py::arg("claims"))
        .def("may_win", &may_win_after, py::arg("declined"), py::arg("value"), py::arg("own_draw"), py::arg("acted"),
             py::arg("wall_left"))
        .def("ready_values", &ready_values, py::arg("scorer"), py::arg("columns"))
        .def("must_win", &must_win, py::arg("value"), py::arg("wall_left"));
    py::class_<Play>(m, "Round")
        .def(py::init<const Procedure&>(), py::arg("procedure"))
        .def_property_readonly("total", [](const Play& self) { return std::to_array(self.round.total); })
        .def_property_readonly("live", [](const Play& self) { return int(self.round.live); })
        .def_property_readonly("over", [](const Play& self) { return is_over(self.rules, self.round); })
        .def("over_for", &Play::over_for, py::arg("by"), py::arg("from_"), py::arg("tile"))
        .def("kong", &Play::kong, py::arg("seat"), py::arg("type"), py::arg("from_"), py::arg("late"))
        .def("win", &Play::win, py::arg("by"), py::arg("winner"), py::arg("from_"), py::arg("tile"),
             py::arg("kong_discard"), py::arg("legal"), py::arg("payments"))
        .def("exhaust", &Play::exhaust, py::arg("seats"), py::arg("worth"));
    m.def("next_counter", [](int count, int die, int other, bool won) {
        const Counter counter = next_counter(count, die, other, won);
        return std::pair(counter.active, counter.after);
    }, py::arg("count"), py::arg("die"), py::arg("other"), py::arg("won"));
}
