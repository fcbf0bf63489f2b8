// What a hand is worth: the best of its readings under a rule set.
#pragma once

#include <memory>

#include "common/isa.hpp"
#include "scoring/combinations.hpp"
#include "scoring/hand.hpp"

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
};

// A row that counts, or (count 0) one that another row leaves out.
struct RowLine {
    i16 row, count;
    i16 excluded_by = -1;
};

// One reading with all its rows, for explanations.
struct Appraised {
    Reading reading;
    Worth worth;
    std::vector<RowLine> lines;  // in table order
    std::vector<Edge> edges;     // which groups each combination joins
};

struct Outputs {
    bool *legal = nullptr, *complete = nullptr;
    i32 *points = nullptr, *raw_points = nullptr, *total = nullptr, *payments = nullptr;
    i8* responsible = nullptr;
    i16* contributions = nullptr;  // n x shown rows, or null
    i32* units = nullptr;          // n x kUnits, or null
};

// A rule set ready to score with; immutable, shared by threads.
class Scorer {
public:
    explicit Scorer(RuleTable rules);
    Scorer(const Scorer&) = delete;  // its combinations look at its rules
    Scorer& operator=(const Scorer&) = delete;

    const RuleTable& rules() const { return rules_; }
    const Combinations* combinations() const { return combinations_.get(); }

private:
    RuleTable rules_;
    std::unique_ptr<Combinations> combinations_;
};

// The hot code, compiled once for each instruction set (kernel_*.cpp) from the same bodies (kernel/*.inc).
struct Kernel {
    Isa isa;
    Hand (*decode)(const Columns& columns, std::size_t row);
    Result (*score_hand)(const Scorer& scorer, const Hand& hand);
    // All readings, in the order in which they are tried; of equal ones the first wins.
    std::vector<Appraised> (*all_readings)(const Scorer& scorer, const Hand& hand);
    // Rows first..last of the batch into the same rows of the outputs. Returns the first row whose hand has not
    // the size of this rule set's hands, or the size of the batch.
    std::size_t (*score_rows)(const Scorer& scorer, const Columns& columns, std::size_t first, std::size_t last,
                              const Outputs& out);
};
extern const Kernel kPortableKernel;
#if PAILI_X86
extern const Kernel kAvx2Kernel;
#endif

// The kernel in use: the best this processor runs, or what `choose_kernel` was told.
const Kernel& kernel();
// Takes the value of PAILI_ISA; false if this machine cannot run it.
bool choose_kernel(const char* name);

}  // namespace paili
