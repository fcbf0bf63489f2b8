#include "scoring/score.hpp"

#include <atomic>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace paili {
namespace {

std::atomic<const Kernel*> chosen{&kPortableKernel};

// AVX-512 brings nothing here: hands are scored one after the other.
const Kernel* kernel_for(Isa isa) {
#if PAILI_X86
    if (isa != Isa::portable) return &kAvx2Kernel;
#endif
    (void)isa;
    return &kPortableKernel;
}

}  // namespace

Scorer::Scorer(RuleTable rules) : rules_(std::move(rules)) {
    if (rules_.combinations.empty()) return;
    if (rules_.win.groups > 4) throw std::invalid_argument("combinations are for hands of four groups");
    combinations_ = std::make_unique<Combinations>(rules_);
}

const Kernel& kernel() { return *chosen.load(std::memory_order_relaxed); }

bool choose_kernel(const char* name) {
    const std::string_view wanted = name ? name : "";
    for (Isa isa : {Isa::avx512, Isa::avx2, Isa::portable}) {
        if (can_run(isa) && (wanted.empty() || wanted == isa_name(isa))) {
            chosen = kernel_for(isa);
            return true;
        }
    }
    return false;
}

}  // namespace paili
