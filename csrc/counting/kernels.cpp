#include "counting/kernels.hpp"

#include <atomic>
#include <cstring>

namespace paili::counting {
namespace {

std::atomic<Isa> chosen{Isa::portable};

Isa best() { return can_run(Isa::avx512) ? Isa::avx512 : can_run(Isa::avx2) ? Isa::avx2 : Isa::portable; }

}  // namespace

Isa isa() { return chosen.load(std::memory_order_relaxed); }

bool choose(const char* name) {
    if (*name == '\0') {
        chosen = best();
        return true;
    }
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512})
        if (std::strcmp(name, isa_name(isa)) == 0 && can_run(isa)) {
            chosen = isa;
            return true;
        }
    return false;
}

const Kernels& kernels() {
#if PAILI_X86
    if (isa() == Isa::avx512) return kAvx512;
    if (isa() == Isa::avx2) return kAvx2;
#endif
    return kPortable;
}

}  // namespace paili::counting
