// What the error chart shows: part of what undo brings back.
#pragma once

#include <string>
#include <vector>

#include "kernels/run/sum_accuracy.h"

namespace warplens::accuracy {

struct AccuracyChoice {
  run::Inputs inputs = run::Inputs::positive;
  bool by_rms = false;            // root mean square in place of the largest error
  bool by_architecture = false;   // the stage's kernel on several, in place of several kernels
  bool by_order = false;          // results in several orders of blocks, in place of sizes
  std::int64_t size = 0;          // whose figures are told; 0: the largest
  std::vector<std::string> of{};  // variants beside the stage's own; empty: what the family names
  friend bool operator==(const AccuracyChoice&, const AccuracyChoice&) = default;
};

}  // namespace warplens::accuracy
