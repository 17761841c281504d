// The view of a profiler's report in the window: a file that is dropped, one of another kernel, and
// what is told of the dearest line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/session/edits.h"
#include "app/session/report_choice.h"
#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::ui {
namespace {

using session::ReportChoice;
using session::StageView;
using testing::HasSubstr;

class ProfilerPanel : public ::testing::Test, protected WholeWindow {
 protected:
  ProfilerPanel() {
    app_->mode = Mode::explore;
    app_->views = {StageView::profiler_view, StageView::bank_view};
    session::Stage stage;
    stage.kernel = "transpose/tile";
    stage.parameters = {{"rows", 32}, {"cols", 32}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  // A report of the kernel on the stage whose load of shared memory took so many wavefronts.
  std::filesystem::path report_of_stage(int wavefronts) {
    const auto name = run::source_name(app_->session.launch()->trace->entry);
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / "profiler_panel.csv";
    std::ofstream(file) << "\"Kernel Name\",\"" << name << "(int)\"\n"
                        << "\"Address\",\"Source\",\"Instructions Executed\",\"L1 Wavefronts "
                           "Shared\",\"L1 Wavefronts Shared Ideal\"\n"
                        << "\"0x10\",\"LDS R1, [R2]\",\"32\",\"" << wavefronts << "\",\"32\"\n";
    return file;
  }
};

TEST_F(ProfilerPanel, TellsOfTheDearestLineWithoutAReport) {
  EXPECT_THAT(figure("profiler_view.answer"), HasSubstr("992 of its 1,024 wavefronts are bank "
                                                        "conflicts: lanes 0-31"));
  EXPECT_EQ(figure("profiler_view.count"), "4");
}

TEST_F(ProfilerPanel, AReportThatIsDroppedStandsBesideTheCounts) {
  app_->views = {StageView::bank_view};
  open_dropped(*app_, report_of_stage(1024));
  settle();
  EXPECT_EQ(app_->views.front(), StageView::profiler_view);
  EXPECT_THAT(figure("profiler_view.answer"), HasSubstr("992 of its 1,024 wavefronts"));
  EXPECT_THAT(figure("profiler_view.measured"), "1");
  click("profiler_view.forget");
  settle();
  EXPECT_EQ(app_->session.chosen<ReportChoice>(), ReportChoice{});
  EXPECT_THAT(figure("profiler_view.measured"), "0");
}

TEST_F(ProfilerPanel, WhatWasMeasuredOtherwiseIsSaid) {
  open_dropped(*app_, report_of_stage(1030));
  settle();
  EXPECT_THAT(figure("profiler_view.answer"), HasSubstr("no reason that is known here"));
}

TEST_F(ProfilerPanel, AReportOfAnotherKernelIsRefusedInALine) {
  open_dropped(*app_, std::filesystem::path(WARPLENS_SOURCE_DIR) /
                          "tests/explain/testdata/one_vector.source.csv");
  settle();
  EXPECT_THAT(figure("profiler_view.trouble"), HasSubstr("the report is of one_vector, not of"));
  EXPECT_THAT(figure("profiler_view.measured"), "0");
}

TEST_F(ProfilerPanel, WhatIsNoReportIsRefusedInALine) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "no_report.csv";
  std::ofstream(file) << "name,lesson\nA,B\n";
  open_dropped(*app_, file);
  settle();
  EXPECT_THAT(figure("profiler_view.trouble"), HasSubstr("has no table of Nsight Compute"));
}

}  // namespace
}  // namespace warplens::ui
