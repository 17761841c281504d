#include "app/session/open_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/own_files.h"
#include "app/session/run_again.h"
#include "kernels/base/test_support.h"
#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/program_file.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;
using namespace captured::captured_test;
using ::testing::HasSubstr;

// Of an image without PTX.
captured::Episode without_ptx() {
  captured::Episode episode = scaled("machine_code");
  std::get<captured::Launch>(episode.steps[0]).image = 1;
  return episode;
}

captured::Program made_program() {
  captured::Episode wrong = scaled("scale#2");
  wrong.allocations[1].parts[0].after[7] = std::byte{0x7e};
  auto program = program_of({without_ptx(), scaled(), wrong, graph()});
  program.images.push_back(
      {{}, captured::Bytes(4), tr("machine code of sm_90"), tr("it is machine code alone")});
  return program;
}

// A capture of a program, and the work that runs its launches.
class ACapturedProgram : public ::testing::Test {
 protected:
  ACapturedProgram() { write(made_program()); }
  void write(const captured::Program& program) {
    const auto written = captured::write_program(path_, program);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
  }
  Selection selection(const std::string& launch) const {
    Selection made{path_.string(),
                   {},
                   path_.string(),
                   trace::Order::recorded,
                   Backend::cpu,
                   0,
                   trace::capture_stamp(path_)};
    made.own.kernel = launch;
    made.is_program = true;
    return made;
  }
  Result<KernelResultPtr> open(const Selection& selection) {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    return open_program(selection, options, files_->programs());
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_ = folder_.path() / "run.wlens";
  std::shared_ptr<OwnFiles> files_ = std::make_shared<OwnFiles>();
};

TEST_F(ACapturedProgram, RunsTheLaunchThatIsNamedAndComparesItWithTheGpu) {
  const auto result = open(selection("scale"));
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ((*result)->run->verdict, trace::Verdict::match);
  EXPECT_EQ((*result)->launches.front().trace->launch.grid.count(), 2u);
  EXPECT_FALSE((*result)->run->ptx->empty());
  const auto steps = open(selection("graph"));
  ASSERT_TRUE(steps.has_value());
  EXPECT_EQ((*steps)->launches.size(), 2u);
}

TEST_F(ACapturedProgram, TellsWhichElementDiffersFromTheGpus) {
  const auto result = open(selection("scale#2"));
  ASSERT_TRUE(result.has_value());
  ASSERT_TRUE((*result)->run->mismatch.has_value());
  EXPECT_EQ((*result)->run->mismatch->element, 1u);
  EXPECT_EQ((*result)->run->mismatch->count, 1u);
}

TEST_F(ACapturedProgram, RunsTheFirstThatHasPtxWhereNoneIsNamed) {
  const auto result = open(selection(""));
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(files_->programs().known_launch(selection(""))->name, "scale");
}

TEST_F(ACapturedProgram, IsKnownWithoutAnyWaitingOnceItWasRead) {
  EXPECT_EQ(files_->programs().known(selection("")), nullptr);
  EXPECT_EQ(files_->programs().known_launch(selection("scale")), nullptr);
  ASSERT_TRUE(open(selection("scale")).has_value());
  const CapturedProgramPtr program = files_->programs().known(selection(""));
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->launches.size(), 4u);
  EXPECT_EQ(program->device, "NVIDIA H200");
  const CapturedLaunchPtr launch = files_->programs().known_launch(selection("scale"));
  ASSERT_NE(launch, nullptr);
  ASSERT_EQ(launch->kernels.front().parameters.size(), 3u);
  EXPECT_EQ(launch->kernels.front().parameters[2].value, "256");
  EXPECT_EQ(launch->kernels.front().parameters[1].pointers.front().address, kY);
  EXPECT_EQ(launch->memory.at(1).bytes, 1024u);
  EXPECT_GT(launch->memory.at(1).changed, 0u);
}

TEST_F(ACapturedProgram, WithoutPtxIsAnErrorAndTheRestIsKnown) {
  const auto result = open(selection("machine_code"));
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("it is machine code alone"));
  const CapturedLaunchPtr launch = files_->programs().known_launch(selection("machine_code"));
  ASSERT_NE(launch, nullptr);
  EXPECT_EQ(launch->kernels.front().why_no_ptx.in(Language::en), "it is machine code alone");
  EXPECT_EQ(launch->kernels.front().parameters.front().pointers.front().address, kX);
}

TEST_F(ACapturedProgram, IsReadOnceForAllItsLaunches) {
  ASSERT_TRUE(open(selection("scale")).has_value());
  const Selection graph = selection("graph");
  fs::remove(path_);
  EXPECT_TRUE(open(graph).has_value());
}

TEST_F(ACapturedProgram, WrittenAgainIsNotShownAsWhatItWas) {
  const Selection before = selection("scale");
  write(program_of({graph()}));
  const auto result = open(before);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("recorded again since"));
  EXPECT_TRUE(open(selection("graph")).has_value());
}

TEST_F(ACapturedProgram, RunsAgainForWhatItsTraceDoesNotKeep) {
  const auto result = open(selection("scale"));
  ASSERT_TRUE(result.has_value());
  const RunAgain again = run_again(nullptr, *result, files_);
  ASSERT_NE(again, nullptr);
  const auto run = again(recording_block(1));
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(run->traces.size(), 1u);
}

TEST_F(ACapturedProgram, IsToldFromATraceWhenItIsOpened) {
  Session session({}, instant_result, nullptr);
  show_capture(session, path_.string(), {"scale#2"});
  EXPECT_TRUE(session.selection().is_program);
  EXPECT_EQ(session.selection().own.kernel, "scale#2");
  const fs::path trace = folder_.path() / "t.wlens";
  ASSERT_TRUE(trace::write_capture(trace, *(*open(selection("scale")))->run).has_value());
  show_capture(session, trace.string());
  EXPECT_FALSE(session.selection().is_program);
}

}  // namespace
}  // namespace warplens::session
