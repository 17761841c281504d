#include "app/cli/text/sass_report.h"

#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "kernels/run/toolkit/disassemble.h"
#include "viz/analysis/hardware_counters.h"

namespace warplens::cli {

namespace {

using analysis::Doubt;
using analysis::Fate;
using analysis::SassCost;
using analysis::SiteInSass;
using trace::Trace;

bool is_told(const SiteInSass& site) {
  const bool as_written = site.fate == Fate::not_run || site.fate == Fate::as_written;
  return !as_written || site.doubt != Doubt::none;
}

std::string instructions(const SassReport& report, const SiteInSass& site) {
  if (site.accesses.empty()) return {};
  const std::string& text = report.accesses[site.accesses[0]].text;
  if (site.accesses.size() == 1) return fmt::format(": {}", text);
  return fmt::format(": {}, and {} more", text, site.accesses.size() - 1);
}

void print_counters(const Trace& trace, const SassCost& cost) {
  const analysis::KernelTotals ptx = analysis::kernel_totals(trace);
  print_text("{:>26} {:>12} {:>12}\n", "", "PTX", "SASS");
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    const std::uint64_t before = counter.predicted(ptx);
    const std::uint64_t after = counter.predicted(cost.totals);
    if (before + after > 0) print_text("{:>26} {:>12} {:>12}\n", counter.name, before, after);
  }
}

void print_sites(const SassReport& report, const Trace& trace, const SassCost& cost) {
  for (std::size_t i = 0; i < cost.sites.size(); ++i) {
    const SiteInSass& site = cost.sites[i];
    if (!is_told(site)) continue;
    print_text("  {}: {}: {}{}", trace.sites[i].ptx_line, analysis::name_of(site.fate),
               trace.sites[i].ptx, instructions(report, site));
    if (site.doubt != Doubt::none) print_text(" (uncertain: {})", analysis::name_of(site.doubt));
    print_text("\n");
  }
  for (const std::uint32_t stray : cost.strays) {
    print_text("  {}: no PTX access: {}\n", report.accesses[stray].ptx_line,
               report.accesses[stray].text);
  }
}

Json site_json(const SassReport& report, const trace::Site& ptx, const SiteInSass& site) {
  Json json = {{"ptx_line", ptx.ptx_line},
               {"ptx", ptx.ptx},
               {"fate", analysis::name_of(site.fate)},
               {"events", site.totals.events},
               {"requests", site.totals.requests},
               {"sectors", site.totals.sectors},
               {"wavefronts", site.totals.wavefronts},
               {"conflicts", site.totals.conflicts}};
  Json& texts = json["instructions"] = Json::array();
  for (const std::uint32_t access : site.accesses) texts.push_back(report.accesses[access].text);
  if (site.doubt != Doubt::none) json["uncertain"] = analysis::name_of(site.doubt);
  return json;
}

}  // namespace

Result<std::uint32_t> parse_architecture(std::string_view text) {
  constexpr std::string_view kPrefix = "sm_";
  const bool is_named = text.starts_with(kPrefix);
  const auto capability = parse_number<std::uint32_t>(text.substr(is_named ? kPrefix.size() : 0));
  if (!is_named || !capability.has_value()) {
    return fail("--sass '{}' is no architecture: write sm_90", text);
  }
  return *capability;
}

Result<SassReport> sass_report(const run::RunResult& result, std::uint32_t capability) {
  const auto text = run::disassemble(run::find_disassembler(), result.ptx, capability);
  if (!text.has_value()) return fail(text.error());
  SassReport report{capability, sass::parse(*text), {}};
  for (const auto& trace : result.traces) {
    report.launches.push_back(analysis::sass_cost(*trace, report.accesses));
  }
  return report;
}

void print_sass_text(const SassReport& report, const run::RunResult& result) {
  for (std::size_t i = 0; i < report.launches.size(); ++i) {
    const Trace& trace = *result.traces[i];
    const SassCost& cost = report.launches[i];
    print_text("\n{} by its SASS for sm_{}{}\n", trace.entry, report.capability,
               cost.is_certain() ? "" : ", uncertain");
    print_counters(trace, cost);
    print_sites(report, trace, cost);
  }
}

Json sass_json(const SassReport& report, const run::RunResult& result, std::size_t launch) {
  const Trace& trace = *result.traces[launch];
  const SassCost& cost = report.launches[launch];
  Json json = {{"architecture", fmt::format("sm_{}", report.capability)},
               {"certain", cost.is_certain()}};
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    json["counters"][std::string(counter.name)] = {
        {"ptx", counter.predicted(analysis::kernel_totals(trace))},
        {"sass", counter.predicted(cost.totals)}};
  }
  Json& sites = json["sites"] = Json::array();
  for (std::size_t i = 0; i < cost.sites.size(); ++i) {
    if (cost.sites[i].fate != Fate::not_run) {
      sites.push_back(site_json(report, trace.sites[i], cost.sites[i]));
    }
  }
  Json& strays = json["strays"] = Json::array();
  for (const std::uint32_t stray : cost.strays) strays.push_back(report.accesses[stray].text);
  return json;
}

}  // namespace warplens::cli
