// How a launch's blocks run: together, or taking turns where their order can be told.
#pragma once

#include "kernels/machine/grid.h"

namespace warplens::machine {

class GridRunner {
 public:
  GridRunner(const Program& program, const RunOptions& options, PreparedLaunch& launch);

  [[nodiscard]] bool is_in_order() const { return in_order_; }
  // Makes blocks take turns from now on.
  void take_turns();
  [[nodiscard]] GridResult run(const GridPass& pass) const {
    return in_order_ ? run_in_order(pass) : run_together(pass, threads_);
  }

 private:
  PreparedLaunch* launch_;
  bool in_order_;
  unsigned threads_;
};

}  // namespace warplens::machine
