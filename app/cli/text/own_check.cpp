#include "app/cli/text/own_check.h"

namespace warplens::cli {

namespace {

// "findings, y against its file, outputs against plain".
Text expected_text(const run::OwnKernel& kernel) {
  if (kernel.expectations.empty() && kernel.references.empty())
    return tr("findings alone; results with --expect or --reference");
  if (!kernel.allocations.empty())
    return tr("findings, memory against what the program left in it");
  Text all = tr("findings");
  const auto add = [&](const Text& part) { all = tr(tr_in("numbers", "{}, {}"), all, part); };
  for (const run::Expectation& one : kernel.expectations)
    add(tr("{} against its file", one.buffer));
  for (const run::ReferenceKernel& one : kernel.references) {
    const Text buffer = one.buffer.empty() ? Text(tr("outputs")) : Text(one.buffer);
    add(tr("{} against {}", buffer, one.launch.entry));
  }
  return all;
}

}  // namespace

CheckSubject own_subject(const std::string& name, const catalog::Parameters& sizes,
                         const run::OwnKernel& kernel) {
  CheckSubject subject{name, sizes};
  subject.may_hang_on_order = true;
  subject.has_reference = !kernel.expectations.empty() || !kernel.references.empty();
  subject.findings_are_faults = true;
  subject.module = kernel.module;
  return subject;
}

Text cpu_only_text(const CheckSubject& subject, const run::OwnKernel& kernel,
                   const std::string& sizes, const Error& why_no_gpu) {
  return tr("{} {}: checked on the CPU alone: {} (no GPU: {})", subject.name, sizes,
            expected_text(kernel), why_no_gpu.message);
}

std::string cpu_only_result(const ui::Speech& speech, const VariantCheck& check) {
  const bool is_right = check.results == ResultCheck::within_tolerance && check.faults.empty();
  const TextView results = is_right ? tr("as expected") : phrase_of(check.results);
  const TextView verdict = check.faults.empty() ? tr("pass, on the CPU alone") : tr("FAIL");
  return fmt::format("{}{}\n{}\n", faults_text(speech, check),
                     speech.say(tr("results: {}", results)), speech.say(verdict));
}

}  // namespace warplens::cli
