#include "app/features/latency/latency_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::cli {
namespace {

using latency::Chain;
using latency::ChainLine;
using latency::ChainStep;
using latency::StepKind;

constexpr std::size_t kMostLines = 30;
constexpr std::array<StepKind, latency::kStepKinds> kAllKinds{
    StepKind::arithmetic, StepKind::exchange, StepKind::shared, StepKind::l1,
    StepKind::l2,         StepKind::atomic,   StepKind::copy,   StepKind::barrier};

TextView name_of(StepKind kind) {
  switch (kind) {
    case StepKind::arithmetic:
      return tr("arithmetic");
    case StepKind::exchange:
      return tr("exchanges between lanes");
    case StepKind::shared:
      return tr("shared memory");
    case StepKind::l1:
      return tr("loads from L1");
    case StepKind::l2:
      return tr("loads from L2");
    case StepKind::atomic:
      return tr("atomics with a result");
    case StepKind::copy:
      return tr("asynchronous copies");
    default:
      return tr("barriers");
  }
}

const char* id_of(StepKind kind) {
  constexpr std::array<const char*, latency::kStepKinds> kIds{
      "arithmetic", "exchange", "shared", "l1", "l2", "atomic", "copy", "barrier"};
  return kIds[static_cast<std::size_t>(kind)];
}

const ptx::Instruction& instruction_of(const LatencyReport& report, const ChainStep& step) {
  const auto& record = report.run.records()[step.record];
  return *report.run.instructions->instruction(record.instruction);
}

std::string place_of(const LatencyReport& report, const ptx::Instruction& instruction) {
  const auto line = machine::source_line(*report.run.instructions->program(), instruction);
  if (line.file.empty()) return fmt::format("PTX:{}", instruction.ptx_line);
  const std::size_t slash = line.file.find_last_of('/');
  return fmt::format("{}:{}", slash == line.file.npos ? line.file : line.file.substr(slash + 1),
                     line.line);
}

std::string waits_for(const LatencyReport& report, const ChainLine& line) {
  if (line.waits_for == nullptr) return "-";
  return fmt::format("{} {}", place_of(report, *line.waits_for), line.waits_for->mnemonic());
}

std::string kinds_text(const ui::Speech& speech, const Chain& chain) {
  std::string text;
  for (const StepKind kind : kAllKinds) {
    const double cycles = chain.cycles_of(kind);
    if (cycles <= 0) continue;
    text += fmt::format("  {:>10.0f}  {}\n", cycles, speech.say(name_of(kind)));
  }
  return text;
}

std::string lines_text(const ui::Speech& speech, const LatencyReport& report) {
  const auto& lines = report.chain.lines;
  std::string text =
      fmt::format("\n{}", speech.say(tr("cycles, times, line, instruction ← what it waits for"))) +
      "\n";
  for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    const ChainLine& line = lines[i];
    text += fmt::format("  {:>10.0f} {:>7}  {:<24} {:<28} ← {}\n", line.cycles, line.times,
                        place_of(report, *line.instruction), line.instruction->mnemonic(),
                        waits_for(report, line));
  }
  if (lines.size() > kMostLines) {
    text += "  " + speech.say(tr("and {} more", lines.size() - kMostLines)) + "\n";
  }
  return text;
}

