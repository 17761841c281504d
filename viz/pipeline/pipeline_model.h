// A block's pipeline over its steps, as the view and the command show it.
//
//   BarrierRun ── Order ──► stages, their rounds        (stages.h)
//                       ──► mbarriers, their phases     (phases.h)
//                       ──► waits, who ended them       (waits.h)
//                       ──► warps: who fills, who reads; other blocks of the cluster
//                       ──► faults: races on a stage    (faults.h)
#pragma once

#include <cstdint>
#include <vector>

#include "viz/pipeline/faults.h"
#include "viz/pipeline/phases.h"
#include "viz/pipeline/stages.h"
#include "viz/pipeline/waits.h"

namespace warplens::pipeline {

// elsewhere: another block of the cluster, as far as this one meets it.
enum class Role : std::uint8_t { producer, both, consumer, other, elsewhere };

// What a warp does one time after the other with one stage, nothing else in between.
struct Doing {
  Span at;
  bool fills = false;  // else it reads
  std::uint32_t stage = 0;
  std::uint32_t count = 0;  // accesses
};

// A warp; of another block of the cluster all of them.
struct WarpLife {
  std::uint32_t rank = 0;  // of its block in the cluster
  std::uint32_t warp = 0;
  Role role = Role::other;
  std::vector<Doing> doings;
  std::vector<std::size_t> waits;     // of the pipeline's
  std::vector<std::size_t> arrivals;  // records, at mbarriers and at the cluster's barrier
};

struct Pipeline {
  BarrierRun run;
  Order order;
  Stages stages;
  std::vector<MbarrierLife> mbarriers;
  std::vector<Wait> waits;
  std::vector<WarpLife> warps;  // producers first, other blocks last
  std::vector<Fault> faults;
  std::vector<std::size_t> begun;  // the record that begins an asynchronous access, by its number

  [[nodiscard]] Step steps() const { return order.steps(); }
  [[nodiscard]] const machine::BarrierRecord& record(std::size_t index) const {
    return run.records->all()[index];
  }
  [[nodiscard]] bool is_empty() const {
    return stages.all.empty() && mbarriers.empty() && waits.empty();
  }
};

// `run` has records.
[[nodiscard]] Pipeline make_pipeline(BarrierRun run);

// The row of a warp of this block; of another block's that block's. Their number where it has none.
[[nodiscard]] std::size_t row_of_warp(const Pipeline& pipeline, std::uint32_t warp);
[[nodiscard]] std::size_t row_of_warp(const Pipeline& pipeline, std::uint32_t rank,
                                      std::uint32_t warp);

// The next step behind `step`, or before it, at which something happens to a stage, an mbarrier or
// a waiting warp; nothing: there is none.
[[nodiscard]] std::optional<Step> next_happening(const Pipeline& pipeline, Step step,
                                                 bool goes_back);

}  // namespace warplens::pipeline
