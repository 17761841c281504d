// What ptxas says of kernels, for the occupancy view: read or asked for on threads of their own.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/session/live/architectures.h"
#include "app/session/live/occupancy_data.h"
#include "app/session/session.h"
#include "app/ui/making.h"

namespace warplens::ui {

class OccupancyMaking {
 public:
  // Of the catalogue. Null while they are read.
  const std::vector<session::CatalogueNeeds>* kernels(
      const std::shared_ptr<const run::Catalogue>& catalogue) {
    return kernels_.get(catalogue, "kernels", false,
                        [catalogue] { return session::catalogue_needs(*catalogue); });
  }
  // Of an entry that is none of the catalogue's. Null while ptxas is asked.
  const session::AssembledEntry* entry(const session::KernelResultPtr& result,
                                       const std::string& name) {
    return entry_.get(result, name, false,
                      [ptx = result->ptx, name] { return session::assembled_entry(ptx, name); });
  }
  // Of the catalogue's kernels as they ship, in their order. Null while they are read.
  const std::vector<session::ByArchitecture>* architectures(
      const std::shared_ptr<const run::Catalogue>& catalogue,
      const std::vector<session::Selection>& kernels) {
    std::string key;
    for (const session::Selection& each : kernels) {
      key += each.kernel;
      for (const auto& [name, value] : each.parameters) key += fmt::format(" {}={}", name, value);
      key += '\n';
    }
    return architectures_.get(catalogue, key, false, [catalogue, kernels] {
      std::vector<session::ByArchitecture> all;
      for (const session::Selection& each : kernels) {
        all.push_back(session::on_architectures(*catalogue, each.kernel, each.parameters));
      }
      return all;
    });
  }
  [[nodiscard]] bool is_under_way() const {
    return kernels_.is_under_way() || entry_.is_under_way() || architectures_.is_under_way();
  }

 private:
  Making<std::vector<session::CatalogueNeeds>> kernels_;
  Making<session::AssembledEntry> entry_;
  Making<std::vector<session::ByArchitecture>> architectures_;
};

}  // namespace warplens::ui
