// The additions are right at every length and alignment that they accept.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/offsets.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;

constexpr std::int64_t kLengths[] = {1, 2, 3, 4, 7, 8, 31, 32, 33, 97, 256, 1021, 1024};

const catalog::Family& additions() { return family("add"); }

// One thread, odd blocks, more threads than elements; whole warps where the variant asks for them.
void check_walk(const std::string& variant) {
  const bool whole_warps = variant == "misaligned_shuffle";
  for (const auto& [blocks, threads] : {std::pair{1, 1}, {3, 33}, {2, 64}, {40, 256}}) {
    for (const std::int64_t n : kLengths) {
      const int in_block = whole_warps ? (threads + 31) / 32 * 32 : threads;
      expect_match_without_findings("add/" + variant,
                                    {{"n", n}, {"blocks", blocks}, {"threads", in_block}});
    }
  }
}

TEST(Additions, WalksAreRightAtEveryLengthAndGrid) {
  for (const char* variant :
       {"block_stride", "thread_chunk", "grid_stride", "vector4", "peeled", "misaligned_shuffle"}) {
    check_walk(variant);
  }
}

TEST(Additions, AThreadForEachElementIsRightAtEveryLength) {
  for (const std::int64_t n : kLengths) {
    expect_match_without_findings("add/one_thread_blocks", {{"n", n}});
    for (const std::int64_t threads : {1, 33, 256}) {
      for (const char* name : {"add/linear_1d", "add/one_vector", "add/fastest"}) {
        expect_match_without_findings(name, {{"n", n}, {"threads", threads}});
      }
    }
  }
}

TEST(Additions, PiecesOfAnyNumberOfRoundsAreRightAtEveryLength) {
  for (const std::int64_t n : kLengths) {
    for (const std::int64_t rounds : {1, 2, 3, 4}) {
      expect_match_without_findings("add/placed", {{"n", n}, {"rounds", rounds}});
    }
  }
  expect_match_without_findings("add/placed", {{"n", 3 * 512 * 3 + 1}, {"rounds", 3}});
}

TEST(Additions, MatricesAreRightAtEveryShape) {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 37}, {41, 1}, {8, 32}, {9, 33}, {17, 31}, {53, 97}}) {
    expect_match_without_findings("add/matrix_2d", {{"rows", rows}, {"cols", cols}});
  }
}

TEST(Additions, MatricesAreRightInBlocksOfEveryShape) {
  for (const auto& [x, y] : {std::pair{1, 1}, {3, 3}, {1, 64}, {256, 4}, {4, 256}, {7, 11}}) {
    for (const auto& [rows, cols] : {std::pair{2, 3}, {17, 31}, {33, 50}}) {
      const Parameters settings = {{"rows", rows}, {"cols", cols}, {"block_x", x}, {"block_y", y}};
      expect_match_without_findings("add/matrix_2d", settings);
    }
  }
}

TEST(Additions, ABlockOfMoreThanAThousandThreadsIsRefusedInOneLine) {
  for (const char* name : {"matrix_2d", "matrix_2d_own_grid"}) {
    const catalog::Variant& variant = *additions().find(name);
    const auto plan =
        variant.plan(*complete(additions(), variant, {{"block_x", 64}, {"block_y", 17}}));
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().message.in(Language::en),
              fmt::format("add/{}: a block of 64 × 17 has 1088 threads, more than 1024: make it "
                          "narrower or lower",
                          name));
  }
}

// What of 40 × 70 elements a grid of so many 32 × 8 blocks leaves out.
std::uint64_t left_out(std::int64_t grid_x, std::int64_t grid_y) {
  const Parameters settings = {{"rows", 40}, {"cols", 70}, {"grid_x", grid_x}, {"grid_y", grid_y}};
  const auto result = run::run_variant(catalogue(), "add/matrix_2d_own_grid", settings, quick());
  EXPECT_TRUE(result.has_value());
  EXPECT_TRUE(result->traces[0]->findings.empty());
  return result->mismatch ? result->mismatch->count : 0;
}

TEST(Additions, AGridThatIsTooSmallLeavesElementsOutAndOneThatIsTooLargeDoesNot) {
  EXPECT_EQ(left_out(3, 5), 0u);
  EXPECT_EQ(left_out(2, 5), 40u * 6);
  EXPECT_EQ(left_out(3, 4), 8u * 70);
  EXPECT_EQ(left_out(1, 1), 40u * 70 - 32 * 8);
  EXPECT_EQ(left_out(9, 9), 0u);
}

