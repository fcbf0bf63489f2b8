// What a hand is worth: the best of its readings under a rule set.
#pragma once

#include <memory>
#include <span>

#include "scoring/combinations.hpp"
#include "scoring/readings.hpp"

namespace paili {

// A reading's worth. `total` is the sum of the rows in the table's own unit, `points` what payments use.
struct Worth {
    bool legal = false;  // reaches the minimum
    i32 total = 0, points = 0;
    std::array<i32, kUnits> units{};
};

struct Result {
    bool complete = false;  // some reading wins at all
    bool legal = false;
    i8 responsible = -1;
    Worth worth;
    i32 payments[4] = {0, 0, 0, 0};
    Reading reading;
};

// Why a row does not count: left out by another row's exclusion, or passed over by the limit.
struct RowLine {
    i16 row, count;       // count = 0 where left out
    i16 excluded_by = -1; // the row that excludes it
};

struct Appraised {
    Reading reading;
    Worth worth;
    std::vector<RowLine> lines;
    std::vector<Edge> edges;  // which groups each combination joins
};

class Scorer {
public:
    explicit Scorer(RuleTable rules);
    Scorer(const Scorer&) = delete;  // its combinations look at its rules
    Scorer& operator=(const Scorer&) = delete;

    Result score(const Hand& hand) const;
    // The rows of one reading with their counts, in table order.
    Appraised appraise(const Hand& hand, const Reading& reading) const;
    // All readings, in the order in which they are tried; equal ones are won by the first.
    std::vector<Appraised> all_readings(const Hand& hand) const;

    const RuleTable& rules() const { return rules_; }

private:
    struct Tally;
    template <class Record>
    Tally sum(RowSet live, const FactSet& facts, const u8* chosen, bool open, Record&& record) const;
    template <class Record>
    Worth value(const Hand& hand, const Reading& reading, const FactSet& facts, Record&& record) const;
    void pass_over(Appraised& appraised, bool open) const;
    void facts_of(const Hand& hand, const Reading& reading, FactSet& facts) const;
    Worth combine(const Hand& hand, const Tally& tally) const;

    RuleTable rules_;
    std::unique_ptr<Combinations> combinations_;
};

// Hand-level conditions of a legal win that no pattern decides.
bool may_win(const Hand& hand, const Win& win);

struct Outputs {
    bool *legal = nullptr, *complete = nullptr;
    i32 *points = nullptr, *raw_points = nullptr, *total = nullptr, *payments = nullptr;
    i8* responsible = nullptr;
    i16* contributions = nullptr;  // n x rows, or null
    i32* units = nullptr;          // n x kUnits, or null
};

// Has the hand as many tiles as the rule set's hands have?
bool fits(const Hand& hand, const Win& win);

// Rows first..last of the batch into the same rows of the outputs. Returns the first row whose hand has not the
// size of this rule set's hands, or the size of the batch.
std::size_t score_rows(const Scorer& scorer, const Columns& columns, std::size_t first, std::size_t last,
                const Outputs& out);

}  // namespace paili
