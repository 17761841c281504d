// What the roofline keeps from frame to frame: ui.state<RooflineState>().
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/kernel_result.h"
#include "kernels/base/job.h"
#include "viz/analysis/limits/roofline.h"

namespace warplens::ui {

struct RooflineState {
  std::string of;  // what it was made of: chip, size, recordings
  analysis::Roofline roofline;
  // What the own kernel took on a chip. Never null.
  using TimingJob = Job<std::pair<session::KernelResultPtr, std::string>, double>;
  std::shared_ptr<TimingJob> own_seconds = std::make_shared<TimingJob>();
  std::string trouble;  // why the own kernel on the stage is not among them, or has no time
};

}  // namespace warplens::ui