std::string steps_text(const ui::Speech& speech, const LatencyReport& report) {
  std::string text =
      fmt::format("\n{}", speech.say(tr("begin, cycles, warp, line, instruction"))) + "\n";
  for (const ChainStep& step : report.chain.steps) {
    const ptx::Instruction& instruction = instruction_of(report, step);
    text += fmt::format("  {:>10.1f} {:>7.1f} {:>5}  {:<24} {}\n", step.begin, step.cycles,
                        report.run.records()[step.record].warp, place_of(report, instruction),
                        instruction.mnemonic());
  }
  return text;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Text residency_line(const LatencyReport& report) {
  const latency::LaunchShape& shape = report.shape;
  if (!shape.blocks_an_sm) {
    return tr("blocks: {} of {} warps; how many an SM holds is not known here, so one wave counts",
              shape.blocks, shape.warps);
  }
  return tr("blocks: {} of {} warps; an SM holds {} blocks, {} warps of them here; waves: {}",
            shape.blocks, shape.warps, *shape.blocks_an_sm, report.least.resident_warps,
            report.least.waves);
}

Json line_json(const LatencyReport& report, const ChainLine& line) {
  Json json = {{"kind", id_of(line.kind)},
               {"cycles", line.cycles},
               {"times", line.times},
               {"file", line.source.file},
               {"line", line.source.line},
               {"ptx_line", line.instruction->ptx_line},
               {"instruction", line.instruction->mnemonic()}};
  json["waits_for"] = Json(nullptr);
  if (line.waits_for != nullptr) {
    const auto source = machine::source_line(*report.run.instructions->program(), *line.waits_for);
    json["waits_for"] = {{"file", source.file},
                         {"line", source.line},
                         {"ptx_line", line.waits_for->ptx_line},
                         {"instruction", line.waits_for->mnemonic()}};
  }
  return json;
}

}  // namespace

std::string latency_text(const ui::Speech& speech, const LatencyReport& report, bool every_step) {
  const auto said = [&](const Text& words) { return speech.say(words) + "\n"; };
  std::string text = said(tr("{} on {}: block {} of launch {}", report.kernel, report.chip.name,
                             report.block, report.launch + 1));
  text +=
      said(tr("its longest chain of instructions that wait for each other: at least {:.0f} "
              "cycles; {:.0f} if each instruction of the PTX is one of the machine's",
              report.chain.cycles, report.as_written.cycles));
  text += kinds_text(speech, report.chain);
  text += lines_text(speech, report);
  if (every_step) text += steps_text(speech, report);
  text += "\n" + said(residency_line(report));
  text += said(tr("least time by latency, if all blocks are like this one: {}",
                  analysis::time_phrase(report.least.seconds)));
  if (!report.chain.not_measured.empty()) {
    text +=
        said(tr("not measured on this chip, so left out: {}", listed(report.chain.not_measured)));
  }
  if (report.chain.is_cut) text += said(tr("the block has more than was kept: the chain is cut"));
  text +=
      said(tr("Latencies are measured; the time is a bound, no estimate: units that are busy, "
              "DRAM and the order of instructions make it longer."));
  return text;
}

Json latency_json(const LatencyReport& report) {
  Json lines = Json::array(), kinds = Json::object(), missing = Json::array();
  for (const ChainLine& line : report.chain.lines) lines.push_back(line_json(report, line));
  for (const StepKind kind : kAllKinds) kinds[id_of(kind)] = report.chain.cycles_of(kind);
  for (const std::string& name : report.chain.not_measured) missing.push_back(name);
  Json json = {{"kernel", report.kernel},
               {"chip", report.chip.id},
               {"launch", report.launch + 1},
               {"block", report.block},
               {"cycles", report.chain.cycles},
               {"next_cycles", report.least.next_chain_cycles},
               {"cycles_as_written", report.as_written.cycles},
               {"cycles_of", std::move(kinds)},
               {"lines", std::move(lines)},
               {"blocks", report.shape.blocks},
               {"warps", report.shape.warps},
               {"waves", report.least.waves},
               {"least_seconds", report.least.seconds},
               {"not_measured", std::move(missing)},
               {"is_cut", report.chain.is_cut}};
  const bool is_known = report.shape.blocks_an_sm.has_value();
  json["blocks_an_sm"] = is_known ? Json(*report.shape.blocks_an_sm) : Json(nullptr);
  json["resident_warps"] = is_known ? Json(report.least.resident_warps) : Json(nullptr);
  return json;
}

}  // namespace warplens::cli
