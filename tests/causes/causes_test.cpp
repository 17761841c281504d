// Each cause is recognised in a kernel that has it, and in none that does not.
#include "viz/analysis/causes/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "kernels/machine/machine.h"
#include "kernels/ptx/parser.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/swizzle/answer.h"

namespace warplens::analysis {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::size_t kBufferBytes = 64 * 1024;

std::shared_ptr<const ptx::Module> module_of(const std::string& file) {
  const std::string path = std::string(WARPLENS_SOURCE_DIR) + "/tests/causes/" + file + ".ptx";
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto module = ptx::parse(text, path);
  EXPECT_TRUE(module.has_value()) << path;
  return std::make_shared<const ptx::Module>(std::move(*module));
}

// Two buffers of zeros, and the number that a kernel may ask for.
std::vector<std::byte> parameters_of(const ptx::Function& entry, machine::Memory& memory) {
  std::vector<std::uint64_t> values;
  for (const char* name : {"first", "second"}) {
    trace::Buffer buffer;
    buffer.name = name;
    buffer.bytes = kBufferBytes;
    values.push_back(*memory.allocate(buffer));
  }
  values.push_back(100);
  const std::size_t bytes = entry.parameters.size() == 3 ? 20 : 8 * entry.parameters.size();
  std::vector<std::byte> parameters(bytes);
  std::memcpy(parameters.data(), values.data(), bytes);
  return parameters;
}

trace::Trace trace_of(const std::string& file, const std::string& entry, Dim3 block = {64, 1, 1}) {
  const auto program = machine::Program::load(module_of(file), entry);
  EXPECT_TRUE(program.has_value()) << entry;
  machine::Memory memory;
  machine::LaunchRequest launch;
  launch.kernel_name = entry;
  launch.grid = {2, 1, 1};
  launch.block = block;
  launch.parameters = parameters_of(program->entry(), memory);
  machine::RunOptions options;
  options.cost = add_cost;
  auto trace = machine::run(*program, launch, memory, options);
  EXPECT_TRUE(trace.has_value()) << (trace.has_value() ? ""
                                                       : trace.error().message.in(Language::en));
  return std::move(*trace);
}

std::vector<Cause> causes_in(const trace::Trace& trace) {
  return causes(trace, event_costs(trace));
}

std::vector<Cause> causes_of(const std::string& kernel, Dim3 block = {64, 1, 1}) {
  return causes_in(trace_of(kernel, kernel, block));
}
std::vector<Cause> causes_of_twin(const std::string& kernel, Dim3 block = {64, 1, 1}) {
  return causes_in(trace_of(kernel, kernel + "_right", block));
}

testing::Matcher<const Cause&> is_of(CauseKind kind) { return Field("kind", &Cause::kind, kind); }

void expect_worst(const std::vector<Cause>& found, CauseKind kind, const std::string& sentence) {
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(name_of(found[0].kind), name_of(kind));
  EXPECT_THAT(found[0].sentence.in(Language::en), HasSubstr(sentence));
}

TEST(Causes, AStrideOfLanesOnGlobalMemory) {
  expect_worst(causes_of("stride"), CauseKind::stride,
               "neighbouring lanes are 256 bytes apart: 32 sectors, 4 would do");
  EXPECT_THAT(causes_of_twin("stride"), IsEmpty());
}

TEST(Causes, AStrideOfLanesInSharedMemory) {
  expect_worst(causes_of("shared_stride"), CauseKind::stride,
               "8 bytes apart and meet in the same banks: 2 wavefronts, 1 would do");
  EXPECT_THAT(causes_of_twin("shared_stride"), IsEmpty());
}

TEST(Causes, RowsThatBeginWithinASector) {
  const Dim3 block{32, 8, 1};
  expect_worst(causes_of("misalignment", block), CauseKind::misalignment,
               "4 bytes into a sector: 5 sectors, 4 would do");
  EXPECT_THAT(causes_of_twin("misalignment", block), IsEmpty());
}

TEST(Causes, AColumnReadFromATileOf32Words) {
  const Dim3 block{32, 8, 1};
  expect_worst(
      causes_of("column_read", block), CauseKind::column_read,
      "rows that are 128 bytes apart and meet in the same banks: 32 wavefronts, 1 would do");
  EXPECT_THAT(causes_of_twin("column_read", block), IsEmpty());
}

TEST(Causes, TellTheCountedGainOfTheLayoutThatTheyAdvise) {
  const auto found = causes_of("column_read", {32, 8, 1});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].gain.in(Language::en), "pitch 33 instead of 32: 31 conflicts → 0 (counted)");
  EXPECT_TRUE(found.back().question.empty() || !found.back().gain.empty());
}

