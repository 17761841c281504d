// What kernels need by ptxas, read or assembled beside the frame.
#pragma once

#include "app/features/occupancy/architectures.h"
#include "app/features/occupancy/occupancy_data.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {

struct AssembledOf {
  std::string ptx, entry;
};

struct NeedsWork final : ViewWork {
  Job<MadeOf, std::vector<occupancy::CatalogueNeeds>> needs;
  Job<AssembledOf, occupancy::AssembledEntry> assembled;
  Job<std::vector<session::Selection>, std::vector<occupancy::ByArchitecture>> architectures;
  std::shared_ptr<session::KernelReports> reports;  // null before the first is asked for
  [[nodiscard]] bool is_under_way() const override {
    return needs.is_under_way() || assembled.is_under_way() || architectures.is_under_way();
  }
};

// What the catalogue's kernels need by ptxas; null while that is read.
[[nodiscard]] const std::vector<occupancy::CatalogueNeeds>* catalogue_needs(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue);

// Of an entry that is none of the catalogue's, asked once for each PTX; null while ptxas works.
[[nodiscard]] const Result<occupancy::AssembledEntry>* assembled_entry(ViewCache& cache,
                                                                       const std::string& ptx,
                                                                       const std::string& entry);

// Of the catalogue's kernels as they ship, in their order; null while that is read.
[[nodiscard]] const std::vector<occupancy::ByArchitecture>* by_architecture(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const std::vector<session::Selection>& kernels);

}  // namespace warplens::ui
