#include "app/features/explain/explain_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/cli/text/parse.h"
#include "kernels/base/json.h"
#include "kernels/run/toolkit/entry_name.h"
#include "viz/explain/answers.h"

namespace warplens::cli {
namespace {

using explain::ExplainedAccess;
using explain::ExplainedMetric;
using explain::Explanation;
using explain::Part;
using explain::Rest;

std::string source_text(const trace::Run& run, const analysis::SourceLine& place) {
  const auto lines = split(trace::text_of(*run.sources, place.file), '\n');
  if (place.line == 0 || place.line > lines.size()) return {};
  const std::string_view line = lines[place.line - 1];
  const std::size_t start = line.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string() : std::string(line.substr(start));
}

// Columns as wide as a terminal shows them: a Chinese character takes two.
std::string padded(const std::string& words, std::size_t width) {
  return fmt::format("{:<{}}", words, width);
}

std::string figure_text(double value) {
  const bool is_whole = std::abs(value - std::round(value)) < 1e-9;
  return is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

std::string opcodes(const ExplainedAccess& access) {
  const auto& all = access.measured ? access.measured->sass : access.sass;
  std::set<std::string> each;
  for (const std::string& text : all) each.emplace(explain::opcode_of(text));
  return fmt::format("{}", fmt::join(each, " "));
}

class Page {
 public:
  explicit Page(const ui::Speech& speech) : speech_(&speech) {}

  void line(const Text& words, std::string_view indent = "") {
    text_ += fmt::format("{}{}\n", indent, speech_->say(words));
  }
  void row(const Text& name, const std::string& counted, const std::string& measured) {
    std::string line = "    " + padded(speech_->say(name), 24) + fmt::format("{:>12}", counted);
    if (!measured.empty()) line += fmt::format(" {:>12}", measured);
    text_ += line + "\n";
  }
  void raw(const std::string& line) { text_ += line + "\n"; }
  [[nodiscard]] std::string take() { return std::move(text_); }
  [[nodiscard]] std::string say(const Text& words) const {
    return std::string(speech_->say(words));
  }

 private:
  const ui::Speech* speech_;
  std::string text_;
};

std::string number(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : std::string();
}

std::uint64_t sum_of(const std::vector<Part>& parts) {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.count;
  return sum;
}

void add_parts(Page& page, const Text& total, const std::vector<Part>& parts,
               const std::optional<std::uint64_t>& measured,
               const std::optional<std::uint64_t>& measured_least) {
  if (parts.empty()) return;
  std::uint64_t least = 0, counted = 0;
  for (const Part& part : parts) {
    page.row(Text(words_of(part.cause)), std::to_string(part.count), "");
    counted += part.count;
    const bool is_needed = part.cause == explain::Cause::request ||
                           part.cause == explain::Cause::width ||
                           part.cause == explain::Cause::bytes;
    if (is_needed) least += part.count;
  }
  page.row(total, std::to_string(counted), number(measured));
  if (measured && measured_least) {
    page.row(tr("beyond the least"), std::to_string(counted - least),
             std::to_string(*measured - std::min(*measured, *measured_least)));
  }
}

void add_access(Page& page, const ExplainReport& report, const ExplainedAccess& access) {
  const std::string file = access.place.file.substr(access.place.file.find_last_of('/') + 1);
  page.raw(
      fmt::format("\n{}:{}  {}", file, access.place.line, source_text(report.run, access.place)));
  const std::string instructions = opcodes(access);
  const Text kind(words_of(access.kind));
  page.line(instructions.empty()
                ? tr("{}, requests: {}", kind, access.counted.requests)
                : tr("{} ({}), requests: {}", kind, instructions, access.counted.requests),
            "  ");
  if (access.measured) page.row({}, page.say(tr("counted")), page.say(tr("measured")));
  const auto& measured = access.measured;
  const auto of = [&](auto member) {
    return measured ? (*measured).*member : std::optional<std::uint64_t>();
  };
  using M = explain::MeasuredAccess;
  add_parts(page, tr("wavefronts"), access.wavefronts, of(&M::wavefronts),
            of(&M::ideal_wavefronts));
  add_parts(page, tr("sectors"), access.sectors, of(&M::sectors), of(&M::ideal_sectors));
  for (const Text& answer : answers(access)) page.line(answer, "  ");
  if (access.rest != Rest::none) page.line(rest_answer(access), "  ");
  const bool is_confirmed = measured && access.rest == Rest::none;
  if (!access.is_certain && !is_confirmed)
    page.line(tr("The figures are the PTX's: {}", access.doubt), "  ");
}

bool is_in_line(const ExplainedAccess& access, const ExplainShown& shown) {
  return !shown.line || access.place.line == *shown.line;
}

bool is_shown(const ExplainedAccess& access, const ExplainShown& shown) {
  if (shown.line) return access.place.line == *shown.line;
  return shown.all || access.excess() != 0 || access.rest != Rest::none ||
         sum_of(access.wavefronts) > access.counted.requests || !access.counted.modelled;
}

Result<void> check_line(const Explanation& explanation, const ExplainShown& shown) {
  if (!shown.line) return {};
  std::set<std::uint32_t> lines;
  for (const ExplainedAccess& access : explanation.accesses) lines.insert(access.place.line);
  if (lines.contains(*shown.line)) return {};
  return fail(tr("no access to memory was made in line {}: there are some in {}", *shown.line,
                 fmt::format("{}", fmt::join(lines, ", "))));
}

// The reason that several have is told of the first.
void add_metric(Page& page, const ExplainedMetric& row, const Explanation& explanation,
                std::set<Rest>& told) {
  page.raw(fmt::format("  {:>12} {:>12}  {}", figure_text(row.measured),
                       row.counted ? figure_text(*row.counted) : std::string("-"),
                       row.metric->label));
  if (row.rest != Rest::none && told.insert(row.rest).second)
    page.line(rest_answer(row, explanation), "      ");
  if (!row.counted && !row.metric->lies.english.empty())
    page.line(Text(row.metric->lies), "      ");
}

void add_metrics(Page& page, const Explanation& explanation) {
  if (explanation.metrics.empty()) return;
  page.line(tr("\nthe whole launch"));
  page.raw(fmt::format("  {:>12} {:>12}", page.say(tr("measured")), page.say(tr("counted"))));
  std::set<Rest> told;
  for (const ExplainedMetric& row : explanation.metrics) {
    const bool is_silent = row.measured == 0 && row.counted.value_or(0) == 0;
    if (!is_silent) add_metric(page, row, explanation, told);
  }
}

void add_heading(Page& page, const ExplainReport& report) {
  const trace::Trace& trace = report.trace;
  const auto& [grid, block, fixed, dynamic] = trace.launch;
  page.line(tr("{}: grid {}x{}x{}, block {}x{}x{}; accesses as {} has them",
               run::source_name(trace.entry), grid.x, grid.y, grid.z, block.x, block.y, block.z,
               report.figures.empty() ? std::string("PTX") : report.figures));
  if (report.profiled == nullptr) return;
  page.line(report.profiled->device.empty()
                ? tr("report: {}", report.profiled->kernel)
                : tr("report: {}, {}", report.profiled->kernel, report.profiled->device));
  if (!report.explanation.is_same_launch) {
    page.line(tr("The profiled launch has another grid or block than this one."));
  }
}

Json text_json(const Text& text) {
  return {{"en", text.in(Language::en)}, {"zh", text.in(Language::zh)}};
}

Json parts_json(const std::vector<Part>& parts) {
  Json json = Json::array();
  for (const Part& part : parts) {
    json.push_back({{"cause", name_of(part.cause)}, {"count", part.count}});
  }
  return json;
}

Json optional_json(const std::optional<std::uint64_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json lanes_json(std::uint32_t mask) {
  Json lanes = Json::array();
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) != 0) lanes.push_back(lane);
  }
  return lanes;
}

Json crowd_json(const std::optional<explain::Crowd>& crowd) {
  if (!crowd) return nullptr;
  return {{"block", crowd->block}, {"warp", crowd->warp},
          {"bank", crowd->bank},   {"lanes", lanes_json(crowd->lanes)},
          {"words", crowd->words}, {"wavefronts", crowd->wavefronts}};
}

Json measured_json(const std::optional<explain::MeasuredAccess>& measured) {
  if (!measured) return nullptr;
  return {{"instructions", measured->sass},
          {"executed", measured->executed},
          {"wavefronts", optional_json(measured->wavefronts)},
          {"ideal_wavefronts", optional_json(measured->ideal_wavefronts)},
          {"sectors", optional_json(measured->sectors)},
          {"ideal_sectors", optional_json(measured->ideal_sectors)}};
}

Json access_json(const ExplainedAccess& access) {
  Json said = Json::array();
  for (const Text& answer : answers(access)) said.push_back(text_json(answer));
  return {{"file", access.place.file},
          {"line", access.place.line},
          {"class", name_of(access.kind)},
          {"width", access.width},
          {"requests", access.counted.requests},
          {"is_certain", access.is_certain},
          {"is_modelled", access.counted.modelled},
          {"wavefronts", parts_json(access.wavefronts)},
          {"sectors", parts_json(access.sectors)},
          {"crowd", crowd_json(access.crowd)},
          {"measured", measured_json(access.measured)},
          {"rest", name_of(access.rest)},
          {"answers", std::move(said)}};
}

Json measured_metric_json(const ExplainedMetric& row, const Explanation& explanation) {
  Json json = {{"name", row.metric->name},
               {"label", row.metric->label},
               {"measured", row.measured},
               {"counted", row.counted ? Json(*row.counted) : Json(nullptr)},
               {"rest", name_of(row.rest)}};
  json["answer"] =
      row.rest == Rest::none ? Json(nullptr) : text_json(rest_answer(row, explanation));
  return json;
}

}  // namespace

