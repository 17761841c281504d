// On the simulated driver, which tests/captured/simulated_program is a program of.
#include "kernels/capturing/capture_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/captured/memory_layout.h"
#include "kernels/captured/replay.h"
#include "kernels/run/own_kernel.h"

namespace warplens::capturing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr const char* kBuilt = WARPLENS_BINARY_DIR;
constexpr int kStatus = 7;  // of the program

class Capture : public testing::Test {
 protected:
  Capture() {
    ::setenv("LD_LIBRARY_PATH", fmt::format("{}/tests/simulated_cuda", kBuilt).c_str(), 1);
  }
  ~Capture() override { ::unsetenv("LD_LIBRARY_PATH"); }

  CapturedRun captured(CaptureOptions options, const std::vector<std::string>& parts) {
    if (options.cupti.empty())
      options.cupti = fmt::format("{}/tests/simulated_cupti/libcupti.so", kBuilt);
    std::vector<std::string> program{fmt::format("{}/simulated_program", kBuilt),
                                     WARPLENS_SOURCE_DIR "/tests/captured/kernels.ptx"};
    program.insert(program.end(), parts.begin(), parts.end());
    auto run = capture_program(options, program);
    EXPECT_TRUE(run.has_value()) << run.error().message.in(Language::en);
    return run.has_value() ? std::move(*run) : CapturedRun{};
  }

  static trace::Run replayed(const captured::Program& program, std::size_t episode) {
    const auto replay = captured::replay_of(program, program.episodes[episode]);
    if (!replay.has_value()) {
      ADD_FAILURE() << replay.error().message.in(Language::en);
      return {};
    }
    auto run = run::run_own(replay->kernel, {});
    EXPECT_TRUE(run.has_value()) << run.error().message.in(Language::en);
    return run.has_value() ? std::move(*run) : trace::Run{};
  }

  static std::vector<std::string> names_of(const CapturedRun& run) {
    std::vector<std::string> names;
    for (const auto& episode : run.gathered.program.episodes) names.push_back(episode.name);
    return names;
  }
};

class CaptureOfAPart : public Capture, public testing::WithParamInterface<const char*> {};

TEST_P(CaptureOfAPart, IsReplayedToTheBytesThatTheDeviceLeft) {
  const CapturedRun run = captured({}, {GetParam()});
  EXPECT_EQ(run.status, kStatus);
  EXPECT_THAT(run.gathered.notes, SizeIs(0));
  ASSERT_THAT(run.gathered.program.episodes, SizeIs(1));
  const trace::Run replay = replayed(run.gathered.program, 0);
  EXPECT_EQ(replay.verdict, trace::Verdict::match)
      << (replay.mismatch ? replay.mismatch->buffer : "");
  for (const auto& trace : replay.traces)
    for (const auto& finding : trace->findings)
      EXPECT_NE(finding.severity, trace::Severity::error) << finding.message.in(Language::en);
}
INSTANTIATE_TEST_SUITE_P(Parts, CaptureOfAPart,
                         testing::Values("scale", "scale_packed", "smooth", "row_sums", "add_rows",
                                         "add_table", "grid_sum", "rank_of_block", "box", "graph",
                                         "freed", "gather"));

TEST_F(Capture, KeepsWhatALaunchWasAskedFor) {
  const CapturedRun run = captured({}, {"rank_of_block", "grid_sum"});
  ASSERT_THAT(names_of(run), ElementsAre("rank_of_block", "grid_sum"));
  const auto& first = captured::first_launch(run.gathered.program.episodes[0]);
  EXPECT_EQ(first.grid, (Dim3{8, 1, 1}));
  EXPECT_EQ(first.block, (Dim3{32, 1, 1}));
  EXPECT_EQ(first.cluster, (Dim3{4, 1, 1}));
  EXPECT_FALSE(first.is_cooperative);
  EXPECT_TRUE(captured::first_launch(run.gathered.program.episodes[1]).is_cooperative);
}

TEST_F(Capture, FollowsPointersInDeviceMemory) {
  const CapturedRun run = captured({}, {"add_rows"});
  // The rows' addresses, two buffers of rows, the result; the module's variables.
  const auto& allocations = run.gathered.program.episodes.at(0).allocations;
  EXPECT_EQ(std::ranges::count(allocations, captured::Allocation::Kind::device,
                               &captured::Allocation::kind),
            4);
  EXPECT_EQ(std::ranges::count(allocations, captured::Allocation::Kind::variable,
                               &captured::Allocation::kind),
            3);
}

