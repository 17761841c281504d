// sass_cost() of a launch whose events are read as it runs.
//
//   SassReader reader(accesses);  RunOptions::reader = &reader;  reader.cost(trace)
#pragma once

#include <vector>

#include "kernels/trace/event_reader.h"
#include "viz/analysis/executed/parting_lanes.h"
#include "viz/analysis/executed/piece_totals.h"
#include "viz/analysis/executed/sass_plan.h"
#include "viz/analysis/executed/wide_accesses.h"

namespace warplens::analysis {

class SassReader final : public trace::EventReader {
 public:
  // `accesses` are of the launch's PTX image, and stay the caller's.
  explicit SassReader(const std::vector<sass::Access>& accesses) : accesses_(&accesses) {}

  void start(const trace::Trace& launch) override;
  [[nodiscard]] bool reads(std::uint32_t site) const override;
  void read(const trace::Events& events) override;

  // The cost of the launch; to be called when all of its events are read.
  [[nodiscard]] SassCost cost(const trace::Trace& trace) const;

 private:
  [[nodiscard]] bool is_recounted(std::uint32_t site) const;
  void doubt_without_events(const trace::Trace& trace, std::vector<SiteInSass>& sites) const;
  void recount(const trace::Trace& trace, std::vector<SiteInSass>& sites) const;
  void place_orphans(const trace::Trace& trace, std::vector<SiteInSass>& sites) const;

  const std::vector<sass::Access>* accesses_;
  SassPlan plan_;
  std::vector<bool> needs_events_;  // by site
  PieceTotals pieces_;
  WideAccesses wide_;
  PartingLanes parting_;
};

}  // namespace warplens::analysis
