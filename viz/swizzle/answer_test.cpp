#include "viz/swizzle/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "kernels/base/all_tests.h"
#include "kernels/run/toolkit/disassemble.h"
#include "kernels/run/toolkit/ptxas_report.h"
#include "viz/swizzle/held_against_run.h"
#include "viz/swizzle/kernel_text.h"

namespace warplens::swizzle {
namespace {

using testing::HasSubstr;

Result<SwizzleAnswer> answered(const std::string& text) {
  TRY(const auto spec, parse_spec(text));
  return answer(spec);
}

std::string error_of(const std::string& text) {
  const auto result = answered(text);
  return result.has_value() ? "" : result.error().message.in(Language::en);
}

TEST(Answer, HoldsForEveryPatternMapAndElementThatFitTogether) {
  const char* tiles[] = {"32x32", "16x64", "64x16", "8x128", "24x40"};
  const char* accesses[] = {"rows",
                            "columns",
                            "rows.16B",
                            "columns.16B",
                            "rows.8B",
                            "matrix.x1",
                            "matrix.x4",
                            "matrix.x2.trans",
                            "groups",
                            "lanes(0,5,9)",
                            "lanes(lane * 3 + warp)"};
  const char* maps[] = {"none",
                        "padding 1",
                        "padding 8",
                        "xor",
                        "xor(8)",
                        "shift(4)",
                        "Swizzle<3,3,3>",
                        "Swizzle<2,1,-3>",
                        "xor(4,1)",
                        "(col * 5 + row) % cols",
                        "offset = offset * 3"};
  std::mt19937 random(7);
  const auto any = [&](auto& of) { return std::string(of[random() % std::size(of)]); };
  const auto pattern = [&](const std::string& prefix) {
    const std::string chosen = any(accesses);
    return chosen.starts_with("matrix") ? prefix + chosen : chosen;
  };
  const int tries = is_too_slow_here() ? 60 : 400;
  int ran = 0, matched = 0;
  for (int i = 0; i < tries; ++i) {
    std::string text = fmt::format("element={}", 1u << random() % 5);
    text += " tile=" + any(tiles);
    text += random() % 2 == 0 ? " order=row" : " order=column";
    text += " write=" + pattern("st");
    text += " read=" + pattern("ld");
    text += " map=" + any(maps);
    const auto result = answered(text);
    if (!result.has_value()) {
      EXPECT_THAT(result.error().message.in(Language::en), testing::Not(HasSubstr("internal")))
          << text;
      EXPECT_NE(result.error().message.in(Language::zh), result.error().message.in(Language::en))
          << text;
      continue;
    }
    ++ran;
    matched += result->run->verdict == trace::Verdict::match ? 1 : 0;
    EXPECT_NE(result->run->verdict, trace::Verdict::mismatch) << text;
  }
  EXPECT_GT(ran, tries / 2);
  EXPECT_GT(matched, tries / 8);
}

TEST(Answer, DataComeBackRightThroughEveryMap) {
  for (const char* map :
       {"none", "padding 3", "xor", "shift", "Swizzle<5,0,5>", "offset = row * 40 + col"}) {
    const auto result = answered(std::string("tile=32x32 write=rows read=columns map=") + map);
    ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    EXPECT_EQ(result->run->verdict, trace::Verdict::match) << map;
  }
}

TEST(Answer, TwoElementsThatCollideAreNamed) {
  const auto result = answered("tile=32x32 write=rows read=rows map=col & ~1");
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  ASSERT_TRUE(result->after.collision.has_value());
  EXPECT_EQ(result->after.collision->first, (MatrixPlace{0, 0}));
  EXPECT_EQ(result->after.collision->second, (MatrixPlace{0, 1}));
  EXPECT_FALSE(result->works());
  EXPECT_EQ(result->run->verdict, trace::Verdict::unchecked);
}

TEST(Answer, AMisalignedMatrixRowIsAFaultThatTheMachineFindsToo) {
  const auto result = answered("element=2 tile=64x64 write=rows read=ldmatrix.x4 map=padding 1");
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  ASSERT_TRUE(result->read.after.fault.has_value());
  EXPECT_EQ(result->read.after.fault->text.in(Language::en),
            "lane 1 begins at element (1, 0), byte 130: 16 bytes must begin at a multiple of 16");
  EXPECT_FALSE(result->write.after.fault.has_value());
  const auto& findings = result->run->traces.front()->findings;
  EXPECT_TRUE(std::ranges::any_of(findings, [](const trace::Finding& finding) {
    return finding.kind == trace::FindingKind::misaligned;
  }));
}

TEST(Answer, AGroupThatIsTornApartIsAFault) {
  const auto result = answered("tile=32x32 write=rows.16B read=columns map=xor");
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  ASSERT_TRUE(result->write.after.fault.has_value());
  EXPECT_THAT(result->write.after.fault->text.in(Language::en),
              HasSubstr("do not stay side by side"));
  EXPECT_THAT(result->write.after.fault->text.in(Language::zh), HasSubstr("不再相邻"));
}

TEST(Answer, AGroupThatIsTornApartAtTheArraysEndIsAFault) {
  const auto answer =
      answered("tile=32x32 write=rows.16B read=columns.16B map=row % 8 * 4").value();
  EXPECT_EQ(answer.write.after.fault->state, GroupState::torn);
  EXPECT_FALSE(answer.works());
}

TEST(Answer, EventsAreTheRowsOfTheAccesses) {
  const auto result = answered("tile=64x32 write=rows read=columns map=xor");
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  const trace::Trace& trace = *result->run->traces.front();
  for (std::size_t i = 0; i < result->read.events.size(); ++i) {
    const trace::EventView event = trace.events.view(result->read.events[i]);
    const trace::EventView wanted =
        event_of(result->read.accesses.warps[i], result->spec.tile, result->after);
    EXPECT_EQ(event.address, wanted.address) << i;
    EXPECT_EQ(trace.sites[event.site].kind, trace::EventKind::load);
  }
}

TEST(Answer, TheRunsArrayHasTheLayoutThatViewsKnow) {
  const auto layout = [](const std::string& text) {
    const auto result = answered(text);
    EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    const auto& arrays = result->run->traces.front()->shared_arrays;
    EXPECT_EQ(arrays.size(), 1u);
    EXPECT_EQ(arrays.front().name, "tile");
    return arrays.front().layout;
  };
  EXPECT_EQ(layout("tile=32x32 map=none"), (SharedLayout{32, 32, 32}));
  EXPECT_EQ(layout("tile=32x32 map=offset = row * 33 + col"), (SharedLayout{32, 32, 33}));
  EXPECT_EQ(layout("tile=32x32 map=Swizzle<5,0,5>"),
            (SharedLayout{32, 32, 32, 4, Swizzle::exclusive_or}));
  EXPECT_EQ(layout("element=2 tile=64x32 map=Swizzle<2,3,3>"),
            (SharedLayout{64, 32, 32, 2, Swizzle::exclusive_or, 8, 1}));
  EXPECT_EQ(layout("tile=32x32 map=(col + row) % 32"),
            (SharedLayout{32, 32, 32, 4, Swizzle::shift}));
  EXPECT_FALSE(layout("tile=32x32 map=cols - 1 - col").is_known());
  EXPECT_FALSE(layout("tile=32x32 order=column map=xor").is_known());
}

TEST(Answer, TheRunsAccessesStandInTheCudaCodesLines) {
  const auto result = answered("tile=32x32 map=xor");
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  const trace::Trace& trace = *result->run->traces.front();
  const trace::Site& site = trace.sites[trace.events.site(result->read.events[0])];
  EXPECT_EQ(site.file, "swizzle.cu");
  ASSERT_EQ(result->run->sources->size(), 1u);
  std::istringstream source(result->run->sources->at(0).second);
  std::string line;
  for (std::uint32_t i = 0; i < site.line; ++i) std::getline(source, line);
  EXPECT_THAT(line, HasSubstr("= tile[tile_offset(row, col)];"));
}

TEST(Answer, ARunThatDiffersFromTheModelIsAnInternalError) {
  const auto right = answered("tile=32x32 write=rows read=columns map=xor");
  ASSERT_TRUE(right.has_value());
  const auto held = [&](SwizzleAnswer wrong) {
    const auto result = hold_against(*right->run, 8, wrong);
    return result.has_value() ? "" : result.error().message.in(Language::en);
  };
  EXPECT_EQ(held(*right), "");
  SwizzleAnswer wrong = *right;
  std::swap(wrong.after.offsets[3], wrong.after.offsets[4]);
  EXPECT_THAT(held(wrong), HasSubstr("internal error: write access 0: lane 3"));
  wrong = *right;
  wrong.read.after.accesses[5].wavefronts += 1;
  EXPECT_THAT(held(wrong), HasSubstr("read access 5: wavefronts: 1 in the run, 2 in the model"));
  wrong = *right;
  wrong.read.accesses.warps[2].mask = 1;
  EXPECT_THAT(held(wrong), HasSubstr("read access 2: lanes"));
  wrong = *right;
  wrong.read.after.fault = Fault{};
  EXPECT_THAT(held(wrong), HasSubstr("misaligned"));
}

TEST(Answer, ARunWhoseDataAreWrongIsAnInternalError) {
  auto right = answered("tile=32x32 write=rows read=columns map=xor");
  ASSERT_TRUE(right.has_value());
  trace::Run wrong = *right->run;
  wrong.verdict = trace::Verdict::mismatch;
  wrong.mismatch = trace::Mismatch{"out", 17, "18", "19", 1};
  const auto held = hold_against(wrong, 8, *right);
  ASSERT_FALSE(held.has_value());
  EXPECT_THAT(held.error().message.in(Language::en), HasSubstr("element 17"));
}

TEST(Answer, CanBeCancelled) {
  std::stop_source stop;
  stop.request_stop();
  const auto result = answer(SwizzleSpec{}, stop.get_token());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message.in(Language::en), "cancelled");
}

TEST(Answer, ErrorsSayWhatDoesNotFit) {
  EXPECT_THAT(error_of("element=4 tile=12x32 read=ldmatrix"), HasSubstr("no multiple of 8"));
  EXPECT_THAT(error_of("element=4 tile=32x32 read=ldmatrix.trans"), HasSubstr("2 bytes"));
  EXPECT_THAT(error_of("element=4 tile=8x4 read=ldmatrix"), HasSubstr("use .x1"));
  EXPECT_THAT(error_of("element=4 tile=32x30 read=rows.16B"), HasSubstr("120 bytes"));
  EXPECT_THAT(error_of("element=16 tile=8x8 read=rows.8B"), HasSubstr("less than one element"));
  EXPECT_THAT(error_of("tile=32x32 map=xor(5)"), HasSubstr("groups of 5"));
  EXPECT_THAT(error_of("tile=32x32 read=lanes(-1,-1)"), HasSubstr("no lane"));
  EXPECT_THAT(error_of("tile=32x32 map=offset = offset * 100"), HasSubstr("shared memory ends"));
}

TEST(KernelText, IsPtxThatPtxasTakes) {
  const auto tools = run::find_disassembler();
  if (!tools.ptxas.has_value()) GTEST_SKIP() << "no ptxas on this machine to assemble with";
  for (const char* text :
       {"tile=13x7 write=rows read=columns map=xor",
        "element=2 tile=64x64 write=stmatrix.x4.trans read=ldmatrix.x2 map=Swizzle<3,3,3>",
        "element=8 tile=64x64 write=lanes(0,3,...) read=lanes(lane * warp % 7) map=~-col + 1 ^ "
        "0x1f & "
        "row"}) {
    const auto spec = parse_spec(text);
    ASSERT_TRUE(spec.has_value()) << spec.error().message.in(Language::en);
    const auto kernel = kernel_text(*spec);
    ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
    const auto report = run::ptxas_report(*tools.ptxas, kernel->ptx, 90);
    EXPECT_TRUE(report.has_value()) << report.error().message.in(Language::en) << kernel->ptx;
  }
}

}  // namespace
}  // namespace warplens::swizzle
