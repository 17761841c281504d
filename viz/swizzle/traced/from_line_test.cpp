// From a line of a kernel of the catalogue to a layout that keeps what it promises.
#include "viz/swizzle/traced/from_line.h"

#include <gtest/gtest.h>

#include "viz/analysis/kernel_cost.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/run_with_index.h"

namespace warplens::swizzle {
namespace {

class FromLine : public ::testing::Test {
 protected:
  Result<trace::Run> run(const char* kernel, const std::string& index = {}) {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    return run_with_index(catalogue_, kernel, {}, index, options);
  }
  FromLineAnswer answer(const char* kernel, std::uint32_t line, LayoutKind kind = LayoutKind::any) {
    const auto ran = run(kernel);
    EXPECT_TRUE(ran.has_value());
    auto found = from_line(*ran, {{line, {}}, kind, {}});
    EXPECT_TRUE(found.has_value()) << found.error().message.in(Language::en);
    return found.has_value() ? *found : FromLineAnswer();
  }
  std::string refusal(const char* kernel, const WantedArray& wanted) {
    const auto ran = run(kernel);
    const auto found = from_line(*ran, {wanted, LayoutKind::any, {}});
    return found.has_value() ? "" : found.error().message.in(Language::en);
  }

  run::Catalogue catalogue_ = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
};

std::uint64_t shared_wavefronts(const trace::Run& run) {
  const auto totals = analysis::kernel_totals(*run.traces.front());
  return totals.shared_store.wavefronts + totals.shared_load.wavefronts;
}

TEST_F(FromLine, TheArraysWritersAndReadersAreAllCounted) {
  const FromLineAnswer found = answer("transpose/tile", 33);
  ASSERT_EQ(found.traced.lines.size(), 2u);
  EXPECT_EQ(found.traced.lines[0].line, 23u);
  EXPECT_TRUE(found.traced.lines[0].writes());
  EXPECT_EQ(found.traced.lines[1].line, 33u);
  EXPECT_EQ(found.before[1].wavefronts, 32 * found.traced.lines[1].requests);
  EXPECT_EQ(found.after[1].wavefronts, found.traced.lines[1].requests);
  EXPECT_EQ(text_of(found.spec),
            "element=4 tile=32x32 order=row write=rows read=columns map=Swizzle<5,0,5>");
}

TEST_F(FromLine, WithoutAMapItCostsWhatTheTraceCounts) {
  for (const auto& [kernel, line] : {std::pair{"transpose/tile", 33u}, {"transpose/placed", 37u}}) {
    const FromLineAnswer found = answer(kernel, line);
    for (std::size_t i = 0; i < found.traced.lines.size(); ++i) {
      EXPECT_EQ(found.before[i].wavefronts, found.traced.lines[i].wavefronts) << kernel << i;
    }
    EXPECT_EQ(found.wavefronts_before(), shared_wavefronts(*run(kernel))) << kernel;
  }
}

// The place of an element is a function of its own there, which the map is put into.
TEST_F(FromLine, TheKernelWithTheMapInItsPtxTakesWhatWasPromised) {
  for (const auto& [kind, index] : {std::pair{LayoutKind::padding, "row * (kTile + 1) + col"},
                                    {LayoutKind::swizzle, "row * kTile + (col ^ row)"}}) {
    const FromLineAnswer found = answer("transpose/placed", 37, kind);
    const auto changed = run("transpose/placed", index);
    ASSERT_TRUE(changed.has_value()) << changed.error().message.in(Language::en);
    EXPECT_EQ(changed->verdict, trace::Verdict::match);
    EXPECT_EQ(shared_wavefronts(*changed), found.wavefronts_after()) << index;
  }
}

TEST_F(FromLine, ThePatchIsOfThePersonsOwnLines) {
  const auto& padding = answer("transpose/tile", 33, LayoutKind::padding).patch;
  ASSERT_TRUE(padding.has_value());
  EXPECT_NE(padding->diff.find("-  __shared__ float tile[kTile][kTile];\n"
                          "+  __shared__ float tile[kTile][kTile + 1];\n"),
            std::string::npos)
      << padding->diff;
  const auto& swizzle = answer("transpose/tile", 33).patch;
  ASSERT_TRUE(swizzle.has_value());
  EXPECT_NE(swizzle->diff.find("tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];\n"),
            std::string::npos)
      << swizzle->diff;
}

TEST_F(FromLine, WhatCannotBePatchedStillHasItsMap) {
  const FromLineAnswer found = answer("transpose/placed", 37);
  ASSERT_FALSE(found.patch.has_value());
  EXPECT_EQ(found.patch.error().message.in(Language::en),
            "line 27 uses tile otherwise than by row and column");
  EXPECT_EQ(text_of(found.map), "Swizzle<5,0,5>");
}

TEST_F(FromLine, TheNearestQuestionIsAnsweredByTheWorkshop) {
  const auto ran = run("transpose/tile");
  const auto spec = question_from(*ran->traces.front(), *ran->sources, {33, {}, 0});
  ASSERT_TRUE(spec.has_value());
  EXPECT_EQ(text_of(*spec), "element=4 tile=32x32 order=row write=rows read=columns map=none");
  EXPECT_TRUE(swizzle::answer(*spec).has_value());
}

TEST_F(FromLine, WhatCannotBeAnsweredIsSaidInALine) {
  EXPECT_EQ(refusal("transpose/tile", {30, {}}),
            "line 30 does not access shared memory: give one of the lines 23, 33");
  EXPECT_EQ(refusal("transpose/tile", {23, {}}),
            "line 23 has no bank conflicts: its 192 accesses to tile take 192 wavefronts, the "
            "fewest that they can");
  EXPECT_EQ(refusal("transpose/tile", {33, "other"}),
            "line 33 does not access other: it accesses tile");
  EXPECT_EQ(refusal("copy/element", {1, {}}), "the kernel does not access shared memory");
}

}  // namespace
}  // namespace warplens::swizzle
