#include "app/features/occupancy/occupancy_report.h"

#include "app/cli/text/print.h"
#include "kernels/base/json.h"
#include "viz/analysis/limits/occupancy_text.h"

namespace warplens::cli {

namespace {

Json limiting_json(const analysis::Occupancy& occupancy) {
  Json all = Json::array();
  for (const analysis::SmLimit limit : analysis::kAllSmLimits) {
    if (occupancy.limits(limit)) all.push_back(analysis::id_of(limit));
  }
  return all;
}

Json on_chip(const analysis::Chip& chip, const analysis::Multiprocessor& sm,
             const analysis::BlockNeeds& needs) {
  const analysis::Occupancy occupancy = analysis::occupancy(sm, needs);
  return {{"chip", chip.id},
          {"name", chip.name},
          {"blocks_an_sm", occupancy.blocks},
          {"resident_warps", occupancy.warps},
          {"warps", sm.warps},
          {"limited_by", limiting_json(occupancy)}};
}

// "warps, registers"
std::string limits_text(const ui::Speech& speech, const Json& limits) {
  std::string text;
  for (const Json& limit : limits) {
    const TextView name = analysis::name_of(*analysis::sm_limit_named(limit.get<std::string>()));
    text = text.empty() ? std::string(speech.say(name))
                        : speech.say(tr(tr_in("numbers", "{}, {}"), text, name));
  }
  return text;
}

}  // namespace

Json occupancy_json(const std::vector<analysis::Chip>& chips, const Json& reported,
                    const analysis::BlockNeeds& launch) {
  Json rows = Json::array();
  for (const analysis::Chip& chip : chips) {
    const auto report = reported.find(std::to_string(chip.capability));
    const analysis::Multiprocessor* sm = analysis::multiprocessor(chip.capability);
    if (launch.threads == 0 || report == reported.end() || sm == nullptr) continue;
    analysis::BlockNeeds needs = launch;
    needs.registers = report->at("registers").get<std::uint32_t>();
    needs.shared_bytes += report->at("shared_bytes").get<std::uint32_t>();
    rows.push_back(on_chip(chip, *sm, needs));
  }
  return rows;
}

void print_occupancy(const ui::Speech& speech, const Json& rows) {
  if (rows.empty()) return;
  print_text("  {:28} {:>13} {:>15}   {}\n", "", speech.say(tr_in("column", "blocks an SM")),
             speech.say(tr("resident warps")), speech.say(tr("limited by")));
  for (const Json& row : rows) {
    const std::string warps = speech.say(tr("{} of {}", row["resident_warps"].get<std::uint32_t>(),
                                            row["warps"].get<std::uint32_t>()));
    print_text("  {:28} {:>13} {:>15}   {}\n", row["name"].get<std::string>(),
               row["blocks_an_sm"].get<std::uint32_t>(), warps,
               limits_text(speech, row["limited_by"]));
  }
}

}  // namespace warplens::cli