Result<std::string> explain_text(const ui::Speech& speech, const ExplainReport& report,
                                 const ExplainShown& shown) {
  const Explanation& explanation = report.explanation;
  TRY(check_line(explanation, shown));
  Page page(speech);
  add_heading(page, report);
  if (!shown.line) {
    for (const Text& headline : headlines(explanation)) page.line(headline);
  }
  std::size_t silent = 0;
  for (const ExplainedAccess& access : explanation.accesses) {
    if (is_shown(access, shown)) {
      add_access(page, report, access);
    } else if (is_in_line(access, shown)) {
      ++silent;
    }
  }
  if (silent != 0) {
    page.line(
        tr("\n{} accesses take one wavefront a request and as few sectors as their bytes "
           "fill (--all lists them).",
           silent));
  }
  if (explanation.unplaced != 0) {
    page.line(tr("{} instructions of the report belong to no line here.", explanation.unplaced));
  }
  if (!shown.line) add_metrics(page, explanation);
  return page.take();
}

Result<Json> explain_json(const ExplainReport& report, const ExplainShown& shown) {
  const Explanation& explanation = report.explanation;
  TRY(check_line(explanation, shown));
  Json accesses = Json::array(), measured = Json::array(), said = Json::array();
  for (const ExplainedAccess& access : explanation.accesses) {
    if (is_in_line(access, shown)) accesses.push_back(access_json(access));
  }
  for (const ExplainedMetric& row : explanation.metrics)
    measured.push_back(measured_metric_json(row, explanation));
  for (const Text& headline : headlines(explanation)) said.push_back(text_json(headline));
  const auto& [grid, block, fixed, dynamic] = report.trace.launch;
  Json json = {{"kernel", run::source_name(report.trace.entry)},
               {"grid", {grid.x, grid.y, grid.z}},
               {"block", {block.x, block.y, block.z}}};
  json["figures"] = report.figures.empty() ? Json(nullptr) : Json(report.figures);
  json["report"] = report.profiled == nullptr ? Json(nullptr) : Json(report.profiled->kernel);
  json["is_same_launch"] = explanation.is_same_launch;
  json["unplaced"] = explanation.unplaced;
  json["headlines"] = std::move(said);
  json["accesses"] = std::move(accesses);
  json["metrics"] = std::move(measured);
  return json;
}

