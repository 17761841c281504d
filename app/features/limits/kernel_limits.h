// A kernel's limits, counted beside the frame.
#pragma once

#include "app/features/limits/limits_model.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {

// A kernel's limits, at about that size where one is given (limits_model.h); null while they are
// counted.
[[nodiscard]] const limits::LimitsModel* limits_model(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const session::Selection& selection, std::optional<std::int64_t> side);

}  // namespace warplens::ui
