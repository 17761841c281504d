// The lines of an estimate as the view shows them: with their text.
#pragma once

#include <string>
#include <vector>

#include "app/features/latency/estimate_model.h"
#include "app/session/kernel_result.h"
#include "viz/scene/charts/estimate_view.h"

namespace warplens::estimates {

// "transpose/tile rows=64 cols=96"; of an own kernel its file.
[[nodiscard]] std::string subject_phrase(const session::KernelResult& result);
// "tile.cu:12"; "PTX:40" where the PTX names no source.
[[nodiscard]] std::string place_of(const latency::StalledLine& line);
// One a line of the model, with the source as a person reads it, or the PTX.
[[nodiscard]] std::vector<scene::EstimateLine> lines_with_text(const EstimateModel& model,
                                                               const session::KernelResult& result,
                                                               Language language);

}  // namespace warplens::estimates
