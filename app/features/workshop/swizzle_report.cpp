#include "app/features/workshop/swizzle_report.h"

#include <algorithm>
#include <bit>

#include "kernels/base/json.h"
#include "viz/swizzle/layout_map.h"

namespace warplens::cli {

namespace {

using swizzle::Direction;
using swizzle::PatternAnswer;
using swizzle::Placement;
using swizzle::SwizzleAnswer;

// What a layout's text comes to.
Text layout_line(const cute::ComposedLayout& composed) {
  return tr("layout {}: size {}, cosize {}, rank {}, depth {}", cute::text_of(composed),
            cute::size(composed.layout), cute::cosize(composed.layout), composed.layout.rank(),
            cute::depth(composed.layout));
}

Text proof_line(const SwizzleAnswer& answer) {
  if (answer.after.is_bijection())
    return tr("bijection: each of the {} elements has a place of its own",
              answer.spec.tile.elements());
  const swizzle::Collision& two = *answer.after.collision;
  return tr("no bijection: elements ({}, {}) and ({}, {}) are both at {}", two.first.row,
            two.first.column, two.second.row, two.second.column, two.offset);
}

Text bytes_line(const SwizzleAnswer& answer) {
  return tr("bytes: {}, {} of them lost; aligned groups of up to {} bytes stay whole",
            answer.after.bytes, answer.after.bytes_lost, answer.after.vector_bytes);
}

std::string row(std::string_view who, const std::string& how, const PatternAnswer& pattern) {
  if (pattern.after.fault.has_value())
    return fmt::format("{:6}{:24}{:>9}{:>12}\n", who, how, pattern.accesses.warps.size(), "-");
  return fmt::format("{:6}{:24}{:>9}{:>12}{:>7}{:>7}{:>7}{:>13}\n", who, how,
                     pattern.accesses.warps.size(), pattern.after.wavefronts, pattern.after.worst,
                     pattern.after.ways, pattern.after.ideal, pattern.before.wavefronts);
}

TextView seen_in_the_run(const SwizzleAnswer& answer) {
  if (answer.run->verdict == trace::Verdict::match)
    return tr("same addresses, same wavefronts, right data");
  if (!answer.works())
    return tr("same addresses; data are not compared, they cannot come back right");
  return tr(
      "same addresses, same wavefronts; data are not compared, not all that is read was written");
}

// Below the table.
std::vector<Text> last_lines(const SwizzleAnswer& answer) {
  std::vector<Text> lines;
  if (const auto& fault = answer.write.after.fault; fault.has_value())
    lines.push_back(tr("writing is not possible with this map: {}", fault->text));
  if (const auto& fault = answer.read.after.fault; fault.has_value())
    lines.push_back(tr("reading is not possible with this map: {}", fault->text));
  lines.push_back(tr("A kernel with these accesses ran on the CPU: {}.", seen_in_the_run(answer)));
  return lines;
}

std::string headings(const ui::Speech& speech) {
  return fmt::format("{:30}{:>9}{:>12}{:>7}{:>7}{:>7}{:>13}\n", "", speech.say(tr("accesses")),
                     speech.say(tr("wavefronts")), speech.say(tr("worst")), speech.say(tr("n-way")),
                     speech.say(tr("ideal")), speech.say(tr("without map")));
}

Json lanes_json(const swizzle::WarpAccess& warp, const SwizzleAnswer& answer,
                const Placement& placement) {
  const trace::EventView event = event_of(warp, answer.spec.tile, placement);
  Json lanes = Json::array();
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool is_active = (warp.mask >> lane & 1) != 0;
    lanes.push_back(is_active ? static_cast<std::int64_t>(event.address[lane]) : -1);
  }
  return lanes;
}

// What code that works would count; nothing behind a fault.
Json costs_json(const swizzle::PatternCost& cost) {
  if (cost.fault.has_value()) return {{"fault", cost.fault->text.in(Language::en)}};
  return {{"wavefronts", cost.wavefronts},
          {"worst", cost.worst},
          {"ways", cost.ways},
          {"ideal", cost.ideal}};
}

Json pattern_json(const std::string& how, const PatternAnswer& pattern,
                  const SwizzleAnswer& answer) {
  Json json = {{"pattern", how},
               {"accesses", pattern.accesses.warps.size()},
               {"lane_bytes", pattern.accesses.site.width}};
  json.update(costs_json(pattern.after));
  json["without_map"] = costs_json(pattern.before);
  Json each = Json::array();
  for (std::size_t i = 0; i < pattern.accesses.warps.size(); ++i) {
    Json access = {{"offsets", lanes_json(pattern.accesses.warps[i], answer, answer.after)}};
    if (!pattern.after.fault.has_value())
      access["wavefronts"] = pattern.after.accesses[i].wavefronts;
    each.push_back(std::move(access));
  }
  json["each"] = std::move(each);
  return json;
}

Json banks_json(const SwizzleAnswer& answer, const Placement& placement) {
  const swizzle::Tile& tile = answer.spec.tile;
  Json rows = Json::array();
  for (std::uint32_t r = 0; r < tile.rows; ++r) {
    Json banks = Json::array();
    for (std::uint32_t c = 0; c < tile.columns; ++c)
      banks.push_back(bank_of(tile, placement.offsets[tile.plain_offset({r, c})]));
    rows.push_back(std::move(banks));
  }
  return rows;
}

Json candidate_json(const std::optional<swizzle::Candidate>& candidate) {
  if (!candidate.has_value()) return nullptr;
  return {{"map", text_of(candidate->map)},
          {"wavefronts", candidate->wavefronts},
          {"bytes_lost", candidate->bytes_lost}};
}

void add_proof(const SwizzleAnswer& answer, Json& json) {
  json["bijection"] = answer.after.is_bijection();
  if (answer.after.is_bijection()) return;
  const swizzle::Collision& two = *answer.after.collision;
  json["collision"] = {{"first", {two.first.row, two.first.column}},
                       {"second", {two.second.row, two.second.column}},
                       {"element_offset", two.offset}};
}

}  // namespace

