// Launches as a running program had them, run again on the CPU.
#include "kernels/captured/replay.h"

#include <gmock/gmock.h>

#include "kernels/captured/captured_test_kit.h"

namespace warplens::captured {
namespace {

using namespace captured_test;
using testing::HasSubstr;
using trace::Verdict;

Result<trace::Run> run_of(const Program& program) {
  TRY(const auto replay, replay_of(program, program.episodes.front()));
  return run::run_own(replay.kernel, {});
}

Result<trace::Run> run_of(Episode episode) { return run_of(program_of({std::move(episode)})); }

// Errors alone.
std::string findings_of(const trace::Run& run) {
  std::string all;
  for (const auto& trace : run.traces)
    for (const trace::Finding& finding : trace->findings)
      if (finding.severity == trace::Severity::error)
        all += finding.message.in(Language::en) + "\n";
  return all;
}

std::string notes_of(const trace::Run& run) {
  std::string all;
  for (const Text& note : run.notes) all += note.in(Language::en) + "\n";
  return all;
}

void expect_match(const Result<trace::Run>& run) {
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(findings_of(*run), "");
  EXPECT_EQ(notes_of(*run), "");
  EXPECT_EQ(run->verdict, Verdict::match)
      << (run->mismatch.has_value() ? run->mismatch->buffer + ": " + run->mismatch->actual : "");
}

const trace::Buffer& buffer_named(const trace::Run& run, std::string_view name) {
  static const trace::Buffer kNone;
  const auto& buffers = run.traces.front()->buffers;
  const auto found = std::ranges::find(buffers, name, &trace::Buffer::name);
  return found == buffers.end() ? kNone : *found;
}

TEST(Replays, LeaveWhatTheGpuLeft) {
  const auto run = run_of(scaled());
  expect_match(run);
  EXPECT_EQ(run->traces.front()->kernel, "scale");
  EXPECT_EQ(*run->ptx, replays_ptx());
}

TEST(Replays, KeepThePtxThatRan) {
  const auto run = run_of(scaled());
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(*run->ptx, replays_ptx());
}

TEST(Replays, HaveBuffersWhereTheProgramHadThemUnderTheNamesOfParameters) {
  const auto run = run_of(scaled());
  ASSERT_TRUE(run.has_value());
  const trace::Buffer& second = buffer_named(*run, "arg1");
  EXPECT_EQ(second.address, kY);
  EXPECT_EQ(second.element_type, "f32");
  EXPECT_EQ(second.bytes, 1024u);
}

TEST(Replays, CallParametersAsTheirCompilerNotedThem) {
  Episode episode = scaled();
  std::get<Launch>(episode.steps[0]).parameters[1].name = "out";
  const auto run = run_of(episode);
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(buffer_named(*run, "out").address, kY);
}

TEST(Replays, CutAnAllocationWhereAPointerLeadsIntoIt) {
  Episode episode = scaled();
  Bytes before = episode.allocations[0].parts[0].before, after = before;
  const Part& y = episode.allocations[1].parts[0];
  before.insert(before.end(), y.before.begin(), y.before.end());
  after.insert(after.end(), y.after.begin(), y.after.end());
  episode.allocations = {memory(kX, before, after)};
  const auto run = run_of(episode);
  expect_match(run);
  EXPECT_EQ(buffer_named(*run, "arg0").bytes, 1024u);
  EXPECT_EQ(buffer_named(*run, "arg1").address, kY);
}

// x[0] = x[0] * x[0] - x[1], of which PTX does not say whether the product is rounded.
Program open_product(float left) {
  constexpr float kX0 = 1 + 0x1p-12f, kX1 = 1 + 0x1p-11f;
  Episode episode;
  episode.name = "open";
  episode.steps = {launch("open", {1, 1, 1}, {1, 1, 1}, kX)};
  episode.allocations = {
      memory(kX, bytes_of(std::vector{kX0, kX1}), bytes_of(std::vector{left, kX1}))};
  Program program = program_of({std::move(episode)});
  program.images.front().ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry open(.param .u64 p) {\n"
      ".reg .f32 %f<9>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\nld.global.f32 %f1, [%rd1];\n"
      "ld.global.f32 %f2, [%rd1+4];\nmul.f32 %f3, %f1, %f1;\nsub.f32 %f4, %f3, %f2;\n"
      "st.global.f32 [%rd1], %f4;\nret;\n}\n";
  return program;
}

TEST(Replays, MatchWithWhateverRoundingOfProductsThePtxLeavesOpen) {
  const auto apart = run_of(open_product(0));
  expect_match(apart);
  const auto fused = run_of(open_product(0x1p-24f));
  ASSERT_TRUE(fused.has_value());
  EXPECT_EQ(fused->verdict, Verdict::match);
  EXPECT_THAT(notes_of(*fused), HasSubstr("(fma), as ptxas does"));
  const auto neither = run_of(open_product(1));
  ASSERT_TRUE(neither.has_value());
  EXPECT_EQ(neither->verdict, Verdict::mismatch);
  EXPECT_EQ(notes_of(*neither), "");
}

TEST(Replays, NameTheElementThatDiffers) {
  Episode episode = scaled();
  episode.allocations[1].parts[0].after[4 * 3 + 3] = std::byte{0x7e};
  const auto run = run_of(episode);
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->verdict, Verdict::mismatch);
  EXPECT_EQ(run->mismatch->buffer, "arg1");
  EXPECT_EQ(run->mismatch->element, 3u);
  EXPECT_EQ(run->mismatch->count, 1u);
}

TEST(Replays, FollowPointersInStructuresAndInMemory) {
  const auto run = run_of(summed());
  expect_match(run);
  EXPECT_EQ(buffer_named(*run, "arg0+0").element_type, "u64");
  EXPECT_EQ(buffer_named(*run, "arg0+8").bytes, 12u);
  EXPECT_EQ(buffer_named(*run, "device 0x302000000").bytes, 16u);
}

TEST(Replays, PutVariablesOfAModuleWhereTheyWere) {
  Episode episode = weighed();
  expect_match(run_of(episode));

  episode.allocations[1].parts[0].after = bytes_of(std::vector<int>{43});
  const auto other = run_of(episode);
  ASSERT_TRUE(other.has_value());
  ASSERT_EQ(other->verdict, Verdict::mismatch);
  EXPECT_THAT(other->mismatch->buffer, HasSubstr("launches"));
}

TEST(Replays, RunAGraphsLaunchesCopiesAndFillsInOrder) {
  const auto run = run_of(graph());
  expect_match(run);
  ASSERT_EQ(run->traces.size(), 2u);
  EXPECT_EQ(run->traces[1]->kernel, "add_to");
}

TEST(Replays, RunLaunchesOfSeveralImages) {
  Program program = program_of({graph()});
  program.images.push_back(program.images.front());
  std::get<Launch>(program.episodes[0].steps[2]).image = 1;
  const auto run = run_of(program);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(run->verdict, Verdict::match);
  EXPECT_THAT(notes_of(*run), HasSubstr("2 images"));
}

TEST(Replays, RunClusters) {
  constexpr std::uint64_t kOut = 0x7f00'0000'0000;
  Episode episode;
  episode.name = "swap_blocks";
  Launch swap = launch("swap_blocks", {4, 1, 1}, {32, 1, 1}, kOut);
  swap.cluster = Dim3{2, 1, 1};
  episode.steps = {swap};
  episode.allocations = {
      memory(kOut, bytes_of(std::vector<int>(4)), bytes_of(std::vector<int>{2, 1, 4, 3}))};
  expect_match(run_of(episode));
}

TEST(Replays, RunCooperativeLaunches) {
  constexpr std::uint64_t kCounts = 0x7f00'0000'0000, kOut = 0x7f00'0000'0200;
  Episode episode;
  episode.name = "meet";
  Launch meet = launch("meet", {4, 1, 1}, {32, 1, 1}, kCounts, kOut);
  meet.is_cooperative = true;
  episode.steps = {meet};
  episode.allocations = {
      memory(kCounts, bytes_of(std::vector<int>(4)), bytes_of(std::vector<int>{1, 2, 3, 4})),
      memory(kOut, bytes_of(std::vector<int>{0}), bytes_of(std::vector<int>{10}))};
  expect_match(run_of(episode));
}

// Lines of 64 bytes that races are looked for in are then of both.
TEST(Replays, HaveBuffersSideBySideInOneLine) {
  constexpr std::uint64_t kCounts = 0x7f00'0000'0030, kOut = kCounts + 40;
  Episode episode;
  episode.name = "meet";
  episode.steps = {launch("meet", {10, 1, 1}, {32, 1, 1}, kCounts, kOut)};
  episode.allocations = {
      memory(kCounts, bytes_of(std::vector<int>(10)),
             bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})),
      memory(kOut, bytes_of(std::vector<int>{0}), bytes_of(std::vector<int>{55}))};
  expect_match(run_of(episode));
}

