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

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string sector_side(const ExplainedEvent& access) {
  const auto& cost = access.cost;
  const bool is_local = access.site->space == Space::local;
  std::string text = fmt::format(
      "{}: {}, {} ({} at best), {} used of {} moved\n", is_local ? "local" : "global",
      plural(cost.requests, "request"), plural(cost.sectors, "sector"), cost.ideal_sectors,
      plural(cost.bytes_used, "byte"), cost.sectors * analysis::kSectorBytes);
  if (is_local) return text;  // where in memory they lie, hardware does not say
  text += "  sectors (offset / 32):";
  for (const std::uint64_t sector : sectors_of(access)) {
    text += fmt::format(" {}", sector);
  }
  return text + "\n";
}

std::string shared_side(const ExplainedEvent& access) {
  const auto& cost = access.cost;
  std::string text =
      fmt::format("shared: {} ({} at best), {}, {}-way\n", plural(cost.wavefronts, "wavefront"),
                  cost.ideal_wavefronts, plural(cost.conflicts, "bank conflict"), cost.max_way);
  if (access.shared.merged)
    text += "  neighbouring groups merge: pairs of lanes want the same address\n";
  for (const SharedGroup& group : access.shared.groups) {
    const std::string banks = deepest_banks(group);
    text += fmt::format(
        "  lanes {}: {}, {}\n", lane_list(group.lanes), plural(group.wavefronts, "wavefront"),
        banks.empty() ? "as many lanes read or write one column" : "deepest in bank " + banks);
  }
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

std::string explain(const ExplainedEvent& access) {
  std::string text = fmt::format(
      "{}, {} a lane, {}\n", access.site->ptx, plural(access.site->width, "byte"),
      plural(static_cast<std::uint64_t>(std::popcount(access.view.mask)), "active lane"));
  if (has_sectors(access)) text += sector_side(access);
  if (!has_shared_side(access)) return text;
  return text + (access.cost.modelled ? shared_side(access) : "shared: not modelled\n");
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
