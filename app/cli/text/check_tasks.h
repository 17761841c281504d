// What `warplens check` runs: variants, each at its sizes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/run/run.h"

namespace warplens::cli {

struct CheckTask {
  run::Catalogue::Found found;
  catalog::Parameters sizes;  // of the problem; the other parameters have their defaults

  [[nodiscard]] std::string name() const;  // "transpose/tile"
};

// `names`: families and variants; none: all. Each at an even and an odd size, or at `size`. Errors:
// a name that there is not.
Result<std::vector<CheckTask>> check_tasks(const run::Catalogue& catalogue,
                                           const std::vector<std::string>& names,
                                           std::optional<std::int64_t> size);

}  // namespace warplens::cli
