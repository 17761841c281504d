// One launch of a kernel file, checked: its findings and results, and what it promises.
#pragma once

#include <memory>
#include <optional>

#include "app/cli/text/check_variant.h"
#include "app/cli/text/launch_report.h"
#include "app/cli/text/own_options.h"

namespace warplens::cli {

struct LaunchChecker {
  std::shared_ptr<const device::Gpu> gpu;   // null: on the CPU alone
  run::Options how;                         // limits, memory, what stops it
  run::ProcessLimits tools;                 // of ptxas and nvdisasm
  std::optional<std::uint32_t> capability;  // whose figures are promised; nothing: the PTX's
  own::Promises promises;                   // beside those of the launch's own form
};

struct CheckedLaunch {
  VariantCheck check;  // what is not kept is among its faults
  std::vector<BrokenPromise> broken;
  double seconds = 0;
};

// Errors: what a backend says.
Result<CheckedLaunch> check_launch(const OwnTarget& target, const LaunchChecker& checker);

[[nodiscard]] LaunchReport report_of(const OwnTarget& target, const CheckedLaunch& checked);

}  // namespace warplens::cli
