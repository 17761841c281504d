#include "kernels/machine/grid_runner.h"

#include <algorithm>
#include <thread>

namespace warplens::machine {
namespace {

unsigned threads_of(const RunOptions& options) {
  if (options.counts_launch) return 1;
  if (options.threads != 0) return options.threads;
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

GridRunner::GridRunner(const Program& program, const RunOptions& options, PreparedLaunch& launch)
    : launch_(&launch),
      in_order_(program.order_dependent() || options.order_seed.has_value() ||
                launch.shape.blocks() > 1),
      threads_(in_order_ ? 1 : threads_of(options)) {
  launch.concurrent = threads_ > 1;
}

void GridRunner::take_turns() {
  in_order_ = true;
  launch_->concurrent = false;
}

}  // namespace warplens::machine
