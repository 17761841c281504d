// Suspects added up by site and kind, and which of them deserve to be called causes.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// One kind of suspects at one site.
struct SiteCase {
  Suspect worst;  // with most to save, the first of equals
  double avoidable = 0;
  std::size_t accesses = 0;
  std::size_t warps = 0;            // that have any
  std::size_t most_of_a_warp = 0;   // accesses of one warp
  std::size_t most_of_a_block = 0;  // warps of one block
};

// All that is known of one site.
struct SiteCases {
  double passes = 0;
  std::size_t accesses = 0;
  std::array<std::optional<SiteCase>, kCauseNames.size()> kinds;
};

class CaseBook {
 public:
  explicit CaseBook(const trace::Trace& trace);

  // One block: what it did, and which of it is suspect.
  void add(const BlockAccesses& block, const Suspects& suspects);

  // Passes of all accesses.
  [[nodiscard]] double passes() const { return passes_; }
  // The cases without those that are rare at their site and without all but the dearest pattern of
  // a site; by site, then by kind.
  [[nodiscard]] std::vector<SiteCase> cases() const;

 private:
  double passes_ = 0;
  std::size_t warps_a_block_ = 0, warps_ = 0;  // of the launch
  std::vector<SiteCases> sites_;
};

}  // namespace warplens::analysis