TEST(Causes, RowsOfAFewLanesThatBeginInOneBank) {
  const Dim3 block{32, 1, 1};
  expect_worst(causes_of("small_block_column", block), CauseKind::column_read,
               "128 bytes apart and meet in the same banks: 8 wavefronts, 1 would do");
  EXPECT_THAT(causes_of_twin("small_block_column", block), IsEmpty());
}

TEST(Causes, RowsOfAFewLanesThatMeetInPart) {
  const auto found = causes_in(trace_of("small_block_column", "small_block_rows", {32, 1, 1}));
  expect_worst(found, CauseKind::column_read, "lanes go down rows that are 40 bytes apart");
}

TEST(Causes, OneLaneThatAddsTwoNeighboursIsNoNarrowLoad) {
  EXPECT_THAT(causes_of_twin("tree_end"), Not(Contains(is_of(CauseKind::narrow_loads))));
}

TEST(Causes, ASwizzleThatIsTooSmallForTheWidth) {
  const Dim3 block{32, 1, 1};
  expect_worst(causes_of("bad_swizzle", block), CauseKind::bad_swizzle,
               "of 16 bytes a lane over too few banks: 8 wavefronts, 4 would do");
  EXPECT_THAT(causes_of_twin("bad_swizzle", block), IsEmpty());
}

std::vector<Cause> causes_of_layout(const std::string& entry) {
  return causes_in(trace_of("layouts", entry, {32, 1, 1}));
}

std::string advice_of(const Cause& cause) { return cause.advice.in(Language::en); }

// What is advised is what the twin does, which has no conflicts.
TEST(Causes, AdviseALayoutThatTheAccessesCanTake) {
  struct Row {
    std::string kernel;
    std::string advice;
  };
  const std::vector<Row> rows = {
      {"doubles", "begin its rows 17 elements of 8 bytes apart, in place of 16"},
      {"vectors", "begin its rows 68 elements of 4 bytes apart, in place of 64"},
      {"halves",
       "begin its rows 72 elements of 2 bytes apart, in place of 64; or put element i at "
       "i ^ ((i & 0x1c0) >> 3), CuTe's Swizzle<3,3,3> of elements of 2 bytes: 4 "
       "wavefronts here in place of 32"},
      {"short_rows",
       "put element i at i ^ ((i & 0xc0) >> 3), CuTe's Swizzle<2,3,3> of elements of "
       "2 bytes, in place of Swizzle<2,3,2>: 4 wavefronts here in place of 8"}};
  for (const auto& [kernel, advice] : rows) {
    SCOPED_TRACE(kernel);
    const auto found = causes_of_layout(kernel);
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(advice_of(found.front()), testing::StartsWith(advice));
    const auto twin = causes_of_layout(kernel + "_right");
    EXPECT_THAT(twin, Not(Contains(is_of(CauseKind::column_read))));
    EXPECT_THAT(twin, Not(Contains(is_of(CauseKind::bad_swizzle))));
  }
}

