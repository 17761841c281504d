// The GPU's counters in the window: what is shown is what was counted, nothing is cut at any size
// in either language, and it can be copied.
#include "app/ui/panels/counters_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/ui/panels/copy_figures.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/counted_results_test.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/notes.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::ui {
namespace {

using session::Backend;
using testing::HasSubstr;
using testing::Not;

class CountersWindow : protected WholeWindow {
 protected:
  explicit CountersWindow(const Setup& setup = {},
                          std::function<void(session::KernelResult&)> change = nullptr)
      : WholeWindow(setup, machine_that_counts(std::move(change))) {
    app_->gpu->wait_until_known();
    explore(*app_);
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile_padded", {}, {}, {}, {}}).has_value());
    restore_backend(app_->session, Backend::gpu);
    settle();
  }
  [[nodiscard]] std::string words(std::uint64_t number) const {
    return scene::with_separators(number);
  }
  [[nodiscard]] const analysis::KernelTotals& totals() const {
    return app_->session.launch()->totals;
  }
  void expect_fine_in_every_tab() {
    for (int tab = 0; tab < 4; ++tab) {
      ui_.state<ReadingState>().tab = static_cast<ReadingTab>(tab);
      draw(2);
      expect_nothing_overlaps_or_is_cut();
    }
  }
};

// Before the window, so that the driver is there when it looks for one.
class SimulatedGpu {
 protected:
  SimulatedGpu() { EXPECT_TRUE(simulated::use_simulated_driver()); }
};

class Counters : public ::testing::Test, SimulatedGpu, protected CountersWindow {};

TEST_F(Counters, StandBesideTheRulesFiguresWithASign) {
  EXPECT_EQ(figure("counter.global_load.sectors"), words(totals().global_load.sectors) + " =");
  EXPECT_EQ(figure("counter.global_load.sectors.rules"), words(totals().global_load.sectors));
  const std::uint64_t wavefronts = totals().shared_load.wavefronts;
  EXPECT_EQ(figure("counter.shared_load.wavefronts"), words(wavefronts / 2) + " ≠");
  EXPECT_EQ(figure("counter.L1_hit_rate"), "93.1 %");
  EXPECT_EQ(figure("counter.DRAM_bytes_read"), "1.23 GB");
}

TEST_F(Counters, AreGoneOnTheCpu) {
  set_backend(app_->session, Backend::cpu);
  settle();
  EXPECT_EQ(figure("counter.global_load.sectors"), "");
}

TEST_F(Counters, AreCopiedWithTheFigures) {
  const std::string text = figures_text(*app_, ui_, "metrics");
  EXPECT_THAT(text, HasSubstr("Shared loads · Wavefronts: Counted by the GPU\t" +
                              figure("counter.shared_load.wavefronts")));
  EXPECT_THAT(text, HasSubstr("Traced on\tMade-up GPU"));
}

TEST_F(Counters, OfTwoKernelsStandInOneTable) {
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  EXPECT_EQ(figure("counter.global_load.sectors"), words(totals().global_load.sectors) + " =");
  const auto& right = app_->session.launch(session::Side::right)->totals;
  EXPECT_EQ(figure("right.counter.shared_load.wavefronts"),
            words(right.shared_load.wavefronts / 2) + " ≠");
}

TEST_F(Counters, StayHiddenWhileAPredictionIsOpen) {
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      if (!lesson.steps[step].prediction) continue;
      ASSERT_TRUE(go_to_lesson(*app_, lesson.id, static_cast<std::ptrdiff_t>(step)).has_value());
      settle();
      for (const auto& [name, value] : ui_.widget_log.figures()) {
        EXPECT_FALSE(name.starts_with("counter.")) << lesson.id << " shows " << name;
      }
      return;
    }
  }
}

class CountersOfEverySize : public ::testing::TestWithParam<Setup>,
                            SimulatedGpu,
                            protected CountersWindow {
 protected:
  CountersOfEverySize() : CountersWindow(GetParam()) {}
};

TEST_P(CountersOfEverySize, NothingIsCut) {
  for (const char* kernel : {"transpose/tile_padded", "gemm/async_copy", "reduce/two_pass"}) {
    SCOPED_TRACE(kernel);
    select_kernel(app_->session, kernel);
    settle();
    expect_fine_in_every_tab();
  }
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  expect_fine_in_every_tab();
}

INSTANTIATE_TEST_SUITE_P(Sizes, CountersOfEverySize,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1920, 1080}, "en", 1},
                                           Setup{{1920, 1080}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1280, 800}, "zh", 1.6f}));

class CountersThatCannotBeRead : public ::testing::TestWithParam<const char*>,
                                 SimulatedGpu,
                                 protected CountersWindow {
 protected:
  CountersThatCannotBeRead()
      : CountersWindow({{1280, 800}, GetParam()}, [](session::KernelResult& result) {
          for (session::LaunchResult& launch : result.launches) launch.counted = {};
          trace::Run run = *result.run;
          run.why_no_counters = "this user may not read them: ask for NVreg_RestrictProfiling=0";
          result.run = std::make_shared<const trace::Run>(std::move(run));
          result.notes = {run::lost_records_note(3)};
        }) {}
};

TEST_P(CountersThatCannotBeRead, SayWhyInTheirPlaceAndNotesAreRead) {
  EXPECT_THAT(figure("counters.note"), HasSubstr("NVreg_RestrictProfiling=0"));
  EXPECT_EQ(figure("note0"), run::lost_records_note(3).in(ui_.language));
  EXPECT_THAT(figure("status"), Not(HasSubstr("exact")));
  expect_fine_in_every_tab();
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  EXPECT_THAT(figure("counters.note"), HasSubstr("NVreg_RestrictProfiling=0"));
}
INSTANTIATE_TEST_SUITE_P(Languages, CountersThatCannotBeRead, ::testing::Values("en", "zh"));

class CountersWithoutSass : public ::testing::TestWithParam<const char*>,
                            SimulatedGpu,
                            protected CountersWindow {
 protected:
  CountersWithoutSass()
      : CountersWindow({{1280, 800}, GetParam()}, [](session::KernelResult& result) {
          session::Counted& counted = result.launches.front().counted;
          for (analysis::ComparedCounter& figure : counted.figures) figure.has_sass = false;
          counted.doubts = {analysis::Doubt::missing, analysis::Doubt::lanes_part};
        }) {}
};

TEST_P(CountersWithoutSass, SayWhatIsInDoubt) {
  EXPECT_THAT(figure("counters.note"), HasSubstr("SASS"));
  for (const Str doubt : {Str::doubt_missing, Str::doubt_lanes_part}) {
    EXPECT_THAT(figure("counters.note"), HasSubstr(std::string(ui_.say(doubt))));
  }
}
INSTANTIATE_TEST_SUITE_P(Languages, CountersWithoutSass, ::testing::Values("en", "zh"));

TEST(CounterNames, AreThereForEveryCounter) {
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    EXPECT_TRUE(counter_name(counter.name).has_value()) << counter.name;
  }
  for (const analysis::ObservedCounter& counter : analysis::observed_counters()) {
    EXPECT_TRUE(observed_name(counter.name).has_value()) << counter.name;
  }
}

}  // namespace
}  // namespace warplens::ui
