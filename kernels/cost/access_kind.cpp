#include "kernels/cost/access_kind.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace warplens::analysis {

namespace {

using trace::AccessTraits;
using trace::EventKind;
using trace::Space;

constexpr AccessTraits kPopulationCount{.result_used = false, .constant_one_add = true};
constexpr AccessTraits kReduction{.result_used = false};
constexpr AccessTraits kBypassL1{.is_async_bypass_l1 = true};
constexpr AccessTraits kZeroFills{.zero_fills = true};
constexpr AccessTraits kBypassAndZeroFills{.is_async_bypass_l1 = true, .zero_fills = true};
constexpr AccessTraits matrices(std::uint8_t count) { return {.matrices = count}; }

Result<const AccessKind*> find_kind(std::string_view name) {
  const auto& kinds = access_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const AccessKind& kind) { return kind.name == name; });
  if (found != kinds.end()) return &*found;
  std::vector<std::string_view> names;
  for (const AccessKind& kind : kinds) names.push_back(kind.name);
  return fail(tr("unknown kind of access '{}': use one of {}", name, fmt::join(names, ", ")));
}

}  // namespace

const std::vector<AccessKind>& access_kinds() {
  static const std::vector<AccessKind> kinds = {
      {"sld", "ld.shared", EventKind::load, Space::shared, {1, 2, 4, 8, 16}, {}},
      {"sst", "st.shared", EventKind::store, Space::shared, {1, 2, 4, 8, 16}, {}},
      {"gld", "ld.global", EventKind::load, Space::global, {1, 2, 4, 8, 16}, {}},
      {"gst", "st.global", EventKind::store, Space::global, {1, 2, 4, 8, 16}, {}},
      {"lld", "ld.local", EventKind::load, Space::local, {1, 2, 4, 8, 16}, {}},
      {"lst", "st.local", EventKind::store, Space::local, {1, 2, 4, 8, 16}, {}},
      {"ldm1", "ldmatrix.x1", EventKind::load_matrix, Space::shared, {16}, matrices(1)},
      {"ldm2", "ldmatrix.x2", EventKind::load_matrix, Space::shared, {16}, matrices(2)},
      {"ldm4", "ldmatrix.x4", EventKind::load_matrix, Space::shared, {16}, matrices(4)},
      {"ldm4t", "ldmatrix.x4.trans", EventKind::load_matrix, Space::shared, {16}, matrices(4)},
      {"stm1", "stmatrix.x1", EventKind::store_matrix, Space::shared, {16}, matrices(1)},
      {"stm2", "stmatrix.x2", EventKind::store_matrix, Space::shared, {16}, matrices(2)},
      {"stm4", "stmatrix.x4", EventKind::store_matrix, Space::shared, {16}, matrices(4)},
      {"cpa4", "cp.async.ca 4", EventKind::async_copy, Space::shared, {4}, {}},
      {"cpa8", "cp.async.ca 8", EventKind::async_copy, Space::shared, {8}, {}},
      {"cpa16", "cp.async.ca 16", EventKind::async_copy, Space::shared, {16}, {}},
      {"cpg16", "cp.async.cg 16", EventKind::async_copy, Space::shared, {16}, kBypassL1},
      {"cpaz4", "cp.async.ca 4, %r", EventKind::async_copy, Space::shared, {4}, kZeroFills},
      {"cpaz8", "cp.async.ca 8, %r", EventKind::async_copy, Space::shared, {8}, kZeroFills},
      {"cpaz16", "cp.async.ca 16, %r", EventKind::async_copy, Space::shared, {16}, kZeroFills},
      {"cpgz16",
       "cp.async.cg 16, %r",
       EventKind::async_copy,
       Space::shared,
       {16},
       kBypassAndZeroFills},
      {"sred", "red.shared.add.u32 1", EventKind::atomic, Space::shared, {4}, kPopulationCount},
      {"satom", "atom.shared.add.u32", EventKind::atomic, Space::shared, {4}, {}},
      {"gred", "red.global.add.u32", EventKind::atomic, Space::global, {4}, kPopulationCount},
      {"gredf", "red.global.add.f32", EventKind::atomic, Space::global, {4}, kReduction},
      {"gatom", "atom.global.add.u32", EventKind::atomic, Space::global, {4}, {}},
  };
  return kinds;
}

Result<trace::Site> site_of_kind(std::string_view name, std::uint32_t width) {
  TRY(const auto kind, find_kind(name));
  const auto& widths = kind->widths;
  if (std::find(widths.begin(), widths.end(), width) == widths.end()) {
    return fail(tr("{} ({}) cannot take {} bytes a lane: use {}", name, kind->instruction, width,
                   fmt::join(widths, ", ")));
  }
  trace::Site site;
  site.ptx = kind->instruction;
  site.kind = kind->kind;
  site.space = kind->space;
  site.width = static_cast<std::uint8_t>(width);
  site.traits = kind->traits;
  return site;
}

namespace {

Result<void> check_sources(const trace::Site& site, std::size_t offsets,
                           const std::vector<std::int64_t>& sources) {
  if (sources.empty()) return {};
  if (site.kind != EventKind::async_copy)
    return fail(tr("{} has no sources: leave them out", site.ptx));
  if (sources.size() != offsets) {
    return fail(tr("{} sources for {} offsets: give one for each", sources.size(), offsets));
  }
  return {};
}

Result<void> check_alignment(const trace::Site& site, std::uint32_t lane, std::int64_t offset) {
  if (offset % site.width == 0) return {};
  return fail(tr("lane {}'s offset {} is not a multiple of the {} bytes that it accesses", lane,
                 offset, site.width));
}

}  // namespace

Result<trace::EventView> event_of_offsets(const trace::Site& site,
                                          const std::vector<std::int64_t>& offsets,
                                          const std::vector<std::int64_t>& sources) {
  if (offsets.empty() || offsets.size() > kWarpSize) {
    return fail(tr("{} offsets given: a warp has 32 lanes, give 1 to 32 (-1 for an inactive lane)",
                   offsets.size()));
  }
  TRY(check_sources(site, offsets.size(), sources));
  trace::EventView event;
  const bool copies = site.kind == EventKind::async_copy;
  for (std::uint32_t lane = 0; lane < offsets.size(); ++lane) {
    if (offsets[lane] < 0) continue;
    TRY(check_alignment(site, lane, offsets[lane]));
    event.mask |= 1u << lane;
    const auto offset = static_cast<std::uint64_t>(offsets[lane]);
    (copies ? event.address2 : event.address)[lane] = offset;
    if (!copies) continue;
    const std::int64_t source = sources.empty() ? std::int64_t{lane} * site.width : sources[lane];
    if (source < 0) continue;
    TRY(check_alignment(site, lane, source));
    event.address[lane] = kCopySource + static_cast<std::uint64_t>(source);
  }
  return event;
}

}  // namespace warplens::analysis
