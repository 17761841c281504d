// One run of a kernel with everything that the views need, computed off the UI thread, immutable.
//
//   compute(catalogue, selection, stop, progress) → KernelResult
//     run_variant → traces ─► as the chosen GPU executes them ─► costs of each event ─► rows with
//     conflicts, sums beside source lines
//                → counters ─► beside the rules' figures (counted.h); on a GPU only
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/session/counted.h"
#include "app/session/kernel_result_ptr.h"
#include "app/session/occurrences.h"
#include "app/session/own_launch.h"
#include "app/session/selection.h"
#include "kernels/base/gemm_roles.h"
#include "kernels/base/memory_watch.h"
#include "kernels/base/result.h"
#include "kernels/trace/run.h"
#include "viz/analysis/executed/executed.h"
#include "viz/analysis/gemm_shape.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::run {
class Catalogue;
}
namespace warplens::machine {
struct Progress;
}
namespace warplens::scene {
struct Picture;
}

namespace warplens::session {

class KernelReports;
class OwnFiles;
class SharedGpu;
struct LaunchViews;

// Pixels of the largest picture that is kept for its view: 2048 × 2048.
inline constexpr std::uint64_t kLargestPicture = std::uint64_t{1} << 22;

// Of a launch that nothing was made of yet.
[[nodiscard]] std::shared_ptr<const LaunchViews> no_views();

struct LaunchResult {
  std::shared_ptr<const trace::Trace> trace;  // its accesses are those that are executed
  // For each access of the PTX, which executed ones stand for it; nothing: the trace is the PTX's.
  std::optional<analysis::Executed> executed;
  std::vector<analysis::AccessCost> costs;  // one an event
  std::vector<std::uint32_t> conflicts;     // rows of events with bank conflicts, ascending
  Occurrences occurrences;
  analysis::KernelTotals totals;
  Counted counted;                 // empty where nothing was counted
  analysis::EntryReports reports;  // what ptxas says of the entry; of the catalogue's kernels only
  std::shared_ptr<const LaunchViews> views = no_views();  // never null
};

// A run with its analyses, for what was selected.
struct KernelResult {
  Selection selection;
  trace::RunPtr run = std::make_shared<const trace::Run>();  // as it was recorded
  bool is_recorded = false;                                  // it was read from a capture
  std::vector<LaunchResult> launches;
  std::vector<Text> notes;        // the run's, and how an own kernel came to be launched
  std::optional<OwnLaunch> own;   // how it was launched; of an own kernel only
  std::optional<GemmRoles> gemm;  // of a kernel described as a matrix product
  // What the last launch does to a picture; null: the kernel works on none, or one too large.
  std::shared_ptr<const scene::Picture> picture;
  // Of what is executed; both empty where the PTX's own accesses are shown.
  std::uint32_t capability = 0;  // 90: sm_90
  Text why_as_ptx;               // figures are the PTX's for want of the instructions: one line

  // The text of source `file`; empty when it is not there.
  [[nodiscard]] std::string_view source(std::string_view file) const;
  // The same as a person reads it, in their language where it exists.
  [[nodiscard]] std::string_view source(std::string_view file, Language language) const;
};

// The matrices of a product; nothing of a kernel that is not described as one.
[[nodiscard]] inline std::optional<analysis::GemmShape> gemm_of(const KernelResult& result,
                                                                const LaunchResult& launch) {
  if (!result.gemm) return std::nullopt;
  return analysis::gemm_shape(*launch.trace, *result.gemm);
}
// What the catalogue says of the kernel's product; nothing: it has no such kernel, or says nothing.
[[nodiscard]] std::optional<GemmRoles> gemm_roles(const run::Catalogue& catalogue,
                                                  std::string_view kernel);

// The costs of `trace`, without views. With a selection: its events in the selection's order, and
// all that views show.
[[nodiscard]] LaunchResult analyse(std::shared_ptr<const trace::Trace> trace);
// `code`: what the run's PTX became; null: its own accesses are shown.
[[nodiscard]] KernelResult analyse(const Selection& selection, trace::RunPtr run,
                                   const analysis::Code* code = nullptr);

// What `run`'s PTX becomes for the selection's architecture; nothing: the PTX's own accesses are
// wanted. `gpu`: the compute capability of the GPU that it ran on; 0: the CPU.
[[nodiscard]] std::optional<analysis::Code> wanted_code(const Selection& selection,
                                                        const trace::Run& run, std::uint32_t gpu,
                                                        const std::stop_token& stop);

// A selection that names a capture is not run: see open_capture.h. `gpu`: where selections for
// Backend::gpu run, with counters; null: there is none for them, which is an error. `memory`:
// bytes that the run's buffers may take. `own`: what is known of own kernels' files; null: nothing.
// `reports`: what ptxas says of the catalogue's kernels; null: read anew.
Result<KernelResultPtr> compute(const run::Catalogue& catalogue, const Selection& selection,
                                std::stop_token stop, machine::Progress* progress,
                                SharedGpu* gpu = nullptr, std::uint64_t memory = kAnyMemory,
                                OwnFiles* own = nullptr, KernelReports* reports = nullptr);

}  // namespace warplens::session
