#include "viz/analysis/parity.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warplens::analysis {

namespace {

using Records = std::span<const LaneRecord>;
using trace::EventKind;
using trace::Site;
using trace::Space;
using trace::Trace;

std::string why_incomparable(const Trace& expected, const Trace& actual) {
  if (expected.sites != actual.sites) return "the traces are of different PTX";
  if (expected.launch.grid != actual.launch.grid || expected.launch.block != actual.launch.block) {
    return "the traces are of different launches";
  }
  if (expected.buffers.size() != actual.buffers.size() ||
      expected.shared_arrays.size() != actual.shared_arrays.size()) {
    return "the traces are of different buffers or shared arrays";
  }
  if (expected.first_block != actual.first_block || expected.block_count != actual.block_count) {
    return fmt::format(
        "events of {} blocks from {} were kept, and of {} from {}: choose a smaller size",
        expected.block_count, expected.first_block, actual.block_count, actual.first_block);
  }
  return {};
}

std::string shared_text(const Trace& trace, const HeldAddress& place) {
  const bool is_known = place.holder < trace.shared_arrays.size();
  return fmt::format("{}+{}", is_known ? trace.shared_arrays[place.holder].name : "shared",
                     place.offset);
}

std::string global_text(const Trace& trace, const HeldAddress& place) {
  if (place.holder >= trace.buffers.size()) return fmt::format("{:#x}", place.offset);
  return fmt::format("{}+{}", trace.buffers[place.holder].name, place.offset);
}

// The first 16 bytes of a copy that those of `other` are not.
std::string unit_text(const Trace& trace, const LaneRecord& record, const LaneRecord& other) {
  const auto different = std::ranges::mismatch(record.units, other.units).in1;
  const auto at = different - record.units.begin();
  if (different == record.units.end())
    return fmt::format(" of {} parts to blocks {:#x}", record.units.size(), record.blocks);
  const bool stays_in_shared = trace.sites[record.site].kind == EventKind::bulk_send;
  const std::string shared = shared_text(trace, different->shared);
  const std::string elsewhere =
      stays_in_shared ? shared_text(trace, different->other) : global_text(trace, different->other);
  const bool is_store = trace.sites[record.site].kind == EventKind::bulk_store;
  return fmt::format(" with part {} of {} bytes from {} to {}", at, different->bytes,
                     is_store ? shared : elsewhere, is_store ? elsewhere : shared);
}

std::string place_text(const Trace& trace, const LaneRecord& record) {
  const Site& site = trace.sites[record.site];
  if (site.kind == EventKind::async_copy) {
    return fmt::format(" from {} to {}", global_text(trace, record.place),
                       shared_text(trace, record.destination));
  }
  switch (site.space) {
    case Space::shared:
      return " at " + shared_text(trace, record.place);
    case Space::local:
      return fmt::format(" at local+{}", record.place.offset);
    case Space::distributed:
      return fmt::format(" at distributed+{}", record.place.offset);
    case Space::none:
      if (site.kind == EventKind::shuffle) return fmt::format(" from lane {}", record.place.offset);
      return record.taken ? ", taken" : "";
    default:
      return " at " + global_text(trace, record.place);
  }
}

// `others`: what it became, or was to be.
std::string record_text(const Trace& trace, Records records, Records others, std::size_t at) {
  if (at >= records.size()) return "nothing";
  std::string ptx = trace.sites[records[at].site].ptx;
  if (ptx.ends_with(';')) ptx.pop_back();
  if (!trace::is_bulk_copy(trace.sites[records[at].site].kind))
    return ptx + place_text(trace, records[at]);
  return ptx + unit_text(trace, records[at], at < others.size() ? others[at] : LaneRecord{});
}

class Comparison {
 public:
  Comparison(const Trace& expected, const Trace& actual, const ParityOptions& options,
             Parity& result)
      : expected_(expected), actual_(actual), options_(options), result_(result) {
    for (const trace::Finding& finding : expected.findings) {
      if (finding.kind != trace::FindingKind::inactive_shuffle) continue;
      for (std::uint32_t site = 0; site < expected.sites.size(); ++site) {
        if (expected.sites[site].ptx_line == finding.ptx_line) undefined_sources_.insert(site);
      }
    }
  }

