#include "viz/explain/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace warplens::explain {
namespace {

using trace::SiteTotals;

std::uint64_t count_of(const std::vector<Part>& parts, Cause cause) {
  const auto at = std::ranges::find(parts, cause, &Part::cause);
  return at == parts.end() ? 0 : at->count;
}

std::uint64_t all_of(const std::vector<Part>& parts) {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.count;
  return sum;
}

double over(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// "4", "2.5"
std::string short_number(double value) {
  const bool is_whole = std::abs(value - std::round(value)) < 0.005;
  return is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

Text conflict_answer(const ExplainedAccess& access, std::uint64_t conflicts) {
  const std::uint64_t wavefronts = all_of(access.wavefronts);
  if (!access.crowd) {
    return tr("{} of its {} wavefronts are bank conflicts; no single event of it was kept.",
              conflicts, wavefronts);
  }
  const Crowd& crowd = *access.crowd;
  return tr(
      "{} of its {} wavefronts are bank conflicts: lanes {} want {} different words of bank {} "
      "(block {}, warp {}).",
      conflicts, wavefronts, lane_list(crowd.lanes), crowd.words, crowd.bank, crowd.block,
      crowd.warp);
}

Text one_word_answer(const ExplainedAccess& access, std::uint64_t turns) {
  const Crowd& crowd = *access.crowd;
  return tr(
      "{} of its {} wavefronts are turns: lanes {} update one word, one after another (block {}, "
      "warp {}).",
      turns, all_of(access.wavefronts), lane_list(crowd.lanes), crowd.block, crowd.warp);
}

Text pieces_answer(const ExplainedAccess& access, std::uint64_t pieces) {
  return tr(
      "{} of its {} wavefronts come from what cannot be copied together: past L1, both lanes of a "
      "32-byte sector have to go to one 32-byte place of shared memory, and a wavefront is of one "
      "128-byte line on either side. The counter of bank conflicts stays 0.",
      pieces, all_of(access.wavefronts));
}

Text no_conflict_answer(const ExplainedAccess& access) {
  const std::uint64_t requests = access.counted.requests;
  const double each = over(all_of(access.wavefronts), requests);
  if (count_of(access.wavefronts, Cause::width) == 0) {
    return tr("No bank conflict: one wavefront a request.");
  }
  if (access.crowd && access.crowd->merged) {
    return tr(
        "No bank conflict: {0} bytes a lane take {1} wavefronts a request, half of what they would "
        "take if neighbouring lanes did not want the same bytes. Over requests it is {1}-way.",
        access.width, short_number(each));
  }
  if (access.width == 0 || access.kind == AccessClass::matrix_load ||
      access.kind == AccessClass::matrix_store) {
    return tr(
        "No bank conflict: {0} wavefronts a request, 128 bytes each. Over requests it is "
        "{0}-way.",
        short_number(each));
  }
  return tr(
      "No bank conflict: {0} bytes a lane take {1} wavefronts a request, 128 bytes each. Over "
      "requests it is {1}-way.",
      access.width, short_number(each));
}

Text shared_answer(const ExplainedAccess& access) {
  if (!access.counted.modelled) {
    return tr("Its wavefronts are not counted: the memory model has no rule for it.");
  }
  if (const auto turns = count_of(access.wavefronts, Cause::same_address))
    return one_word_answer(access, turns);
  if (const auto conflicts = count_of(access.wavefronts, Cause::conflicts))
    return conflict_answer(access, conflicts);
  if (const auto pieces = count_of(access.wavefronts, Cause::pieces))
    return pieces_answer(access, pieces);
  return no_conflict_answer(access);
}

Text apart_answer(const ExplainedAccess& access, std::uint64_t excess) {
  const std::uint64_t sectors = all_of(access.sectors);
  const std::string used = short_number(over(access.counted.bytes_used, access.counted.sectors));
  if (access.kind == AccessClass::async_copy && access.counted.sectors != 0 && access.spread &&
      access.spread->sectors > access.spread->ideal_sectors && excess * 2 == sectors) {
    return tr(
        "{} of its {} sectors are beyond those that the bytes fill: the two lanes of a sector copy "
        "to different places, so it is fetched for each.",
        excess, sectors);
  }
  if (access.spread && access.spread->stride) {
    return tr(
        "{} of its {} sectors are beyond those that the bytes fill: neighbouring lanes are {} "
        "bytes apart, so {} of a sector's 32 bytes are wanted.",
        excess, sectors, std::abs(*access.spread->stride), used);
  }
  return tr(
      "{} of its {} sectors are beyond those that the bytes fill: lanes lie apart without one "
      "distance, and {} of a sector's 32 bytes are wanted.",
      excess, sectors, used);
}

Text global_answer(const ExplainedAccess& access) {
  const std::uint64_t sectors = all_of(access.sectors);
  if (const auto excess = count_of(access.sectors, Cause::apart))
    return apart_answer(access, excess);
  if (const auto excess = count_of(access.sectors, Cause::misaligned)) {
    return tr(
        "{} of its {} sectors are beyond those that the bytes fill: lanes lie side by side, but "
        "begin within a sector ({} bytes into it in block {}, warp {}).",
        excess, sectors, access.spread->into_sector, access.spread->block, access.spread->warp);
  }
  return tr("As few sectors as its bytes fill: {} a request.",
            short_number(over(sectors, access.counted.requests)));
}

// "global load, global store"
Text class_list(const Explanation& explanation) {
  Text list;
  for (const AccessClass kind : explanation.classes) {
    if (kind < AccessClass::async_copy) continue;
    list = list.empty() ? Text(words_of(kind)) : tr("{}, {}", list, words_of(kind));
  }
  return list.empty() ? Text(tr("none that is recorded")) : list;
}

// Of a class's wavefronts, as the rule of the profiler reads them.
Text way_headline(const TextView& what, const SiteTotals& counted, std::uint64_t wavefronts) {
  const std::uint64_t requests = counted.requests;
  const std::uint64_t lost = wavefronts - std::min(wavefronts, counted.wavefronts);
  const std::uint64_t least = counted.wavefronts - counted.conflicts;
  return tr(
      "{}: {}-way on average is {} wavefronts over {} requests: {} one a request, {} for the "
      "width, {} conflicts of addresses, {} lost to other traffic.",
      what, fmt::format("{:.1f}", over(wavefronts, requests)), wavefronts, requests,
      std::min(requests, least), least - std::min(requests, least), counted.conflicts, lost);
}

// What the report measured; what is counted where it did not, or where the launches differ.
std::uint64_t wavefronts_of(const Explanation& explanation, std::string_view name,
                            const SiteTotals& counted) {
  for (const ExplainedMetric& row : explanation.metrics) {
    if (row.metric->name == name && explanation.is_same_launch && row.measured >= 0) {
      return static_cast<std::uint64_t>(std::llround(row.measured));
    }
  }
  return counted.wavefronts;
}

void add_way(const Explanation& explanation, const TextView& what, std::string_view name,
             const SiteTotals& counted, std::vector<Text>& lines) {
  const std::uint64_t wavefronts = wavefronts_of(explanation, name, counted);
  if (counted.requests == 0 || !counted.modelled) return;
  if (wavefronts <= counted.requests) return;
  lines.push_back(way_headline(what, counted, wavefronts));
}

}  // namespace

std::string lane_list(std::uint32_t lanes) {
  std::string text;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    std::uint32_t last = lane;
    while (last < 31 && (lanes >> (last + 1) & 1) != 0) ++last;
    if (!text.empty()) text += ", ";
    text += last > lane ? fmt::format("{}-{}", lane, last) : fmt::format("{}", lane);
    lane = last;
  }
  return text;
}

std::vector<Text> answers(const ExplainedAccess& access) {
  std::vector<Text> sentences;
  if (!access.wavefronts.empty() || (has_shared_side(access.kind) && !access.counted.modelled)) {
    sentences.push_back(shared_answer(access));
  }
  if (!access.sectors.empty()) sentences.push_back(global_answer(access));
  return sentences;
}

Text rest_answer(const ExplainedAccess& access) {
  const std::uint64_t executed = access.measured ? access.measured->executed : 0;
  switch (access.rest) {
    case Rest::none:
      return {};
    case Rest::other_launch:
      return tr(
          "The profiled launch made {} requests here, this one {}: give it the grid, block and "
          "sizes of the profiled one.",
          executed, access.counted.requests);
    case Rest::without_rule:
      return tr("What was measured is something else: the memory model has no rule for it.");
    case Rest::another_order:
      return tr("What was measured is of another order of blocks: this kernel can tell it.");
    case Rest::uncertain:
      return tr("What was measured may be of other instructions: {}", access.doubt);
    case Rest::missed_copies:
      return tr("Fewer were measured: profilers have missed cp.async under a predicate before.");
    default:
      return tr("What was measured is something else, for no reason that is known here.");
  }
}

Text rest_answer(const ExplainedMetric& metric, const Explanation& explanation) {
  switch (metric.rest) {
    case Rest::none:
      return {};
    case Rest::other_launch:
      return tr("The profiled launch has another grid or block than this one.");
    case Rest::without_rule:
      return tr("The memory model has no rule for some of the accesses.");
    case Rest::another_order:
      return tr("Blocks can tell in which order they run: another costs something else.");
    case Rest::uncertain:
      return tr("The figure here is the PTX's: the GPU may execute other accesses.");
    case Rest::arbitration:
      return tr(
          "{} more than the addresses cause: the counter has passes that lost shared memory's pipe "
          "to other traffic (here: {}). No other layout in shared memory removes them; the "
          "source page's L1 Wavefronts Shared Excessive is without them.",
          short_number(metric.measured - *metric.counted), class_list(explanation));
    case Rest::missed_copies:
      return tr("This counter has missed cp.async under a predicate before; here some has one.");
    default:
      return tr("Measured and counted differ, for no reason that is known here.");
  }
}

std::vector<Text> headlines(const Explanation& explanation) {
  constexpr TextView kLoads = tr("Shared loads"), kStores = tr("Shared stores");
  std::vector<Text> lines;
  const analysis::KernelTotals& totals = explanation.totals;
  add_way(explanation, kLoads, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
          totals.shared_load, lines);
  add_way(explanation, kStores, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
          totals.shared_store, lines);
  const SiteTotals& loads = totals.global_load;
  if (loads.sectors > loads.ideal_sectors) {
    lines.push_back(
        tr("Global loads: {} of the 32 bytes of a sector are used on average; {} of {} sectors "
           "are beyond those that the bytes fill.",
           fmt::format("{:.1f}", over(loads.bytes_used, loads.sectors)),
           loads.sectors - loads.ideal_sectors, loads.sectors));
  }
  return lines;
}

}  // namespace warplens::explain