TEST(Replays, GoOnFromOneAllocationIntoTheNext) {
  Episode episode;
  episode.name = "add_to";
  episode.steps = {launch("add_to", {4, 1, 1}, {128, 1, 1}, kX, 1.0f, 512)};
  episode.allocations = {memory(kX, bytes_of(counted(256)), bytes_of(counted(256, 1))),
                         memory(kY, bytes_of(counted(256)), bytes_of(counted(256, 1)))};
  expect_match(run_of(episode));
}

TEST(Replays, NeedNothingOfATensorMapButItsBytes) {
  const auto run = run_of(tiled());
  expect_match(run);
  EXPECT_EQ(buffer_named(*run, "arg0").columns, 16u);
  EXPECT_EQ(buffer_named(*run, "arg0").rows, 16u);
}

TEST(Replays, SayWhatWasNotCapturedOfAnAllocation) {
  Episode episode = scaled();
  Allocation& x = episode.allocations[0];
  x.parts[0].before.resize(512);
  x.parts[0].after.resize(512);
  const auto run = run_of(episode);
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(findings_of(*run), "");
  EXPECT_EQ(run->verdict, Verdict::unchecked);
  EXPECT_THAT(notes_of(*run), HasSubstr("device 0x7f1234000000: 512 of its 1024 bytes were "
                                        "captured, and a launch reaches for others, up to byte "
                                        "1024"));
  EXPECT_THAT(notes_of(*run), HasSubstr("--bytes 1024"));
}

