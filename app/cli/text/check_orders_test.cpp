// A check of a person's own kernel in other orders of threads and copies.
#include "app/cli/text/check_orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/text/check_variant.h"
#include "kernels/ptx/parser.h"

namespace warplens::cli {
namespace {

using machine::CopiesLand;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ptx::Module module_with(const std::string& instruction) {
  return *ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n" +
                         instruction + "\nret;\n}\n",
                     "k.ptx");
}

std::vector<std::string> options_of(const ptx::Module& module) {
  std::vector<std::string> options;
  for (const CheckedOrder& order : checked_orders(&module)) options.push_back(order.option);
  return options;
}

TEST(CheckOrders, AreOfBlocksAndWhereThereAreCopiesOfCopies) {
  EXPECT_THAT(options_of(module_with("bar.sync 0;")),
              ElementsAre("--order seed:1", "--order seed:2", "--order seed:3", "--order seed:4",
                          "--order seed:5"));
  EXPECT_THAT(options_of(module_with("cp.async.wait_all;")),
              ElementsAre("--copies early", "--copies at-once", "--order seed:1 --copies seed:1",
                          "--order seed:2 --copies seed:2", "--order seed:3 --copies seed:3",
                          "--order seed:4 --copies seed:4", "--order seed:5 --copies seed:5"));
}

trace::Finding finding(std::uint32_t line, std::uint32_t other_line = 0) {
  trace::Finding found;
  found.file = "k.cu";
  found.line = line;
  found.other_line = other_line;
  found.message = Text(fmt::format("k.cu:{}: a race", line));
  return found;
}

trace::Run run_with(std::vector<trace::Finding> findings, bool is_wrong = false) {
  trace::Run run;
  auto trace = std::make_shared<trace::Trace>();
  trace->findings = std::move(findings);
  run.traces.push_back(std::move(trace));
  run.verdict = is_wrong ? trace::Verdict::mismatch : trace::Verdict::match;
  if (is_wrong) run.mismatch = trace::Mismatch{"out", 7, "1", "2", 3};
  return run;
}

// The default order's run, and what comes of the others.
std::vector<std::string> faults(const trace::Run& cpu,
                                const std::function<trace::Run(const CheckedOrder&)>& other) {
  CheckRuns runs;
  runs.cpu = [&](std::optional<std::uint64_t>) { return Result<trace::Run>(cpu); };
  runs.in_order = [&](const CheckedOrder& order) { return Result<trace::Run>(other(order)); };
  CheckSubject subject{"k"};
  subject.findings_are_faults = true;
  std::vector<std::string> lines;
  const auto checked = check_on_cpu(runs, subject);
  for (const Text& fault : checked->faults) lines.push_back(fault.in(Language::en));
  return lines;
}

TEST(CheckOrders, TellOnceWhatOnlyOtherOrdersFind) {
  const auto found = faults(run_with({finding(5)}), [](const CheckedOrder& order) {
    if (!order.seed) return run_with({finding(5)});
    return *order.seed < 3 ? run_with({finding(5), finding(9)}) : run_with({finding(9)});
  });
  EXPECT_THAT(found,
              ElementsAre("k.cu:5: a race", "with --order seed:1 --copies seed:1: k.cu:9: a race"));
}

TEST(CheckOrders, TakeTheTwoEndsOfARaceForOne) {
  const auto found = faults(run_with({finding(5, 9)}),
                            [](const CheckedOrder&) { return run_with({finding(9, 5)}); });
  EXPECT_THAT(found, ElementsAre("k.cu:5: a race"));
}

TEST(CheckOrders, TellOnceAResultThatIsWrongInOthersOnly) {
  const auto wrong = [](const CheckedOrder&) { return run_with({}, true); };
  EXPECT_THAT(faults(run_with({}), wrong),
              ElementsAre(HasSubstr("with --copies early, the result is wrong: out[7] is 2")));
  EXPECT_THAT(faults(run_with({}), [](const CheckedOrder&) { return run_with({}); }), IsEmpty());
}

}  // namespace
}  // namespace warplens::cli
