#include "app/cli/text/checked_launch.h"

#include <algorithm>
#include <chrono>

#include "app/cli/text/check_machine.h"
#include "app/cli/text/own_check.h"
#include "viz/analysis/executed/executed_trace.h"

namespace warplens::cli {

namespace {

own::Promises promises_of(const OwnTarget& target, own::Promises all) {
  if (!target.form.has_value()) return all;
  const own::Promises& own = target.form->form.promises;
  all.bounds.insert(all.bounds.end(), own.bounds.begin(), own.bounds.end());
  all.fails_on.insert(all.fails_on.end(), own.fails_on.begin(), own.fails_on.end());
  return all;
}

Traces traces_of(const VariantCheck& check) {
  Traces traces;
  for (const LaunchCheck& launch : check.launches) traces.push_back(launch.trace);
  return traces;
}

Traces as_executed(const Traces& traces, const OwnTarget& target,
                   std::optional<std::uint32_t> capability, const run::ProcessLimits& tools) {
  if (!capability.has_value() || traces.empty()) return traces;
  const analysis::Code code =
      code_of(traces.front()->kernel, *target.kernel.ptx, *capability, tools);
  Traces shown;
  for (const auto& trace : traces)
    shown.push_back(analysis::executed_trace(trace, code, analysis::executed(*trace, code)));
  return shown;
}

// What was stopped has no whole figures.
std::vector<BrokenPromise> broken_by(const VariantCheck& check, const OwnTarget& target,
                                     const LaunchChecker& checker) {
  const own::Promises promises = promises_of(target, checker.promises);
  if (promises.empty() || check.results == ResultCheck::stopped) return {};
  return broken_promises(promises,
                         as_executed(traces_of(check), target, checker.capability, checker.tools));
}

// Whether a fault says what a finding or a promise says.
bool is_said(const Text& fault, const std::vector<ReportedItem>& items) {
  return std::ranges::any_of(items, [said = fault.in(Language::en)](const ReportedItem& item) {
    return said.ends_with(item.message.in(Language::en));
  });
}

}  // namespace

Result<CheckedLaunch> check_launch(const OwnTarget& target, const LaunchChecker& checker) {
  const auto start = std::chrono::steady_clock::now();
  const CheckRuns runs = own_check_runs(target.kernel, checker.gpu, checker.how, checker.tools);
  const CheckSubject subject = own_subject(target.name(), target.sizes(), target.kernel);
  CheckedLaunch checked;
  TRY(checked.check,
      checker.gpu == nullptr ? check_on_cpu(runs, subject) : check_runs(runs, subject));
  checked.broken = broken_by(checked.check, target, checker);
  for (const BrokenPromise& one : checked.broken) checked.check.faults.push_back(one.text);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  checked.seconds = took.count();
  return checked;
}

LaunchReport report_of(const OwnTarget& target, const CheckedLaunch& checked) {
  LaunchReport report;
  report.file = target.file;
  report.name = target.form.has_value() ? target.form->name : target.name();
  report.is_guessed = target.form.has_value() && target.form->is_guessed;
  report.seconds = checked.seconds;
  const Traces traces = traces_of(checked.check);
  const auto said = reported_items(target.file, traces, checked.broken, {});
  std::vector<Text> others;
  for (const Text& fault : checked.check.faults)
    if (!is_said(fault, said)) others.push_back(fault);
  report.items = reported_items(target.file, traces, checked.broken, others);
  return report;
}

}  // namespace warplens::cli
