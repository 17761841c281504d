// The items that bench() times, in order: for each size the copy, the kernels and the libraries.
#pragma once

#include <string>
#include <vector>

#include "kernels/timing/bench.h"
#include "kernels/timing/libraries.h"

namespace warplens::timing {

struct Item {
  Subject subject;  // of a copy: only its kind, name and parameters
  catalog::Work work;
  std::string label;      // "tile at 4096"
  std::int64_t side = 0;  // of the entry
  std::string image;
};

// The variants named in `names`; if it is empty all but the broken ones. Errors: a name that the
// family does not have.
Result<std::vector<const catalog::Variant*>> chosen_variants(const catalog::Family& family,
                                                             const std::vector<std::string>& names);

// Errors: as bench(). The items use `libraries`.
Result<std::vector<Item>> list_items(const run::Catalogue& catalogue, const catalog::Family& family,
                                     const BenchRequest& request, const Libraries& libraries);

}  // namespace warplens::timing
