// The hot code in plain C++, for every processor.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "scoring/masks.hpp"
#include "scoring/score.hpp"

namespace paili {
namespace {

#include "scoring/kernel/bodies.inc"

}  // namespace

const Kernel kPortableKernel = {Isa::portable, decode, score_hand, all_readings, score_rows};

}  // namespace paili
