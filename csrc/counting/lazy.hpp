// A value built when it is first asked for, by whichever thread comes first; afterwards one load.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace paili::counting {

template <class Value>
class Lazy {
public:
    template <class Build>
    const Value& get(Build&& build) {
        if (const Value* ready = ready_.load(std::memory_order_acquire)) return *ready;
        const std::lock_guard<std::mutex> lock(building_);
        if (!owner_) {
            owner_ = std::make_unique<const Value>(build());
            ready_.store(owner_.get(), std::memory_order_release);
        }
        return *owner_;
    }

private:
    std::atomic<const Value*> ready_{nullptr};
    std::unique_ptr<const Value> owner_;
    std::mutex building_;
};

}  // namespace paili::counting