TEST(Additions, EveryVariantIsRightAtOffsetsThatItAccepts) {
  for (const catalog::Variant& variant : additions().variants) {
    if (variant.broken) continue;
    for (const auto& [a, b, c] : {std::tuple{1, 1, 1}, {3, 7, 3}, {0, 1, 2}, {32, 0, 4}}) {
      const Parameters settings = with_offsets({}, a, b, c);
      if (!variant.plan(*complete(additions(), variant, settings)).has_value()) continue;
      expect_match_without_findings("add/" + variant.name, settings);
    }
  }
}

TEST(Additions, VectorsThatNobodyCheckedAreRightWhereAllIsAlignedAndFoundMisalignedElsewhere) {
  for (const std::int64_t offset : {0, 4, 8})
    expect_match_without_findings("add/vector4_unchecked",
                                  with_offsets({}, offset, offset, offset));
  for (const auto& [a, b, c] : {std::tuple{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}}) {
    const auto result =
        run::run_variant(catalogue(), "add/vector4_unchecked", with_offsets({}, a, b, c), quick());
    ASSERT_TRUE(result.has_value());
    const auto& findings = result->traces.at(0)->findings;
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings.front().kind, trace::FindingKind::misaligned);
  }
}

TEST(Additions, VectorsAndPeelingAreRightAtEveryCommonOffset) {
  for (const char* variant : {"vector4", "peeled"}) {
    for (std::int64_t offset = 0; offset < 8; ++offset) {
      for (const std::int64_t n : {1, 4, 7, 8, 9, 15, 16, 97, 256}) {
        const Parameters settings = with_offsets({{"n", n}}, offset, offset, offset);
        expect_match_without_findings(std::string("add/") + variant, settings);
      }
    }
  }
}

TEST(Additions, PeelingRefusesPointersThatAreMisalignedDifferently) {
  const catalog::Variant& variant = *additions().find("peeled");
  const auto plan = variant.plan(*complete(additions(), variant, with_offsets({}, 1, 5, 2)));
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().message.in(Language::en),
            "add/peeled: offsets 1, 5 and 2 differ modulo 4, so peeling aligns only one pointer: "
            "make them equal or choose add/misaligned_shuffle");
}

TEST(Additions, ShufflesTakeWholeWarpsOnly) {
  const auto result =
      run::run_variant(catalogue(), "add/misaligned_shuffle", {{"threads", 33}}, {});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message.in(Language::en),
            "add/misaligned_shuffle: threads is 33, choose one of 32, 64, 128, 256, 512, 1024");
}

// Buffers end with the last element, so the machine finds what is behind it. What is before the
// pointer belongs to the buffer: only the addresses tell.
void expect_nothing_touched_before_the_pointers(const trace::Trace& trace, const Parameters& p) {
  std::map<std::uint64_t, std::uint64_t> first_of;  // element 0 by the buffer's end
  for (const trace::Buffer& buffer : trace.buffers) {
    const auto offset = static_cast<std::uint64_t>(p.at("offset_" + buffer.name));
    first_of[buffer.address + buffer.bytes] = buffer.address + offset * sizeof(float);
  }
  for (const EventKind kind : {EventKind::load, EventKind::store}) {
    for_each_global(trace, kind, [&](const trace::EventView& event, const trace::Site& site) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) == 0) continue;
        EXPECT_GE(event.address[lane], first_of.upper_bound(event.address[lane])->second)
            << site.ptx << " lane " << lane;
      }
    });
  }
}

TEST(Additions, JoinedVectorsAreRightAtEveryLengthAndOffsetAndStayInsideTheBuffers) {
  for (std::int64_t offsets = 0; offsets < 4 * 4 * 8; ++offsets) {
    for (const std::int64_t n : {1, 11, 13, 14, 15, 16, 17, 18, 140, 141}) {
      const Parameters one_block = {{"n", n}, {"blocks", 1}, {"threads", 32}};
      const Parameters a_thread_a_vector = {{"n", n}, {"threads", 32}};
      for (const auto& [name, size] :
           {std::pair{"add/misaligned_shuffle", one_block}, {"add/fastest", a_thread_a_vector}}) {
        const Parameters settings = with_offsets(size, offsets % 4, offsets / 4 % 4, offsets / 16);
        SCOPED_TRACE(name + (" " + text_of(settings)));
        const auto result = run::run_variant(catalogue(), name, settings, {});
        ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
        ASSERT_EQ(result->verdict, trace::Verdict::match);
        ASSERT_TRUE(result->traces[0]->findings.empty())
            << result->traces[0]->findings[0].message.in(Language::en);
        expect_nothing_touched_before_the_pointers(*result->traces[0], settings);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace warplens
