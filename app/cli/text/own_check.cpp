#include "app/cli/text/own_check.h"

#include <fmt/ranges.h>

namespace warplens::cli {

namespace {

// "findings, y against its file, outputs against plain".
std::string expected_text(const run::OwnKernel& kernel) {
  std::vector<std::string> parts;
  for (const run::Expectation& one : kernel.expectations)
    parts.push_back(fmt::format("{} against its file", one.buffer));
  for (const run::ReferenceKernel& one : kernel.references)
    parts.push_back(fmt::format("{} against {}", one.buffer.empty() ? "outputs" : one.buffer,
                                one.launch.entry));
  if (parts.empty()) return "findings alone; results with --expect or --reference";
  return fmt::format("findings, {}", fmt::join(parts, ", "));
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

std::string cpu_only_text(const CheckSubject& subject, const run::OwnKernel& kernel,
                          const std::string& sizes, const Error& why_no_gpu) {
  return fmt::format("{} {}: checked on the CPU alone: {} (no GPU: {})\n", subject.name, sizes,
                     expected_text(kernel), why_no_gpu.message.in(Language::en));
}

std::string cpu_only_result(const VariantCheck& check) {
  std::string text;
  for (const std::string& fault : check.faults) text += fmt::format("  DIFFERENT: {}\n", fault);
  const bool is_right = check.results == ResultCheck::within_tolerance && check.faults.empty();
  text += fmt::format("results: {}\n", is_right ? "as expected" : name_of(check.results));
  return text + (check.faults.empty() ? "pass, on the CPU alone\n" : "FAIL\n");
}

}  // namespace warplens::cli