TEST(Replays, CallALaunchThatLeavesItsAllocationsAnError) {
  Episode episode = scaled();
  std::get<Launch>(episode.steps[0]) = launch("scale", {3, 1, 1}, {128, 1, 1}, kX, kY, 384);
  const auto run = run_of(episode);
  ASSERT_TRUE(run.has_value());
  EXPECT_THAT(findings_of(*run), HasSubstr("arg1"));
}

TEST(Replays, AreRefusedWithoutPtx) {
  Program program = program_of({scaled()});
  program.images[0] = {{},
                       {std::byte{0x7f}},
                       Text(std::string("cubin of sm_90")),
                       Text(std::string("the module has a cubin alone"))};
  const auto run = run_of(program);
  ASSERT_FALSE(run.has_value());
  EXPECT_THAT(run.error().message.in(Language::en), HasSubstr("the module has a cubin alone"));
}

TEST(Replays, AreRefusedWhereParametersAreNotThoseOfThePtx) {
  Episode episode = scaled();
  std::get<Launch>(episode.steps[0]).parameters.pop_back();
  const auto fewer = run_of(episode);
  ASSERT_FALSE(fewer.has_value());
  EXPECT_THAT(fewer.error().message.in(Language::en), HasSubstr("2 parameters"));
  std::get<Launch>(episode.steps[0]) = launch("scale", {1, 1, 1}, {32, 1, 1}, kX, kY, 256.0);
  EXPECT_FALSE(run_of(episode).has_value());
}

TEST(Episodes, AreFoundByTheirNamesAndByTheirKernels) {
  const Program program = program_of({scaled("scale"), scaled("scale#2"), graph(), summed()});
  EXPECT_EQ((*find_episode(program, "scale#2"))->name, "scale#2");
  EXPECT_EQ((*find_episode(program, "sum_rows"))->name, "sum_rows");
  EXPECT_EQ((*find_episode(program, "scale"))->name, "scale");
  const auto none = find_episode(program, "scales");
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message.in(Language::en), HasSubstr("scale#2"));
  EXPECT_FALSE(find_episode(program, "").has_value());
}

}  // namespace
}  // namespace warplens::captured
