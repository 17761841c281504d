// A launch captured out of a running program in the whole window, drawn without one: opened,
// another chosen, one without PTX.
#include <gtest/gtest.h>

#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/program_file.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using namespace captured::captured_test;

class CapturedProgramInTheWindow : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  CapturedProgramInTheWindow() : WholeWindow(GetParam()) {
    captured::Episode machine_code = scaled("machine_code"), wrong = scaled("scale#2");
    std::get<captured::Launch>(machine_code.steps[0]).image = 1;
    wrong.allocations[1].parts[0].after[7] = std::byte{0x7e};
    auto program = program_of({scaled(), wrong, graph(), summed(), machine_code});
    program.images.push_back(
        {{}, captured::Bytes(4), tr("machine code of sm_90"), tr("it has none")});
    EXPECT_TRUE(captured::write_program(path_, program).has_value());
    EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
    explore(*app_);
    settle();
    open_dropped(*app_, path_);
    stand_still();
  }
  void stand_still() {
    for (int i = 0; i < 3; ++i) {
      watch_own_kernel(*app_);
      settle();
    }
  }
  void choose(const std::string& launch) {
    click("control.entry");
    click("entry." + launch);
    stand_still();
  }
  void expect_fine() {
    ImGui::GetIO().MousePos = {2, 2};
    draw(2);
    for (const auto& [name, missing] : ui_.widget_log.cut_texts())
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_ = folder_.path() / "run.wlens";
};

TEST_P(CapturedProgramInTheWindow, ShowsWhatWasCapturedInTheFormsPlace) {
  EXPECT_TRUE(ui_.widget_log.panels().contains("program"));
  EXPECT_FALSE(ui_.widget_log.panels().contains("own"));
  EXPECT_NE(figure("control.entry").find("scale"), std::string::npos);
  EXPECT_EQ(figure("program.launch"), "scale");
  EXPECT_EQ(figure("program.arg0"), "0x7f1234000000");
  EXPECT_EQ(app_->session.result()->run->verdict, trace::Verdict::match);
  expect_fine();
  click("own.kernels");
  EXPECT_TRUE(ui_.widget_log.panels().contains("explore"));
  click("own.form");
  EXPECT_TRUE(ui_.widget_log.panels().contains("program"));
}

TEST_P(CapturedProgramInTheWindow, ShowsAnotherLaunchWhenItIsChosen) {
  const auto events = [&] { return app_->session.launch()->trace->events.size(); };
  const std::size_t before = events();
  const std::string same = figure("program.comparison");
  choose("sum_rows");
  EXPECT_NE(figure("control.entry").find("sum_rows"), std::string::npos);
  EXPECT_NE(events(), before);
  EXPECT_EQ(figure("program.comparison"), same);
  choose("scale#2");
  EXPECT_NE(figure("program.comparison"), same) << "it says which element differs";
  expect_fine();
  choose("graph");
  EXPECT_NE(figure("control.launch"), "") << "which of the graph's launches";
  expect_fine();
}

TEST_P(CapturedProgramInTheWindow, WithoutPtxSaysSoAndShowsTheRest) {
  choose("machine_code");
  ASSERT_TRUE(app_->session.error().has_value());
  EXPECT_NE(app_->session.error()->message.in(Language::en).find("it has none"), std::string::npos);
  EXPECT_EQ(figure("program.launch"), "machine_code");
  EXPECT_EQ(figure("program.arg0"), "0x7f1234000000");
  EXPECT_EQ(figure("program.comparison"), "");
  expect_fine();
  choose("scale");
  EXPECT_FALSE(app_->session.error().has_value());
  EXPECT_EQ(figure("program.launch"), "scale");
}

INSTANTIATE_TEST_SUITE_P(Sizes, CapturedProgramInTheWindow,
                         ::testing::Values(Setup{{1280, 800}, "en", 1},
                                           Setup{{1280, 800}, "zh", 1}));

}  // namespace
}  // namespace warplens::ui