Text tile_line(const swizzle::Tile& tile) {
  const TextView format = tile.order == swizzle::Order::row
                              ? tr("tile {}x{} of {}-byte elements, row order")
                              : tr("tile {}x{} of {}-byte elements, column order");
  return tr(format, tile.rows, tile.columns, tile.element_bytes);
}

Text map_line(const swizzle::SwizzleSpec& spec, const std::string& formula) {
  const Text line = tr("map {}: element (row, col) is at {}", text_of(spec.map), formula);
  if (spec.map.kind != swizzle::Map::Kind::cute) return line;
  const auto& cute = spec.map.cute;
  return tr("{} (in elements; in bytes Swizzle<{},{},{}>)", line, cute.bits,
            cute.base + std::countr_zero(spec.tile.element_bytes), cute.shift);
}

Json found_json(const swizzle::Found& found) {
  return {{"best", candidate_json(found.best)},
          {"none", candidate_json(found.plain)},
          {"padding", candidate_json(found.padding)},
          {"swizzle", candidate_json(found.swizzle)},
          {"ideal", found.ideal},
          {"tried", found.tried},
          {"reason", found.reason.in(Language::en)}};
}

std::string swizzle_text(const ui::Speech& speech, const SwizzleAnswer& answer,
                         const std::optional<swizzle::Found>& found) {
  const auto& spec = answer.spec;
  std::string text;
  const auto add = [&](const Text& line) { text += speech.say(line) + '\n'; };
  if (found.has_value()) add(found->reason);
  add(tile_line(spec.tile));
  add(map_line(spec, answer.formula));
  if (spec.map.kind == swizzle::Map::Kind::layout) {
    if (const auto composed = swizzle::layout_of(spec.map)) add(layout_line(*composed));
  }
  add(proof_line(answer));
  add(bytes_line(answer));
  text += '\n' + headings(speech);
  text += row(speech.say(tr("write")), text_of(spec.write, Direction::write), answer.write);
  text += row(speech.say(tr("read")), text_of(spec.read, Direction::read), answer.read);
  text += '\n';
  std::ranges::for_each(last_lines(answer), add);
  return text;
}

std::string presets_text(const ui::Speech& speech) {
  const auto ways = [&](const swizzle::PatternCost& cost) {
    return cost.fault.has_value() ? std::string("-")
                                  : speech.say(ui::Str::workshop_preset_cost, cost.ways);
  };
  std::string text = fmt::format("{:34}{:>10}{:>10}{:>10}  {}\n", "", "rows.16B", "ldmatrix",
                                 "columns", speech.say(tr("layout")));
  for (const swizzle::Preset& each : swizzle::presets()) {
    const auto costs = swizzle::costs_of(each);
    if (!costs.has_value()) continue;
    text += fmt::format("{:34}{:>10}{:>10}{:>10}  {}\n", each.name.in(speech.language),
                        ways(costs->row_write), ways(costs->matrix_read), ways(costs->column_read),
                        text_of(costs->spec.map));
  }
  return text;
}

Json swizzle_json(const SwizzleAnswer& answer, const std::optional<swizzle::Found>& found) {
  const auto& spec = answer.spec;
  Json json = {{"spec", text_of(spec)}, {"map", text_of(spec.map)}, {"formula", answer.formula}};
  if (spec.map.kind == swizzle::Map::Kind::layout)
    json["layout"] = swizzle::layout_phrase(spec.map);
  if (found.has_value()) json["found"] = found_json(*found);
  add_proof(answer, json);
  json["works"] = answer.works();
  json["bytes"] = answer.after.bytes;
  json["bytes_lost"] = answer.after.bytes_lost;
  json["vector_bytes"] = answer.after.vector_bytes;
  json["write"] = pattern_json(text_of(spec.write, Direction::write), answer.write, answer);
  json["read"] = pattern_json(text_of(spec.read, Direction::read), answer.read, answer);
  json["banks_without_map"] = banks_json(answer, answer.before);
  json["banks"] = banks_json(answer, answer.after);
  json["run_verdict"] = trace::name_of(answer.run->verdict);
  return json;
}

}  // namespace warplens::cli
