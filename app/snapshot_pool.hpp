// Snapshots are written into buffers that come back when the last reader lets go of them: after the first few,
// publishing allocates nothing but a control block.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "app/snapshot.hpp"

namespace app {

/// Snapshots that nobody looks at, to be written again. Outlives the simulation when a reader does.
class SnapshotPool : public std::enable_shared_from_this<SnapshotPool> {
public:
    std::shared_ptr<Snapshot> take() {
        std::unique_ptr<Snapshot> snapshot;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                snapshot = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!snapshot) snapshot = std::make_unique<Snapshot>();
        return {snapshot.release(), [pool = shared_from_this()](Snapshot* used) { pool->put(used); }};
    }

private:
    void put(Snapshot* used) {
        const std::lock_guard lock(mutex_);
        free_.emplace_back(used);
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<Snapshot>> free_;
};

}  // namespace app