std::string metric_text(const ui::Speech& speech, const explain::Metric& metric) {
  std::string text = fmt::format("{}\n  {}\n", metric.name, metric.label);
  const auto add = [&](const Text& title, const TextView& words) {
    if (words.english.empty()) return;
    text += fmt::format("  {}\n", speech.say(tr("{}: {}", title, Text(words))));
  };
  add(tr("counts"), metric.counts);
  add(tr("here"), metric.here);
  add(tr("but"), metric.lies);
  return text;
}

Json metric_json(const explain::Metric& metric) {
  Json json = {{"name", metric.name},
               {"label", metric.label},
               {"page", name_of(metric.page)},
               {"unit", name_of(metric.unit)},
               {"has_figure", metric.figure != nullptr},
               {"counts", text_json(Text(metric.counts))},
               {"here", text_json(Text(metric.here))}};
  json["but"] = metric.lies.english.empty() ? Json(nullptr) : text_json(Text(metric.lies));
  return json;
}

std::string metrics_text(const ui::Speech& speech) {
  std::string text;
  for (const explain::Metric& metric : explain::metrics()) {
    text +=
        fmt::format("{}\n    {}: {}\n", metric.name, metric.label, speech.say(Text(metric.counts)));
  }
  return text;
}

Json metrics_json() {
  Json all = Json::array();
  for (const explain::Metric& metric : explain::metrics()) all.push_back(metric_json(metric));
  return all;
}

}  // namespace warplens::cli
