// What the timing view's axis can be of besides the size: parameters of the kernels on the stage
// that were timed with several values, all else being equal.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/features/timing_chart/timing_model.h"

namespace warplens::ui {

// By parameter and size: the values that were timed with the model's settings otherwise, three or
// more.
using Sweeps = std::map<std::string, std::map<std::int64_t, std::set<std::int64_t>>, std::less<>>;

// Of the model's recording and of what it measured live; its settings are there, its chart need not
// be.
[[nodiscard]] Sweeps sweeps_of(const TimingModel& model,
                               const std::vector<const catalog::Variant*>& variants);

// "Pixels a thread".
[[nodiscard]] Text label_of(const catalog::Family& family, std::string_view parameter);

}  // namespace warplens::ui