  void compare(const LaneRecords& expected, const LaneRecords& actual) {
    for (std::size_t lane = 0; lane < expected.lanes(); ++lane) {
      compare_lane(expected.name(lane), expected.of(lane), actual.of(lane));
    }
  }

 private:
  void compare_lane(const LaneName& name, Records expected, Records actual) {
    const auto is_same = [&](const LaneRecord& a, const LaneRecord& b) {
      return is_same_access(a, b) || (a.site == b.site && undefined_sources_.contains(a.site));
    };
    const auto same = std::ranges::mismatch(expected, actual, is_same).in1;
    const auto at = static_cast<std::size_t>(same - expected.begin());
    result_.records += expected.size();
    if (at == std::max(expected.size(), actual.size())) {
      compare_masks(name, expected, actual);
      return;
    }
    ++result_.lanes_different;
    if (result_.differences.size() >= options_.most) return;
    const std::uint32_t site = at < expected.size() ? expected[at].site : actual[at].site;
    result_.differences.push_back({{name, at, site},
                                   record_text(expected_, expected, actual, at),
                                   record_text(actual_, actual, expected, at)});
  }

  void compare_masks(const LaneName& name, Records expected, Records actual) {
    result_.masks += expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i].mask == actual[i].mask) continue;
      ++result_.masks_different;
      if (result_.mask_differences.size() >= options_.most) continue;
      result_.mask_differences.push_back(
          {{name, i, expected[i].site}, expected[i].mask, actual[i].mask});
    }
  }

  const Trace& expected_;
  const Trace& actual_;
  const ParityOptions& options_;
  Parity& result_;
  // Shuffles from a lane that is gone: PTX leaves open what they take, and so from where.
  std::set<std::uint32_t> undefined_sources_;
};

std::vector<std::uint32_t> different_totals(const Trace& expected, const Trace& actual,
                                            const std::set<std::uint32_t>& left_out) {
  std::vector<std::uint32_t> sites;
  for (std::uint32_t i = 0; i < expected.totals.size(); ++i) {
    if (left_out.contains(i)) continue;
    if (i >= actual.totals.size() || expected.totals[i] != actual.totals[i]) sites.push_back(i);
  }
  return sites;
}

std::string name_text(const RecordName& at, const Trace& trace) {
  const Site& site = trace.sites[at.site];
  const std::string block =
      at.lane.block == trace::kNone ? "any block" : fmt::format("block {}", at.lane.block);
  return fmt::format("{}:{}, {} warp {} lane {}, access {}", site.file.empty() ? "PTX" : site.file,
                     site.file.empty() ? site.ptx_line : site.line, block, at.lane.warp,
                     at.lane.lane, at.record);
}

}  // namespace

bool Parity::is_equal() const {
  return incomparable.empty() && lanes_different == 0 &&
         (sites_different.empty() || masks_different > 0);
}

Parity parity(const Trace& expected, const Trace& actual, const ParityOptions& options) {
  Parity result;
  result.incomparable = why_incomparable(expected, actual);
  if (!result.incomparable.empty()) return result;
  const LaneRecords lanes(expected, options.waits), others(actual, options.waits);
  Comparison(expected, actual, options, result).compare(lanes, others);
  const bool is_free = (expected.order_dependent || actual.order_dependent) && !options.same_order;
  if (is_free && result.lanes_different > 0) {
    result = {};
    result.any_order = true;
    Comparison(expected, actual, options, result)
        .compare(lanes.without_order(), others.without_order());
  }
  result.sites_different = different_totals(expected, actual, options.waits);
  return result;
}

std::string text_of(const LaneDifference& difference, const Trace& trace) {
  return fmt::format("{}: {} became {}", name_text(difference.at, trace), difference.expected,
                     difference.actual);
}

std::string text_of(const MaskDifference& difference, const Trace& trace) {
  return fmt::format("{}: mask {:08x} became {:08x} at {}", name_text(difference.at, trace),
                     difference.expected, difference.actual, trace.sites[difference.at.site].ptx);
}

}  // namespace warplens::analysis