// The workshop's own rules find the figures of the advice.
TEST(Causes, TheLayoutOfAnAdviceIsAnAnswerOfTheSwizzleWorkshop) {
  std::vector<Cause> all = causes_of("column_read", {32, 8, 1});
  for (const auto& found : {causes_of("bad_swizzle", {32, 1, 1}), causes_of_layout("row_sums")})
    all.push_back(found.front());
  for (const Cause& cause : all) {
    SCOPED_TRACE(cause.question);
    const auto spec = swizzle::parse_spec(cause.question);
    ASSERT_TRUE(spec.has_value()) << spec.error().message.in(Language::en);
    const auto answer = swizzle::modelled_answer(*spec);
    ASSERT_TRUE(answer.has_value()) << answer.error().message.in(Language::en);
    EXPECT_TRUE(answer->after.is_bijection());
    EXPECT_THAT(advice_of(cause), testing::ContainsRegex(fmt::format(
                                      ": {} wavefronts? here", answer->read.after.wavefronts)));
    EXPECT_GT(answer->read.before.wavefronts, answer->read.after.wavefronts);
  }
  EXPECT_EQ(causes_of("stride").front().question, "") << "of global memory";
}

TEST(Causes, ConflictsComeBeforeTheNarrowLoadsThatHaveThem) {
  const auto found = causes_of_layout("row_sums");
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(found[0].kind, CauseKind::column_read);
  EXPECT_THAT(advice_of(found[0]), HasSubstr("65 elements of 4 bytes"));
  EXPECT_EQ(found[1].kind, CauseKind::narrow_loads);
  EXPECT_THAT(causes_of_layout("row_sums_right"), Not(Contains(is_of(CauseKind::column_read))));
}

TEST(Causes, OnlyABlockThatEndsWithinAWarpIsToBeAMultipleOf32Threads) {
  constexpr const char* kMultiple = "a multiple of 32 threads";
  const auto cut = causes_in(trace_of("uneven", "forty", {40, 1, 1}));
  const auto sparse = causes_in(trace_of("uneven", "sparse_rows"));
  const auto partial = [](const std::vector<Cause>& found) {
    return std::ranges::find(found, CauseKind::partial_warps, &Cause::kind);
  };
  ASSERT_NE(partial(cut), cut.end());
  EXPECT_THAT(advice_of(*partial(cut)), HasSubstr(kMultiple));
  ASSERT_NE(partial(sparse), sparse.end());
  EXPECT_THAT(advice_of(*partial(sparse)), Not(HasSubstr(kMultiple)));
}

TEST(Causes, ALaneThatPollsForItsBlockIsNone) {
  EXPECT_THAT(causes_in(trace_of("uneven", "polls")),
              Not(Contains(is_of(CauseKind::partial_warps))));
}

TEST(Causes, AnArrayOfStructures) {
  expect_worst(causes_of("structures"), CauseKind::structures,
               "its own structure or chunk of 28 bytes: 28 sectors, 4 would do");
  EXPECT_THAT(causes_of_twin("structures"), IsEmpty());
}

TEST(Causes, AColumnWalkedByAnUnrolledLoopIsNoStructure) {
  const auto found = causes_of("unrolled_columns", {32, 1, 1});
  expect_worst(found, CauseKind::stride, "neighbouring lanes are 256 bytes apart");
  EXPECT_THAT(found, Not(Contains(is_of(CauseKind::structures))));
}

TEST(Causes, SteppingWiderAndWiderInSharedMemoryIsAStride) {
  const auto found = causes_of("interleaved");
  EXPECT_THAT(found, Contains(is_of(CauseKind::stride)));
  EXPECT_THAT(found, Not(Contains(is_of(CauseKind::column_read))));
}

TEST(Causes, OneStepOfALoopIsNoNarrowLoad) {
  EXPECT_THAT(causes_of("interleaved"), Not(Contains(is_of(CauseKind::narrow_loads))));
}

TEST(Causes, AlternateLanesThatWork) {
  const auto found = causes_of("partial_warps");
  EXPECT_THAT(found, Contains(is_of(CauseKind::partial_warps)));
  EXPECT_THAT(causes_of_twin("partial_warps"), IsEmpty());
}

TEST(Causes, ABlockOfHalfAWarp) {
  EXPECT_THAT(causes_of_twin("partial_warps", {16, 1, 1}),
              Contains(is_of(CauseKind::partial_warps)));
}

TEST(Causes, OneLaneThatWritesItsWarpsSumIsNone) {
  EXPECT_THAT(causes_of_twin("leaders"), IsEmpty());
}

