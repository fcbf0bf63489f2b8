// Instruction sets a kernel may be written for, and how a source file asks for one.
//
// A variant lives in a file of its own: headers first, then PAILI_TARGET_BEGIN("avx2,..."), the bodies,
// PAILI_TARGET_END. So the package needs no special compiler flags, and code outside stays portable.
#pragma once

#if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__)) && !defined(PAILI_PORTABLE)
#define PAILI_X86 1
#else
#define PAILI_X86 0
#endif

#define PAILI_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define PAILI_TARGET_BEGIN(features) \
    PAILI_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define PAILI_TARGET_END PAILI_PRAGMA(clang attribute pop)
#else
#define PAILI_TARGET_BEGIN(features) PAILI_PRAGMA(GCC push_options) PAILI_PRAGMA(GCC target(features))
#define PAILI_TARGET_END PAILI_PRAGMA(GCC pop_options)
#endif

namespace paili {

enum class Isa { portable, avx2, avx512 };

inline bool can_run(Isa isa) {
    if (isa == Isa::portable) return true;
#if PAILI_X86
    __builtin_cpu_init();
    if (isa == Isa::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

inline const char* isa_name(Isa isa) {
    return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "portable";
}

}  // namespace paili
