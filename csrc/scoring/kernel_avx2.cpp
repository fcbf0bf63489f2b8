// The hot code for processors with AVX2 and the bit instructions that came with it.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "scoring/masks.hpp"
#include "scoring/score.hpp"

#if PAILI_X86
#include <immintrin.h>
#define PAILI_KERNEL_BMI2
PAILI_TARGET_BEGIN("avx2,bmi,bmi2,lzcnt,popcnt")
namespace paili {
namespace {

#include "scoring/kernel/bodies.inc"

}  // namespace

const Kernel kAvx2Kernel = {Isa::avx2, decode, score_hand, all_readings, score_rows};

}  // namespace paili
PAILI_TARGET_END
#endif