TEST(Causes, OneWarpThatAddsUpWhatTheOthersFoundIsNone) {
  EXPECT_THAT(causes_of_twin("block_sum", {256, 1, 1}), IsEmpty());
}

TEST(Causes, AnArrayOfTheThreadInLocalMemory) {
  expect_worst(causes_of("local_memory"), CauseKind::local_memory, "lie in local memory");
  EXPECT_THAT(causes_of_twin("local_memory"), IsEmpty());
}

TEST(Causes, AtomicsOfAllLanesOnOneAddress) {
  expect_worst(causes_of("same_address_atomic"), CauseKind::same_address_atomic,
               "32 of 32 active lanes update one address");
  EXPECT_THAT(causes_of_twin("same_address_atomic"), IsEmpty());
}

TEST(Causes, AtomicsOfAllLanesOnOneBinInSharedMemory) {
  expect_worst(causes_of("shared_bins"), CauseKind::same_address_atomic,
               "32 of 32 active lanes update one address");
  EXPECT_THAT(causes_of_twin("shared_bins"), IsEmpty());
}

TEST(Causes, LoadsOfOneLaneSideBySide) {
  const auto found = causes_of("narrow_loads");
  expect_worst(found, CauseKind::narrow_loads,
               "4 loads lie side by side in every lane: one of 16 bytes would do");
  EXPECT_THAT(found, Not(Contains(is_of(CauseKind::stride))));
  EXPECT_THAT(found, Not(Contains(is_of(CauseKind::structures))));
  EXPECT_THAT(causes_of_twin("narrow_loads"), IsEmpty());
}

TEST(Causes, LoadsOfWhatTheBlockHasLoaded) {
  expect_worst(causes_of("redundant_loads"), CauseKind::redundant_loads,
               "of these 128 bytes were loaded by the same block before");
  EXPECT_THAT(causes_of_twin("redundant_loads"), Not(Contains(is_of(CauseKind::redundant_loads))));
}

TEST(Causes, WhatWasWrittenMeanwhileIsNotLoadedInVain) {
  EXPECT_THAT(causes_of_twin("reloads"), IsEmpty());
}

TEST(Causes, StandWorstFirstWithSharesOfAllAccesses) {
  const auto found = causes_of("narrow_and_strided");
  ASSERT_GE(found.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>(), &Cause::share));
  EXPECT_LE(found.front().share, 1);
  EXPECT_GE(found.back().share, kLeastShare);
}

TEST(Causes, NameTheSiteAndItsWorstAccess) {
  const trace::Trace trace = trace_of("stride", "stride");
  const auto found = causes_in(trace);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(trace.events.site(found[0].row), found[0].site);
  EXPECT_EQ(trace.sites[found[0].site].line, 3u);
  // 32 sectors are 8 passes, of which 7 are in vain; the store is one.
  EXPECT_DOUBLE_EQ(found[0].share, 7.0 / 9);
}

TEST(Causes, CountAnUnrolledLineOnce) {
  const auto found = causes_of("column_read", {32, 8, 1});
  const auto columns = std::ranges::count(found, CauseKind::column_read, &Cause::kind);
  EXPECT_EQ(columns, 1);
}

TEST(Causes, SayNothingOfTimeInEitherLanguage) {
  for (const char* kernel : {"stride", "structures", "local_memory", "same_address_atomic"}) {
    for (const Cause& cause : causes_of(kernel)) {
      const std::string english = cause.sentence.in(Language::en) + cause.advice.in(Language::en);
      for (const char* word : {"slow", "fast", "time"}) EXPECT_THAT(english, Not(HasSubstr(word)));
      for (const char* word : {"慢", "快", "时间"})
        EXPECT_THAT(cause.sentence.in(Language::zh) + cause.advice.in(Language::zh),
                    Not(HasSubstr(word)));
      EXPECT_FALSE(cause.sentence.in(Language::zh).empty() ||
                   cause.advice.in(Language::zh).empty());
    }
  }
}

TEST(Causes, OfATraceWithoutEventsAreNone) { EXPECT_THAT(causes({}, {}), IsEmpty()); }

}  // namespace
}  // namespace warplens::analysis
