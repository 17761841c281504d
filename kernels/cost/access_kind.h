// The names under which tests/data/h200-access-*.tsv and `warplens access` know instructions.
//
//   sld sst          ld.shared, st.shared            gld gst   ld.global, st.global
//   ldm1 ldm2 ldm4   ldmatrix .x1 .x2 .x4            ldm4t     ldmatrix .x4.trans
//   stm1 stm2 stm4   stmatrix
//   cpa4 cpa8 cpa16  cp.async.ca of 4, 8, 16 bytes   cpg16     cp.async.cg
//   cpaz4 cpaz8 cpaz16 cpgz16   the same with a source size that is not known before it runs
//   sred satom       red.shared.add of the constant 1, atom.shared.add with a used result
//   gred gredf gatom the same on global memory (gredf: f32)
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct AccessKind {
  std::string_view name;
  std::string_view instruction;
  trace::EventKind kind = trace::EventKind::load;
  trace::Space space = trace::Space::shared;  // the side that offsets stand for
  std::vector<std::uint8_t> widths;           // bytes a lane
  trace::AccessTraits traits;
};

[[nodiscard]] const std::vector<AccessKind>& access_kinds();

// Errors name the kinds or widths that there are.
Result<trace::Site> site_of_kind(std::string_view kind, std::uint32_t width);

// The global address that a made-up cp.async reads from, aligned as a buffer is.
inline constexpr std::uint64_t kCopySource = std::uint64_t{1} << 20;

// One offset a lane from lane 0, at most 32; negative: inactive, as are the lanes left out. They
// are the shared destinations of a cp.async, which reads at kCopySource + its lane's `sources`,
// nothing where that is negative; without sources they are contiguous. Errors: too many,
// misaligned, sources of what is no cp.async or another number of them.
Result<trace::EventView> event_of_offsets(const trace::Site& site,
                                          const std::vector<std::int64_t>& offsets,
                                          const std::vector<std::int64_t>& sources = {});

}  // namespace warplens::analysis
