// warplens explain: what a profiler reports of a kernel, as people ask it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string of_questions(const std::string& name) {
  return (source_folder() / "tests/explain" / name).string();
}

std::vector<std::string> every_fourth(const std::string& place,
                                      const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"explain", of_questions("every_fourth.ptx") + place,
                                     "--grid",  "2",
                                     "--block", "32",
                                     "--arg",   "in:in:f32[64]=iota",
                                     "--arg",   "out:out:f32[64]"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string explained(const std::vector<std::string>& arguments) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 0) << output.err;
  return output.out;
}

TEST(ExplainCommand, SaysWhatTheProfilerWillShowOfALineAndWhy) {
  const std::string out = explained(every_fourth(":9"));
  EXPECT_THAT(out, HasSubstr("every_fourth.cu:9"));
  EXPECT_THAT(out, HasSubstr("6 of its 8 wavefronts are bank conflicts: lanes 0, 8, 16, 24 want 4 "
                             "different words of bank 0"));
  EXPECT_THAT(out, Not(HasSubstr("every_fourth.cu:7")));
}

TEST(ExplainCommand, PutsTheReportBesideWhatIsCounted) {
  const std::string out =
      explained(every_fourth("", {"--ncu", of_questions("testdata/every_fourth.source.csv"),
                                  "--ncu", of_questions("testdata/every_fourth.raw.csv")}));
  EXPECT_THAT(out, HasSubstr("report: every_fourth(const float *, float *), NVIDIA H200"));
  EXPECT_THAT(out, HasSubstr("4.0-way on average is 8 wavefronts over 2 requests"));
  EXPECT_THAT(out, HasSubstr("Shared Load: Bank Conflicts"));
}

TEST(ExplainCommand, AReportOfAnotherKernelIsRefused) {
  const Output output =
      run(every_fourth("", {"--ncu", of_questions("testdata/one_vector.source.csv")}));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("the report is of one_vector, not of every_fourth"));
}

TEST(ExplainCommand, ALaunchOfAnotherGridIsSaid) {
  std::vector<std::string> arguments =
      every_fourth("", {"--ncu", of_questions("testdata/every_fourth.raw.csv")});
  arguments[3] = "1";
  EXPECT_THAT(explained(arguments),
              HasSubstr("The profiled launch has another grid or block than this one."));
}

// `explain … --ncu r.ncu-rep`, a file of such bytes, where no program is found but python3 with the
// modules of that folder; empty: not even python3 is.
Output explained_by_python(const std::string& bytes, const std::string& modules) {
  const std::filesystem::path folder = scratch_folder();
  write_file(folder / "r.ncu-rep", bytes);
  std::string line = "cd '" + folder.string() + "' && ";
  if (!modules.empty())
    line += "ln -sf \"$(python3 -c 'import sys; print(sys.executable)')\" python3 && ";
  line += "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + modules + "' PATH='" + folder.string() +
          "' \"$WARPLENS\"";
  for (const std::string& each : every_fourth("", {"--ncu", "r.ncu-rep"}))
    line += " '" + each + "'";
  return run_line(line);
}
const std::string kProfile("NVR\0", 4);

std::string module_stand_in() {
  return (source_folder() / "tests/cli/ncu_report_stand_in").string();
}

TEST(ExplainCommand, AProfileThatNothingHereReadsIsRefusedWithWhatToDo) {
  const Output output = explained_by_python(kProfile, "");
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("ncu --import r.ncu-rep --csv --page source"));
}

TEST(ExplainCommand, AProfileIsReadByPythonsModule) {
  const Output output = explained_by_python(kProfile, module_stand_in());
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("report: every_fourth(const float *, float *), NVIDIA H200"));
  EXPECT_THAT(output.out, AllOf(HasSubstr("measured"), HasSubstr("Shared Load: Bank Conflicts")));
  EXPECT_THAT(output.out, Not(HasSubstr("another grid")));
}

TEST(ExplainCommand, PythonWithoutTheModuleSaysWhichFolderHasIt) {
  const Output output = explained_by_python(kProfile, "/nowhere");
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err,
              AllOf(HasSubstr("python3 has no ncu_report"), HasSubstr("extras/python")));
}

TEST(ExplainCommand, ADamagedProfileIsCalledSo) {
  const Output output = explained_by_python("garbage", module_stand_in());
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("r.ncu-rep has no profile that ncu_report can read"));
}

// A program of that name that prints what is kept of either page.
TEST(ExplainCommand, AFileThatNcuAloneReadsIsPrintedByNcu) {
  const std::filesystem::path folder = scratch_folder();
  const std::filesystem::path ncu = folder / "ncu";
  const std::string kept = of_questions("testdata/every_fourth");
  write_file(ncu, "#!/bin/sh\ncase \"$*\" in *\"--page source\"*) cat " + kept +
                      ".source.csv;; *) cat " + kept + ".raw.csv;; esac\n");
  std::filesystem::permissions(ncu, std::filesystem::perms::owner_all);
  write_file(folder / "r.ncu-rep", std::string("NVR\0", 4));
  std::string line = "PATH='" + folder.string() + "':\"$PATH\" \"$WARPLENS\"";
  for (const std::string& each : every_fourth("", {"--ncu", (folder / "r.ncu-rep").string()}))
    line += " '" + each + "'";
  const Output output = run_line(line);
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("measured"));
  EXPECT_THAT(output.out, HasSubstr("Shared Load: Bank Conflicts"));
}

TEST(ExplainCommand, AMetricSaysWhatItCountsAndWhenItMisleads) {
  const std::string out =
      explained({"explain", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"});
  EXPECT_THAT(out, AllOf(HasSubstr("Shared Load: Bank Conflicts"), HasSubstr("counts: "),
                         HasSubstr("lost to other traffic")));
  EXPECT_THAT(explained({"explain", "Global Load: Sectors/Req"}), HasSubstr("Best is 4"));
  EXPECT_THAT(explained({"explain", "bank conflicts"}), HasSubstr("Shared Store: Bank Conflicts"));
}

TEST(ExplainCommand, ListsEveryMetric) {
  EXPECT_THAT(explained({"explain", "--metrics"}), HasSubstr("L1 Wavefronts Shared Excessive"));
  EXPECT_GT(run_json({"explain", "--metrics", "--json"}).at("entries").size(), 30u);
}

}  // namespace
}  // namespace warplens::cli_test
