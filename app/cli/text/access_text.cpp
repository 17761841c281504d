#include "app/cli/text/access_text.h"

#include <bit>

#include "kernels/base/json.h"
#include "kernels/cost/access_kind.h"

namespace warplens::cli {

namespace {

using analysis::ExplainedEvent;
using analysis::SharedGroup;
using trace::EventKind;
using trace::Space;

bool has_sectors(const ExplainedEvent& access) {
  return access.site->space == Space::global || access.site->space == Space::local ||
         access.site->kind == EventKind::async_copy;
}

// By their offset in what is accessed.
std::vector<std::uint64_t> sectors_of(const ExplainedEvent& access) {
  std::vector<std::uint64_t> sectors = access.sectors;
  if (access.site->kind != EventKind::async_copy) return sectors;
  for (std::uint64_t& sector : sectors) sector -= analysis::kCopySource / analysis::kSectorBytes;
  return sectors;
}

bool has_shared_side(const ExplainedEvent& access) {
  return access.site->space == Space::shared || access.site->kind == EventKind::async_copy;
}

// "0-7,16"
std::string lane_list(std::uint32_t lanes) {
  std::string text;
  while (lanes != 0) {
    const int first = std::countr_zero(lanes);
    const int length = std::countr_one(lanes >> first);
    if (!text.empty()) text += ',';
    text +=
        length == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, first + length - 1);
    lanes &= first + length >= 32 ? 0u : ~0u << (first + length);
  }
  return text;
}

std::string deepest_banks(const SharedGroup& group) {
  std::uint32_t banks = 0;
  for (std::uint32_t bank = 0; bank < analysis::kBanks; ++bank) {
    if (group.depth[bank] == group.wavefronts) banks |= 1u << bank;
  }
  return lane_list(banks);
}

Text counted(std::uint64_t count, TextView one, TextView several) {
  return tr(count == 1 ? one : several, count);
}

Text bytes_text(std::uint64_t count) { return counted(count, tr("{} byte"), tr("{} bytes")); }

Text wavefronts_text(std::uint64_t count) {
  return counted(count, tr("{} wavefront"), tr("{} wavefronts"));
}

std::string sector_side(const ui::Speech& speech, const ExplainedEvent& access) {
  const auto& cost = access.cost;
  const bool is_local = access.site->space == Space::local;
  const TextView format = is_local ? tr("local: {}, {} ({} at best), {} used of {} moved")
                                   : tr("global: {}, {} ({} at best), {} used of {} moved");
  std::string text =
      speech.say(tr(format, counted(cost.requests, tr("{} request"), tr("{} requests")),
                    counted(cost.sectors, tr("{} sector"), tr("{} sectors")), cost.ideal_sectors,
                    bytes_text(cost.bytes_used), cost.sectors * analysis::kSectorBytes)) +
      "\n";
  if (is_local) return text;  // where in memory they lie, hardware does not say
  text += fmt::format("  {}", speech.say(tr("sectors (offset / 32):")));
  for (const std::uint64_t sector : sectors_of(access)) {
    text += fmt::format(" {}", sector);
  }
  return text + "\n";
}

Text group_text(const SharedGroup& group) {
  const std::string banks = deepest_banks(group);
  const Text why = banks.empty() ? Text(tr("as many lanes read or write one column"))
                                 : tr("deepest in bank {}", banks);
  return tr("lanes {}: {}, {}", lane_list(group.lanes), wavefronts_text(group.wavefronts), why);
}

std::string shared_side(const ui::Speech& speech, const ExplainedEvent& access) {
  const auto& cost = access.cost;
  std::string text =
      speech.say(tr("shared: {} ({} at best), {}, {}-way", wavefronts_text(cost.wavefronts),
                    cost.ideal_wavefronts,
                    counted(cost.conflicts, tr("{} bank conflict"), tr("{} bank conflicts")),
                    cost.max_way)) +
      "\n";
  const auto add = [&](const Text& line) { text += fmt::format("  {}\n", speech.say(line)); };
  if (access.shared.merged)
    add(tr("neighbouring groups merge: pairs of lanes want the same address"));
  for (const SharedGroup& group : access.shared.groups) add(group_text(group));
  return text;
}

Json group_json(const SharedGroup& group) {
  Json lanes = Json::array();
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((group.lanes >> lane & 1) != 0) lanes.push_back(lane);
  }
  Json banks = Json::array();
  for (std::uint32_t bank = 0; bank < analysis::kBanks; ++bank) {
    if (group.depth[bank] > 0) banks.push_back({{"bank", bank}, {"depth", group.depth[bank]}});
  }
  return {{"lanes", lanes}, {"wavefronts", group.wavefronts}, {"banks", banks}};
}

}  // namespace

std::string explain(const ui::Speech& speech, const ExplainedEvent& access) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.view.mask));
  std::string text =
      speech.say(tr("{}, {} a lane, {}", access.site->ptx, bytes_text(access.site->width),
                    counted(lanes, tr("{} active lane"), tr("{} active lanes")))) +
      "\n";
  if (has_sectors(access)) text += sector_side(speech, access);
  if (!has_shared_side(access)) return text;
  if (access.cost.modelled) return text + shared_side(speech, access);
  return text + fmt::format("{}\n", speech.say(tr("shared: not modelled")));
}

Json explain_json(const ExplainedEvent& access) {
  const auto& cost = access.cost;
  Json json = {{"instruction", access.site->ptx},
               {"width", access.site->width},
               {"mask", access.view.mask},
               {"requests", cost.requests},
               {"modelled", cost.modelled}};
  if (has_sectors(access)) {
    json["sectors"] = cost.sectors;
    json["ideal_sectors"] = cost.ideal_sectors;
    json["bytes_used"] = cost.bytes_used;
    json["bytes_moved"] = cost.sectors * analysis::kSectorBytes;
    json["touched_sectors"] = sectors_of(access);
  }
  if (!has_shared_side(access) || !cost.modelled) return json;
  json["wavefronts"] = cost.wavefronts;
  json["ideal_wavefronts"] = cost.ideal_wavefronts;
  json["conflicts"] = cost.conflicts;
  json["max_way"] = cost.max_way;
  json["merged"] = access.shared.merged;
  Json& groups = json["groups"] = Json::array();
  for (const SharedGroup& group : access.shared.groups) groups.push_back(group_json(group));
  return json;
}

std::string predicted_columns(const ExplainedEvent& access) {
  if (!access.cost.modelled) return "-\t-";
  if (has_shared_side(access)) {
    return fmt::format("{}\t{}", access.cost.wavefronts, access.cost.conflicts);
  }
  return fmt::format("{}\t{}", access.cost.requests, access.cost.sectors);
}

}  // namespace warplens::cli
