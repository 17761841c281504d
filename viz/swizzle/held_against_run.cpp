#include "viz/swizzle/held_against_run.h"

#include <algorithm>

#include "kernels/cost/sectors.h"

namespace warplens::swizzle {

namespace {

struct Side {
  PatternAnswer& pattern;
  const Tile& tile;
  const Placement& placement;
  std::string_view name;
  bool is_read = false;
};

bool is_side(const trace::Site& site, bool is_read) {
  if (site.space != trace::Space::shared) return false;
  const auto kind = site.kind;
  return is_read ? kind == trace::EventKind::load || kind == trace::EventKind::load_matrix
                 : kind == trace::EventKind::store || kind == trace::EventKind::store_matrix;
}

// Rows of the side's events by the warp that made them, in its order.
std::vector<std::vector<std::uint32_t>> events_of(const trace::Trace& trace, std::uint32_t warps,
                                                  bool is_read) {
  std::vector<std::vector<std::uint32_t>> rows(warps);
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (!is_side(trace.sites[trace.events.site(row)], is_read)) continue;
    rows[trace.events.warp(row)].push_back(static_cast<std::uint32_t>(row));
  }
  return rows;
}

bool has_misaligned(const trace::Trace& trace) {
  return std::ranges::any_of(trace.findings, [](const trace::Finding& finding) {
    return finding.kind == trace::FindingKind::misaligned;
  });
}

tl::unexpected<Error> differs(const Side& side, std::size_t access, std::string_view what,
                              std::uint64_t run, std::uint64_t model) {
  return fail(
      tr("internal error: {} access {}: {}: {} in the run, {} in the model: please report this",
         side.name, access, what, run, model));
}

// The machine tells of a lane whose address is misaligned, and leaves it out.
std::uint32_t aligned_lanes(const trace::EventView& event, std::uint32_t width) {
  std::uint32_t lanes = 0;
  analysis::for_each_lane(event.mask, [&](std::uint32_t lane) {
    if (event.address[lane] % width == 0) lanes |= 1u << lane;
  });
  return lanes;
}

Result<void> compare(const Side& side, std::size_t access, const trace::Site& site,
                     const trace::EventView& event) {
  const WarpAccess& warp = side.pattern.accesses.warps[access];
  const trace::EventView wanted = event_of(warp, side.tile, side.placement);
  const std::uint32_t aligned = aligned_lanes(wanted, side.pattern.accesses.site.width);
  if (event.mask != aligned) return differs(side, access, "lanes", event.mask, aligned);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((aligned >> lane & 1) != 0 && event.address[lane] != wanted.address[lane])
      return differs(side, access, fmt::format("lane {}", lane), event.address[lane],
                     wanted.address[lane]);
  }
  if (aligned != wanted.mask) return {};
  const std::uint32_t counted = analysis::access_cost(site, event).wavefronts;
  const std::uint32_t modelled = side.pattern.after.accesses[access].wavefronts;
  if (counted != modelled) return differs(side, access, "wavefronts", counted, modelled);
  return {};
}

Result<void> hold_side(const trace::Trace& trace, std::uint32_t warps, bool may_stop, Side side) {
  const auto rows = events_of(trace, warps, side.is_read);
  std::vector<std::size_t> next(warps, 0);
  auto& accesses = side.pattern.accesses.warps;
  side.pattern.events.assign(accesses.size(), trace::kNone);
  for (std::size_t access = 0; access < accesses.size(); ++access) {
    if (accesses[access].mask == 0) continue;
    const std::size_t warp = access % warps;
    if (next[warp] == rows[warp].size()) {
      if (may_stop) continue;
      return differs(side, access, "events", rows[warp].size(), next[warp] + 1);
    }
    const std::uint32_t row = rows[warp][next[warp]++];
    TRY(compare(side, access, trace.sites[trace.events.site(row)], trace.events.view(row)));
    side.pattern.events[access] = row;
  }
  return {};
}

bool is_misaligned(const PatternAnswer& pattern) {
  return pattern.after.fault.has_value() && pattern.after.fault->state == GroupState::misaligned;
}

}  // namespace

Result<void> hold_against(const trace::Run& run, std::uint32_t warps, SwizzleAnswer& answer) {
  const trace::Trace& trace = *run.traces.front();
  // Behind the first fault of another kind a misaligned one may stand.
  const bool may_stop = answer.write.after.fault.has_value() || answer.read.after.fault.has_value();
  const bool must_stop = is_misaligned(answer.write) || is_misaligned(answer.read);
  if (has_misaligned(trace) ? !may_stop : must_stop)
    return fail(
        tr("internal error: model and run differ about a misaligned access: please report this"));
  const Tile& tile = answer.spec.tile;
  TRY(hold_side(trace, warps, may_stop, {answer.write, tile, answer.after, "write", false}));
  TRY(hold_side(trace, warps, may_stop, {answer.read, tile, answer.after, "read", true}));
  if (run.verdict == trace::Verdict::mismatch)
    return fail(
        tr("internal error: element {} does not come back as it was written: please report this",
           run.mismatch->element));
  return {};
}

}  // namespace warplens::swizzle