TEST_F(Capture, OfAGraphIsItsStepsInTheirOrder) {
  const CapturedRun run = captured({.kernels = "smooth"}, {"graph"});
  const auto& steps = run.gathered.program.episodes.at(0).steps;
  ASSERT_THAT(steps, SizeIs(4));
  EXPECT_TRUE(std::holds_alternative<captured::Fill>(steps[0]));
  EXPECT_EQ(std::get<captured::Launch>(steps[1]).entry, "scale");
  EXPECT_TRUE(std::holds_alternative<captured::Copy>(steps[2]));
  EXPECT_EQ(std::get<captured::Launch>(steps[3]).entry, "smooth");
}

TEST_F(Capture, KeepsTheLaunchesThatAreNamed) {
  EXPECT_THAT(names_of(captured({.kernels = "^(smooth|row)"}, {"scale", "smooth", "row_sums"})),
              ElementsAre("smooth", "row_sums"));
}

TEST_F(Capture, SkipsAndCountsLaunches) {
  EXPECT_THAT(
      names_of(captured({.launches = 2, .skipped = 1}, {"scale", "smooth", "row_sums", "box"})),
      ElementsAre("smooth", "row_sums"));
}

// Each finds what those before it left, whichever thread they are of.
TEST_F(Capture, OfThreadsIsOneLaunchAfterTheOther) {
  const CapturedRun run = captured({.launches = 12}, {"threads"});
  ASSERT_THAT(run.gathered.program.episodes, SizeIs(12));
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(replayed(run.gathered.program, i).verdict, trace::Verdict::match) << i;
}

const captured::Allocation& largest(const captured::Episode& episode) {
  return *std::ranges::max_element(episode.allocations, {}, &captured::Allocation::bytes);
}

TEST_F(Capture, OfALargeAllocationIsWhatTheLaunchTouches) {
  const CapturedRun run = captured({.bytes = 1 << 16}, {"gather"});
  const auto& large = largest(run.gathered.program.episodes.at(0));
  EXPECT_EQ(large.bytes, 8u << 20);
  // Of the index and of each of four rows the pages that 1,024 elements lie in.
  EXPECT_LE(captured::kept_bytes(large), (3u + 4 * 2) * 4096);
  EXPECT_EQ(replayed(run.gathered.program, 0).verdict, trace::Verdict::match);
}

TEST_F(Capture, OfALargeAllocationThatIsTouchedAllOverIsItsPartsBehindPointers) {
  const CapturedRun run = captured({.bytes = 4096}, {"smooth"});
  const auto& large = largest(run.gathered.program.episodes.at(0));
  EXPECT_EQ(large.bytes, 4096u);
  ASSERT_THAT(large.parts, SizeIs(1));
  EXPECT_EQ(large.parts[0].before.size(), 4096u / 16);
}

TEST_F(Capture, OfAFaultSaysWhatItWasOnTheGpu) {
  const CapturedRun run = captured({}, {"beyond"});
  const auto& episode = run.gathered.program.episodes.at(0);
  ASSERT_THAT(episode.notes, SizeIs(1));
  EXPECT_THAT(episode.notes[0].in(Language::en), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
}

TEST_F(Capture, SaysThatCuptiCannotBeOpened) {
  const CapturedRun run = captured({.cupti = "/nowhere/libcupti.so"}, {"scale"});
  EXPECT_EQ(run.status, kStatus);
  ASSERT_THAT(run.gathered.notes, SizeIs(1));
  EXPECT_THAT(run.gathered.notes[0].in(Language::en), HasSubstr("/nowhere/libcupti.so"));
}

TEST_F(Capture, OfAProgramThatIsKilledKeepsWhatWasWrittenByThen) {
  const auto killed = capture_program({}, {"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(killed.has_value());
  EXPECT_EQ(killed->status, 137);
  EXPECT_THAT(killed->gathered.program.episodes, SizeIs(0));
}

TEST(CaptureErrors, NameWhatIsWrong) {
  const auto message = [](const CaptureOptions& options, const std::string& program) {
    const auto run = capture_program(options, {program});
    return run.has_value() ? std::string() : run.error().message.in(Language::en);
  };
  EXPECT_EQ(message({}, "/nowhere/program"), "/nowhere/program: there is no such program");
  EXPECT_THAT(message({.kernels = "("}, "true"), HasSubstr("( is no extended regular expression"));
}

}  // namespace
}  // namespace warplens::capturing
