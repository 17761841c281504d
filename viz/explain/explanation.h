// Why a profiler reports what it reports: each access's passes and sectors split into what they are
// for, beside what was measured.
//
//   Trace (as it is executed) ─┐
//   Executed, its SASS ────────┼─► explain() ─► an ExplainedAccess for each line and class
//   ProfiledLaunch, or none ───┘               an ExplainedMetric for each metric of the report
//
// wavefronts = one a request + those that the width takes + those that the addresses cause
// sectors    = those that the bytes wanted fill + those beyond
// measured   = counted + what is left, with a reason or none
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/analysis/executed/executed.h"
#include "viz/analysis/source_lines.h"
#include "viz/explain/access_class.h"
#include "viz/explain/dearest_event.h"
#include "viz/explain/metrics.h"
#include "viz/explain/ncu_report.h"

namespace warplens::explain {

// What passes and sectors are for.
enum class Cause : std::uint8_t {
  request,       // one pass a request
  width,         // further ones, 128 bytes each, that a wide access takes
  conflicts,     // lanes want different words of one bank
  same_address,  // lanes update one word, one after another
  pieces,        // what cp.async copies past L1 does not go together
  bytes,         // sectors that the bytes wanted fill
  apart,         // further ones: lanes lie apart
  misaligned,    // further ones: lanes side by side begin within a sector
};
[[nodiscard]] std::string_view name_of(Cause cause);
[[nodiscard]] TextView words_of(Cause cause);

struct Part {
  Cause cause = Cause::request;
  std::uint64_t count = 0;
  friend bool operator==(const Part&, const Part&) = default;
};

// Why what was measured is not what was counted.
enum class Rest : std::uint8_t {
  none,           // it is
  other_launch,   // the profiled one made other requests
  without_rule,   // MODEL.md has none for some of the accesses
  another_order,  // blocks can tell in which order they run
  uncertain,      // the figure is the PTX's, the GPU may execute another
  arbitration,    // the counter also has passes that were lost to other traffic
  missed_copies,  // the counter has missed cp.async under a predicate before
  unknown,
};
[[nodiscard]] std::string_view name_of(Rest rest);

// The source page's figures of an access's instructions.
struct MeasuredAccess {
  std::vector<std::string> sass;
  std::uint64_t executed = 0;
  std::optional<std::uint64_t> wavefronts, ideal_wavefronts, sectors, ideal_sectors;
};

struct ExplainedAccess {
  analysis::SourceLine place;
  AccessClass kind = AccessClass::shared_load;
  std::vector<std::uint32_t> sites;  // of the trace
  std::vector<std::string> sass;     // that executes them, where it is known
  std::uint32_t width = 0;           // bytes a lane; 0: sites differ
  trace::SiteTotals counted;
  bool is_certain = true;
  Text doubt;                    // where it is not: why
  std::vector<Part> wavefronts;  // of the shared side; empty: it has none
  std::vector<Part> sectors;     // of the other side
  std::optional<Crowd> crowd;
  std::optional<Spread> spread;
  std::optional<MeasuredAccess> measured;
  Rest rest = Rest::none;

  // Passes and sectors beyond those that the bytes wanted take.
  [[nodiscard]] std::uint64_t excess() const;
};

struct ExplainedMetric {
  const Metric* metric = nullptr;
  double measured = 0;
  std::optional<double> counted;  // nothing: no figure here
  Rest rest = Rest::none;
};

struct Explanation {
  std::vector<ExplainedAccess> accesses;  // by file, line and class
  std::vector<ExplainedMetric> metrics;   // of the report, in the order of metrics()
  std::vector<AccessClass> classes;       // that the launch has
  analysis::KernelTotals totals;          // as executed
  bool is_same_launch = true;             // the report's grid and block are this launch's
  std::size_t unplaced = 0;               // accesses of the report that belong to no line here
};

struct Explained {
  const trace::Trace& trace;  // as it is executed (executed_trace())
  const analysis::Code& code;
  const analysis::Executed& executed;
};
[[nodiscard]] Explanation explain(const Explained& launch, const ProfiledLaunch* report);

}  // namespace warplens::explain
