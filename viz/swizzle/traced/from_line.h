// From a source line with bank conflicts to a layout of its array, and the patch for it.
#pragma once

#include <memory>

#include "kernels/trace/run.h"
#include "viz/swizzle/find.h"
#include "viz/swizzle/traced/source_patch.h"

namespace warplens::swizzle {

enum class LayoutKind : std::uint8_t { any, padding, swizzle };

struct FromLineQuestion {
  WantedArray wanted;
  LayoutKind kind = LayoutKind::any;
  std::string path{};  // of the source, as the patch names it; empty: as the trace does
};

// The person's file with the map in its own lines.
struct SourcePatch {
  std::string file;  // as the trace names it
  std::string text;  // all of it
  std::string diff;  // what `patch -p0` takes
};

struct FromLineAnswer {
  std::size_t launch = 0;
  TracedArray traced;
  Tile tile;
  Found found;
  Map map;                                 // of the kind that was asked for
  std::string formula;                     // as an expression
  std::vector<PatternCost> before, after;  // beside traced.lines
  SwizzleSpec spec;           // the nearest question to the workshop: its dearest writer and reader
  Result<SourcePatch> patch;  // why there is none

  [[nodiscard]] std::uint64_t wavefronts_before() const;
  [[nodiscard]] std::uint64_t wavefronts_after() const;
};

// Errors: those of array_at_line(); an array that is no tile; no map of that kind that works.
Result<FromLineAnswer> from_line(const trace::Run& run, const FromLineQuestion& question,
                                 const FindOptions& options = {});

// The nearest question alone, without a map: nothing is looked for. Errors: likewise.
Result<SwizzleSpec> question_from(const trace::Trace& trace, const trace::Sources& sources,
                                  const WantedArray& wanted);

}  // namespace warplens::swizzle
