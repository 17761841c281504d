// What the launch of a person's own kernel took on this machine's GPU, timed beside the frame once
// for all views that want it.
#pragma once

#include <optional>
#include <string_view>

#include "app/ui/ui.h"
#include "kernels/base/result.h"

namespace warplens::ui {

struct OwnSeconds {
  std::optional<double> median;
  const Error* error = nullptr;  // why there is none
};

// Of the left side. Empty while it is timed, and where this machine's GPU is not called `device`.
[[nodiscard]] OwnSeconds own_seconds(const AppState& app, Ui& ui, std::string_view device);

}  // namespace warplens::ui
