#include "app/features/machine_code/registers_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "kernels/base/source_name.h"
#include "kernels/base/trimmed.h"
#include "kernels/sass/assembled.h"

namespace warplens::cli {
namespace {

using code::CodeModel;
using code::SassCodeRow;
using code::Spill;

std::uint32_t ptx_line_of(const CodeModel& model, const SassCodeRow& row) {
  return row.ptx == trace::kNone ? 0 : model.ptx[row.ptx].line;
}

// 0: not known.
std::uint32_t source_line_of(const CodeModel& model, const SassCodeRow& row) {
  if (row.ptx == trace::kNone || model.ptx[row.ptx].source.empty()) return 0;
  return model.source[model.ptx[row.ptx].source.front()].line;
}

// "at line 57", "at PTX line 118", "at 0x02a0".
Text place_of(const CodeModel& model, const SassCodeRow& row) {
  if (const std::uint32_t line = source_line_of(model, row)) return tr("at line {}", line);
  if (const std::uint32_t line = ptx_line_of(model, row)) return tr("at PTX line {}", line);
  return tr("at {:#06x}", row.address);
}

class RegistersText {
 public:
  RegistersText(const ui::Speech& speech, const CodeModel& model)
      : speech_(speech), model_(model) {}

  std::string make() {
    heading();
    peak();
    spills();
    blocks();
    lines();
    return std::move(text_);
  }

 private:
  void line(const Text& words) { text_ += "  " + speech_.say(words) + "\n"; }

  void heading() {
    const std::string who =
        fmt::format("{}: {}, sm_{}", model_.kernel, source_name(model_.entry), model_.capability);
    text_ += who + "\n";
    if (model_.needs) {
      line(tr("{} registers a thread, {} threads a block", model_.needs->registers,
              model_.needs->threads));
    } else {
      line(tr("how many registers a thread has is ptxas's to say, which is not here"));
    }
  }
  void peak() {
    if (!model_.pressure.is_known) {
      return line(tr("what is live is nvdisasm's to say, which did not"));
    }
    const SassCodeRow& at = model_.sass[model_.pressure.peak_at];
    const auto& most = model_.pressure.peak;
    line(tr("at most {} live, {}: {}", most.general, place_of(model_, at), at.text));
    line(tr("uniform registers: at most {} live; predicates: at most {}", most.uniform,
            most.predicates));
  }
  void spills() {
    const auto& all = model_.pressure.spills;
    if (all.empty()) return line(tr("no spills"));
    const auto stores = std::ranges::count(all, true, &Spill::is_store);
    line(tr("spills: {} stores of {} bytes, {} loads of {} bytes, a thread", stores,
            model_.pressure.spilled_bytes(true), static_cast<std::ptrdiff_t>(all.size()) - stores,
            model_.pressure.spilled_bytes(false)));
    constexpr std::size_t kMostShown = 20;
    for (std::size_t i = 0; i < std::min(all.size(), kMostShown); ++i) {
      const SassCodeRow& row = model_.sass[all[i].instruction];
      text_ += "  ";
      line(all[i].is_in_loop ? tr("{}, in a loop: {}", place_of(model_, row), row.text)
                             : tr("{}: {}", place_of(model_, row), row.text));
    }
    if (all.size() > kMostShown) line(tr("and {} more", all.size() - kMostShown));
  }
  void blocks() {
    if (!model_.next) return;
    line(tr("{} blocks an SM, {} of {} warps; {}", model_.next->blocks, model_.resident_warps,
            model_.most_warps, code::next_block_text(*model_.next, *model_.needs)));
  }
  // Source lines with machine code, PTX lines where there is no source.
  void lines() {
    text_ += fmt::format("\n  {:>4}  {:>5}   {:>12}\n", speech_.say(tr_in("column", "line")),
                         speech_.say(tr_in("column", "live")),
                         speech_.say(tr_in("column", "instructions")));
    for (const auto& row : model_.source) row_of(row.line, row.figures, row.text);
    if (!model_.source.empty()) return;
    for (const auto& row : model_.ptx) row_of(row.line, row.figures, row.text);
  }
  void row_of(std::uint32_t line, const code::CodeFigures& figures, const std::string& words) {
    if (figures.instructions == 0) return;
    constexpr float kBar = 16;
    const float most = std::max<float>(1, model_.pressure.peak.general);
    const auto bars = static_cast<std::size_t>(kBar * static_cast<float>(figures.live) / most);
    const std::string mark = figures.spills > 0 ? fmt::format("{} ", speech_.say(tr("spill"))) : "";
    text_ += fmt::format("  {:>4}  {:>5}   {:>12}  {:16}  {}{}\n", line, figures.live,
                         figures.instructions, std::string(bars, '#'), mark,
                         trimmed(std::string_view(words)));
  }

