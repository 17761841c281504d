#include "app/cli/text/executed_report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/cli/text/print.h"
#include "kernels/base/json.h"
#include "kernels/run/executed_code.h"

namespace warplens::cli {

namespace {

using analysis::Executed;
using analysis::Fate;
using analysis::SiteInSass;

Json bilingual(const Text& text) {
  return {{"en", text.in(Language::en)}, {"zh", text.in(Language::zh)}};
}

// A covered site's story is that of the access that covers it.
bool is_told(const Executed& launch, const ExecutedReport& report, std::size_t site) {
  if (launch.stories[site].empty() || !report.code.assembled.has_value()) return false;
  return launch.cost.sites[site].fate != Fate::covered || launch.is_doubtful(site);
}

}  // namespace

analysis::Code code_of(std::string_view kernel, const std::string& ptx, std::uint32_t capability,
                       const run::ProcessLimits& limits) {
  auto found = run::executed_code(run::code_sources(limits), {kernel, &ptx}, capability);
  if (!found.has_value()) return {capability, std::nullopt, found.error().message};
  return {capability, std::move(*found), {}};
}

ExecutedReport executed_report(const trace::Run& result, std::uint32_t capability,
                               const run::ProcessLimits& limits) {
  ExecutedReport report{code_of(result.kernel(), *result.ptx, capability, limits), {}};
  for (const auto& trace : result.traces) {
    report.launches.push_back(analysis::executed(*trace, report.code));
  }
  return report;
}

void print_executed_heading(const ui::Speech& speech, const ExecutedReport& report) {
  const analysis::Code& code = report.code;
  const std::string name = sass::architecture_name(code.capability);
  if (code.assembled.has_value()) {
    print_line(speech, tr("figures: as {} executes it (ptxas {})", name, code.assembled->ptxas));
  } else {
    print_line(speech,
               tr("figures: the PTX's (marked ?); {} may execute others: {}", name, code.why_none));
  }
}

void print_stories(const ui::Speech& speech, const trace::Trace& trace, const Executed& launch,
                   const ExecutedReport& report) {
  std::map<std::pair<std::uint32_t, std::string>, std::uint64_t> lines;
  for (std::size_t i = 0; i < launch.stories.size(); ++i) {
    if (is_told(launch, report, i))
      ++lines[{trace.sites[i].line, launch.stories[i].in(speech.language)}];
  }
  if (lines.empty() && launch.cost.strays.empty()) return;
  print_text("\n");
  print_line(speech, tr("what {} makes of the PTX's accesses (* above; ?: the PTX's figure)",
                        sass::architecture_name(report.code.capability)));
  for (const auto& [line, count] : lines) {
    const std::string words = speech.say(tr("line {}: {}", line.first, line.second));
    print_text("  {}\n", with_times(speech, words, count));
  }
  for (const std::uint32_t stray : launch.cost.strays) {
    print_text("  {}\n", speech.say(tr("an access that the PTX does not have: {}",
                                       report.code.accesses()[stray].text)));
  }
}

std::string_view mark_of(const trace::SiteTotals& executed, const trace::SiteTotals& ptx,
                         const trace::SiteTotals& doubtful) {
  if (doubtful.events > 0) return "?";
  return executed == ptx ? "" : "*";
}

Json executed_json(const ExecutedReport& report, const Executed& launch) {
  const analysis::Code& code = report.code;
  Json json = {{"architecture", sass::architecture_name(code.capability)}};
  if (!code.assembled.has_value()) {
    json["as_ptx_because"] = bilingual(code.why_none);
    return json;
  }
  json["ptxas"] = code.assembled->ptxas;
  json["certain"] = launch.cost.is_certain();
  if (launch.cost.strays.empty()) return json;
  for (const std::uint32_t stray : launch.cost.strays) {
    json["strays"].push_back(code.accesses()[stray].text);
  }
  return json;
}

void add_ptx_figures(Json& json, const Json& ptx) {
  Json others = Json::object();
  for (const auto& [name, value] : ptx.items()) {
    if (json.value(name, Json()) != value) others[name] = value;
  }
  if (!others.empty()) json["as_ptx"] = std::move(others);
}

void add_story(Json& json, const ExecutedReport& report, const Executed& launch, std::size_t site) {
  const SiteInSass& in_sass = launch.cost.sites[site];
  if (in_sass.fate == Fate::not_run) return;
  if (in_sass.is_certain()) json["fate"] = analysis::name_of(in_sass.fate);
  for (const std::uint32_t access : in_sass.accesses) {
    json["instructions"].push_back(report.code.accesses()[access].text);
  }
  if (!launch.stories[site].empty()) json["story"] = bilingual(launch.stories[site]);
  if (launch.is_doubtful(site)) json["uncertain"] = true;
}

}  // namespace warplens::cli
