#include "app/session/code_run.h"

#include <algorithm>

#include "kernels/base/stopped.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/ptxas_report.h"
#include "kernels/run/toolkit/toolkit.h"
#include "viz/analysis/causes/causes.h"

namespace warplens::session {
namespace {

constexpr std::uint32_t kUsualCapability = 90;

std::optional<analysis::EntryResources> resources_of(const KernelResult& result,
                                                     const LaunchResult& launch,
                                                     std::uint32_t capability,
                                                     const std::stop_token& stop) {
  const auto known = launch.reports.find(capability);
  if (known != launch.reports.end()) return known->second;
  return asked_of_ptxas(*result.run->ptx, launch.trace->entry, capability, stop);
}

void add_reports(const KernelResult& result, const LaunchResult& launch,
                 const std::stop_token& stop, code::CodeModel& model) {
  const auto resources = resources_of(result, launch, model.capability, stop);
  if (!resources) return;
  model.reported_spill_bytes = resources->spilled_bytes;
  code::add_needs(
      {.threads = static_cast<std::uint32_t>(launch.trace->launch.block.count()),
       .registers = resources->registers,
       .shared_bytes = resources->shared_bytes + launch.trace->launch.dynamic_shared_bytes},
      model);
}

void add_helps(const LaunchResult& launch, code::CodeModel& model) {
  for (const analysis::Cause& cause : analysis::causes(*launch.trace, launch.costs)) {
    const trace::Site& site = launch.trace->sites[cause.site];
    const auto row = code::ptx_row(model, site.ptx_line);
    if (row && !cause.gain.empty())
      model.helps.push_back({*row, cause.gain, cause.question, site.file, site.line});
  }
}

Result<CodeModelPtr> made_code(const KernelResultPtr& result, std::size_t index, Language language,
                               const std::stop_token& stop) {
  const LaunchResult& launch = result->launches[index];
  if (result->run->ptx->empty()) return fail(tr("this recording holds no PTX"));
  TRY(const auto module, ptx::parse(*result->run->ptx, "recorded.ptx"));
  const std::uint32_t capability = shown_capability(*result);
  const auto code = run::listed_code(
      run::code_sources(), {result->run->kernel(), result->run->ptx.get()}, capability, stop);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  code::CodeModel model =
      code::code_model({module, std::string(result->run->kernel()), launch.trace->entry,
                        code.has_value() ? &code->listing : nullptr, capability,
                        [&](std::string_view file) { return result->source(file, language); }});
  if (!code.has_value()) model.why_no_sass = code.error().message;
  add_reports(*result, launch, stop, model);
  if (launch.executed) {
    const auto& executed = *launch.executed;
    code::add_executions(
        *launch.trace, [&](std::size_t site) { return !executed.is_doubtful(site); }, model);
  }
  add_helps(launch, model);
  return std::make_shared<const code::CodeModel>(std::move(model));
}

}  // namespace

std::uint32_t shown_capability(const KernelResult& result) {
  return result.capability != 0 ? result.capability : kUsualCapability;
}

MakeCode machine_code(const KernelResultPtr& result, std::size_t launch, Language language) {
  return [result, launch, language](const std::stop_token& stop) {
    return made_code(result, launch, language, stop);
  };
}

std::optional<analysis::EntryResources> asked_of_ptxas(const std::string& ptx,
                                                       const std::string& entry,
                                                       std::uint32_t capability,
                                                       const std::stop_token& stop) {
  const auto ptxas = run::find_single_tool("ptxas");
  if (!ptxas.has_value()) return std::nullopt;
  const auto entries = run::ptxas_report(*ptxas, ptx, capability, stop);
  if (!entries.has_value()) return std::nullopt;
  const auto found = std::ranges::find(*entries, entry, &run::EntryReport::entry);
  if (found == entries->end()) return std::nullopt;
  return analysis::EntryResources{found->registers, found->shared_bytes,
                                  found->spill_store_bytes + found->spill_load_bytes};
}

}  // namespace warplens::session