  const ui::Speech& speech_;
  const CodeModel& model_;
  std::string text_;
};

Json place_json(const CodeModel& model, const SassCodeRow& row) {
  Json json = {{"address", row.address}, {"text", row.text}};
  if (const std::uint32_t line = ptx_line_of(model, row)) json["ptx_line"] = line;
  if (const std::uint32_t line = source_line_of(model, row)) json["line"] = line;
  return json;
}

Json live_json(const sass::LiveRegisters& live) {
  return {{"general", live.general},
          {"uniform", live.uniform},
          {"predicates", live.predicates},
          {"uniform_predicates", live.uniform_predicates}};
}

Json spills_json(const CodeModel& model) {
  Json spills = Json::array();
  for (const Spill& spill : model.pressure.spills) {
    Json json = place_json(model, model.sass[spill.instruction]);
    json["kind"] = spill.is_store ? "store" : "load";
    json["bytes"] = spill.bytes;
    json["in_loop"] = spill.is_in_loop;
    spills.push_back(std::move(json));
  }
  return spills;
}

Json next_json(const code::NextBlock& next) {
  Json json = {{"block", next.blocks + 1}, {"possible", next.is_possible()}};
  if (next.registers) json["registers"] = *next.registers;
  if (next.shared_bytes) json["shared_bytes"] = *next.shared_bytes;
  if (next.threads) json["threads"] = *next.threads;
  return json;
}

template <class Row>
Json lines_json(const std::vector<Row>& rows) {
  Json lines = Json::array();
  for (const Row& row : rows) {
    if (row.figures.instructions == 0) continue;
    lines.push_back({{"line", row.line},
                     {"live", row.figures.live},
                     {"instructions", row.figures.instructions},
                     {"spills", row.figures.spills}});
  }
  return lines;
}

Json launch_json(const CodeModel& model) {
  Json json = {{"entry", model.entry},
               {"architecture", sass::architecture_name(model.capability)},
               {"instructions", model.sass.size()},
               {"spills", spills_json(model)},
               {"lines", lines_json(model.source)},
               {"ptx_lines", lines_json(model.ptx)}};
  if (model.pressure.is_known) {
    json["peak"] = live_json(model.pressure.peak);
    json["peak_at"] = place_json(model, model.sass[model.pressure.peak_at]);
  }
  if (model.needs) {
    json["registers"] = model.needs->registers;
    json["threads_a_block"] = model.needs->threads;
    json["shared_bytes"] = model.needs->shared_bytes;
  }
  if (model.reported_spill_bytes) json["ptxas_spilled_bytes"] = *model.reported_spill_bytes;
  if (!model.next) return json;
  json["blocks_an_sm"] = model.next->blocks;
  json["resident_warps"] = model.resident_warps;
  json["next_block"] = next_json(*model.next);
  return json;
}

}  // namespace

std::string registers_text(const ui::Speech& speech, const std::vector<CodeModel>& launches) {
  std::string text;
  for (const CodeModel& model : launches) {
    if (!text.empty()) text += '\n';
    text += RegistersText(speech, model).make();
  }
  return text;
}

Json registers_json(const std::string& kernel, const std::vector<CodeModel>& launches) {
  Json all = Json::array();
  for (const CodeModel& model : launches) all.push_back(launch_json(model));
  return {{"kernel", kernel}, {"launches", all}};
}

}  // namespace warplens::cli
