// cp.async.bulk and cp.async.bulk.tensor: what comes, when, and what nothing orders.
#include <functional>

#include "kernels/base/tensor_map.h"
#include "kernels/base/test_support.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using trace::FindingKind;

// An mbarrier for thread 0's bytes stands at the beginning of the tile, what is copied at byte 128.
// Threads wait for it by `wait`; each stores the word of its number.
std::string kernel_that_copies(const std::string& copy, const std::string& wait) {
  return kernel_text(R"(
    mov.u32 %r2, tile;
    add.u32 %r3, %r2, 128;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared::cta.b64 [tile], 1;
    fence.mbarrier_init.release.cluster;
    ready: bar.sync 0;
    @%p1 bra asked;
    )" + copy + R"(
    asked:
    )" + wait + R"(
    shl.b32 %r4, %r1, 2;
    add.u32 %r5, %r3, %r4;
    ld.shared.u32 %r6, [%r5];
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r6;
    ret;)");
}

constexpr const char* kWait =
    "again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile], 0; @!%p2 bra again;";
constexpr const char* kPlainBytes = R"(
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd2], 256, [tile];)";
constexpr const char* kBox = R"(
    mov.u32 %r8, 4;
    mov.u32 %r9, -1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile], 256;
    cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
      [%r3], [%rd2, {%r8, %r9}], [tile];)";

struct Ran {
  trace::Trace trace;
  std::vector<std::int32_t> out;
};

// A block of 64 threads; `in` holds 0, 1, 2, …
Ran run_plain(const std::string& copy, const std::string& wait,
              CopiesLand copies = CopiesLand::late) {
  Machine machine(parse_text(kernel_that_copies(copy, wait)));
  machine.options.copies = copies;
  machine.options.instruction_budget = 1 << 20;
  machine.options.counts_launch = true;
  const std::size_t out = machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  trace::Trace trace = machine.trace_of({1}, {64});
  return {std::move(trace), machine.values(out)};
}

// Boxes of 8 × 8 words of a matrix of 6 × 10, whose rows are 12 words apart and hold 100 times the
// row plus the column. `in` is the tensor map.
TensorMap map_of_matrix(std::uint64_t address) {
  TensorMap map;
  map.address = address;
  map.type = TensorMap::Type::i32;
  map.sizes = {10, 6};
  map.strides = {48};
  map.box = {8, 8};
  map.swizzle = TensorMap::Swizzle::bytes_32;
  return map;
}

using Change = std::function<void(TensorMap&)>;

Ran run_box(const std::string& copy, const std::string& wait, std::size_t words = 72,
            const Change& change = {}) {
  Machine machine(parse_text(kernel_that_copies(copy, wait)));
  machine.options.instruction_budget = 1 << 20;
  const std::size_t out = machine.buffer("out", zeros(64));
  std::vector<std::int32_t> matrix(words);
  for (std::size_t i = 0; i < words; ++i) {
    matrix[i] = static_cast<std::int32_t>(i / 12 * 100 + i % 12);
  }
  trace::Buffer description;
  description.name = "matrix";
  description.bytes = words * 4;
  const auto address = machine.memory.allocate(description);
  std::memcpy(machine.memory.bytes(1).data(), matrix.data(), description.bytes);
  TensorMap map = map_of_matrix(*address);
  if (change) change(map);
  machine.buffer("map", map.encode());
  trace::Trace trace = machine.trace_of({1}, {64});
  return {std::move(trace), machine.values(out)};
}

TEST(TmaCopy, BytesAreThereWhenTheMbarrierHasCountedThem) {
  const Ran ran = run_plain(kPlainBytes, kWait);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
  EXPECT_EQ(ran.out, iota(64));
}

// Another copy, which an mbarrier of its own counts, is waited for.
TEST(TmaCopy, LandsEarlyWithOneThatStartedBetweenTheSameWaits) {
  const std::string two =
      std::string("mbarrier.init.shared::cta.b64 [tile+8], 1;") + kPlainBytes + R"(
    add.u32 %r7, %r2, 512;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile+8], 16;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r7], [%rd2], 16, [tile+8];)";
  const std::string wait_for_other =
      "bar.sync 0; again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile+8], 0; "
      "@!%p2 bra again;";
  EXPECT_EQ(run_plain(two, wait_for_other, CopiesLand::early).out, iota(64));
  EXPECT_EQ(run_plain(two, wait_for_other, CopiesLand::late).out, zeros(64));
}

TEST(TmaCopy, IsAnEventWhoseBytesComeFromDram) {
  const Ran ran = run_plain(kPlainBytes, kWait);
  ASSERT_TRUE(ran.trace.counts.has_value());
  EXPECT_EQ(ran.trace.counts->fetched_bytes, 256u);
  EXPECT_EQ(ran.trace.counts->read_bytes, 0u) << "past L1";
  std::size_t copies = 0;
  for (std::size_t row = 0; row < ran.trace.events.size(); ++row) {
    const trace::EventView event = ran.trace.events.view(row);
    if (ran.trace.sites[event.site].kind != trace::EventKind::bulk_load) continue;
    ++copies;
    ASSERT_EQ(event.copies.size(), 1u);
    EXPECT_EQ(event.copies[0].bytes, 256u);
    EXPECT_EQ(trace::units_of(event.copies[0]).size(), 16u);
  }
  EXPECT_EQ(copies, 1u);
}

TEST(TmaCopy, IsNoBranchWhateverOneBeforeItDid) {
  const std::string branch = "setp.eq.u32 %p3, %r1, 0; @%p3 bra on; on:";
  const Ran ran = run_plain(branch + kPlainBytes, kWait);
  for (std::size_t row = 0; row < ran.trace.events.size(); ++row) {
    const trace::EventView event = ran.trace.events.view(row);
    if (event.copies.empty()) continue;
    EXPECT_EQ(event.taken, 0u);
    return;
  }
  FAIL() << "no copy is recorded";
}

TEST(TmaCopy, BoxComesSwizzledAndWithZerosOutsideOfTheTensor) {
  const Ran ran = run_box(kBox, kWait);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
  // Columns 4 to 11 of rows -1 to 6, of which 10 columns and 6 rows are there.
  for (std::int32_t row = 0; row < 8; ++row) {
    for (std::int32_t column = 0; column < 8; ++column) {
      const bool is_inside = row > 0 && row < 7 && column < 6;
      const std::int32_t group = column / 4 ^ ((128 + row * 32) / 128 & 1);  // by the address
      EXPECT_EQ(ran.out[static_cast<std::size_t>(row * 8 + group * 4 + column % 4)],
                is_inside ? (row - 1) * 100 + column + 4 : 0)
          << row << " " << column;
    }
  }
}

TEST(TmaCopy, WithoutTheWaitItIsARaceEvenForTheThreadThatAsked) {
  const Ran ran = run_plain(kPlainBytes, "");
  EXPECT_THAT(kinds(ran.trace), Contains(FindingKind::race));
  EXPECT_THAT(ran.out, Not(Contains(5))) << "what has not landed is not read";
  const Ran alone = run_plain(kPlainBytes,
                              "@%p1 bra again;\nld.shared.u32 %r7, [%r3];\n"
                              "st.global.u32 [%rd1], %r7;\n" +
                                  std::string(kWait));
  EXPECT_THAT(kinds(alone.trace), Contains(FindingKind::race));
}

TEST(TmaCopy, AWaitForTheParityThatIsOverIsNamed) {
  const Ran ran = run_plain(kPlainBytes,
                            "again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile], 1; "
                            "@!%p2 bra again;\n@%p1 bra past;\nld.shared.u32 %r7, [%r3];\n"
                            "st.global.u32 [%rd1], %r7;\npast:");
  ASSERT_THAT(kinds(ran.trace), Contains(FindingKind::race));
  std::vector<std::string> messages;
  for (const trace::Finding& finding : ran.trace.findings) {
    messages.push_back(finding.message.in(Language::en));
  }
  EXPECT_THAT(
      messages,
      Contains(HasSubstr("was for a phase of the mbarrier at byte 0 of tile that is over")));
}

TEST(TmaCopy, BarrierOfTheBlockDoesNotWaitForIt) {
  EXPECT_THAT(kinds(run_plain(kPlainBytes, "bar.sync 0;").trace), Contains(FindingKind::race));
}

TEST(TmaCopy, RacesWithReadsBehindABarrierThatMayComeBeforeItLands) {
  const Ran ran = run_plain(kPlainBytes,
                            "bar.sync 0;\nld.shared.u32 %r7, [%r3+64];\n"
                            "st.global.u32 [%rd1], %r7;\n" +
                                std::string(kWait));
  EXPECT_THAT(kinds(ran.trace), Contains(FindingKind::race));
}

TEST(TmaCopy, MayNotBeAskedForWhileOthersReadWhatWasThere) {
  const std::string again = std::string(kWait) + R"(
    add.u32 %r7, %r3, 16;
    ld.shared.u32 %r6, [%r7];
    st.global.u32 [%rd1], %r6;
    )";
  const std::string anew = R"(
    @%p1 bra later;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd2], 256, [tile];
    later: mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile], 1; @!%p2 bra later;)";
  const auto races = [](const Ran& ran) {
    std::vector<FindingKind> found = kinds(ran.trace);
    std::erase_if(found, [](FindingKind kind) { return kind != FindingKind::race; });
    return found.size();
  };
  // A second mbarrier says that all have read.
  const std::string counting =
      "mbarrier.init.shared::cta.b64 [tile+8], 64;\n" + std::string(kPlainBytes);
  const std::string arrive = "mbarrier.arrive.shared::cta.b64 _, [tile+8];\n";
  const std::string read = R"(
    @%p1 bra waited;
    all: mbarrier.try_wait.parity.shared::cta.b64 %p3, [tile+8], 0; @!%p3 bra all;
    waited:
    )";
  EXPECT_EQ(races(run_plain(counting, "bar.sync 0;\n" + again + arrive + read + anew)), 0u);
  EXPECT_GT(races(run_plain(kPlainBytes, again + anew)), 0u);
  EXPECT_EQ(races(run_plain(kPlainBytes, again + "bar.sync 0;" + anew)), 0u);
}

TEST(TmaCopy, SaysWhatItDoesNotTake) {
  const std::string arrive = "mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile], 256;\n";
  const std::string plain = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes ";
  const std::pair<std::string, std::string> cases[] = {
      {plain + "[%r3], [%rd2], 24, [tile];", "copies 24 bytes"},
      {plain + "[%r3], [%rd2+8], 32, [tile];", "multiples of 16"},
      {plain + "[%r3+8], [%rd2], 32, [tile];", "not a multiple of 16"},
      {plain + "[%r3], [%rd2], 1024, [tile];", "shared memory"},
      {plain + "[%r3], [%rd2+128], 256, [tile];", "in"}};
  for (const auto& [copy, text] : cases) {
    const Ran ran = run_plain(arrive + copy, "");
    EXPECT_THAT(ran.trace.findings,
                Contains(testing::Field(&trace::Finding::message, InEnglish(HasSubstr(text)))))
        << copy;
    EXPECT_THAT(kinds(ran.trace),
                Contains(testing::AnyOf(FindingKind::misaligned, FindingKind::out_of_bounds)));
  }
}

TEST(TmaCopy, BoxBeginsAtAMultipleOf16Bytes) {
  std::string box = kBox;
  box.replace(box.find("%r8, 4;"), 7, "%r8, 3;");
  const Ran ran = run_box(box, "");
  EXPECT_THAT(kinds(ran.trace), Contains(FindingKind::misaligned));
}

TEST(TmaCopy, OfABoxWhollyOutsideOfTheTensorIsNamed) {
  std::string box = kBox;
  box.replace(box.find("%r8, 4;"), 7, "%r8, 12;");
  const Ran beyond = run_box(box, kWait);
  ASSERT_THAT(kinds(beyond.trace), ElementsAre(FindingKind::empty_copy));
  EXPECT_EQ(beyond.trace.findings[0].severity, trace::Severity::information);
  EXPECT_THAT(beyond.trace, finds_in(FindingKind::empty_copy, "from (12, -1) on"));
  EXPECT_THAT(beyond.trace, finds_in(FindingKind::empty_copy, "its tensor of (10, 6)"));
  EXPECT_EQ(beyond.out, zeros(64));
  std::string above = kBox;
  above.replace(above.find("%r9, -1;"), 8, "%r9, -8;");
  EXPECT_THAT(kinds(run_box(above, kWait).trace), ElementsAre(FindingKind::empty_copy));
  above.replace(above.find("%r9, -8;"), 8, "%r9, -7;");
  EXPECT_THAT(kinds(run_box(above, kWait).trace), IsEmpty());
}

TEST(TmaCopy, ReadsNothingBeyondTheArrayThatTheTensorMapReachesOver) {
  const Ran ran = run_box(kBox, kWait, 60);
  EXPECT_THAT(kinds(ran.trace), Contains(FindingKind::out_of_bounds));
}

// Columns 4 to 11 of rows -1, 1, 3 and 5: an mbarrier that waited for eight rows would never end.
TEST(TmaCopy, BringsEachSecondRowWhereTheTensorMapSaysSo) {
  std::string half = kBox;
  half.replace(half.find("256;"), 4, "128;");
  const Ran ran = run_box(half, kWait, 72, [](TensorMap& map) {
    map.element_strides[1] = 2;
    map.swizzle = TensorMap::Swizzle::none;
  });
  for (std::int32_t row = 0; row < 4; ++row) {
    for (std::int32_t column = 0; column < 8; ++column) {
      const bool is_inside = row > 0 && column < 6;
      EXPECT_EQ(ran.out[static_cast<std::size_t>(row * 8 + column)],
                is_inside ? (row * 2 - 1) * 100 + column + 4 : 0)
          << row << " " << column;
    }
  }
}

TEST(TmaCopy, BringsNansFromOutsideOfTheTensorWhereTheTensorMapSaysSo) {
  const Ran ran = run_box(kBox, kWait, 72, [](TensorMap& map) {
    map.type = TensorMap::Type::f32;
    map.fill = TensorMap::Fill::nan;
    map.swizzle = TensorMap::Swizzle::none;
  });
  EXPECT_EQ(ran.out[0], 0x7ff77ff7) << "row -1";
  EXPECT_EQ(ran.out[8 + 5], 9);
  EXPECT_EQ(ran.out[8 + 6], 0x7ff77ff7) << "column 10";
}

TEST(TmaCopy, RoundsTf32) {
  const Ran ran = run_box(kBox, kWait, 72, [](TensorMap& map) {
    map.type = TensorMap::Type::tf32;
    map.swizzle = TensorMap::Swizzle::none;
  });
  EXPECT_EQ(ran.out[16], 0) << "104, a subnormal number";
}

TEST(TmaCopy, EndsTheRunWhereNobodyKnowsWhatTheTensorMapBrings) {
  const std::vector<std::pair<Change, std::string>> cases = {
      {[](TensorMap& map) { map.address = 8; }, "is passed no tensor map of 2 dimensions"},
      {[](TensorMap& map) { map.dimensions = 1; }, "is passed no tensor map of 2 dimensions"},
      {[](TensorMap& map) {
         map.dimensions = 3;
         map.sizes[2] = map.box[2] = 1;
         map.strides[1] = 480;
         map.interleave = TensorMap::Interleave::bytes_16;
       },
       "of 2 dimensions"}};
  for (const auto& [change, text] : cases) {
    const Ran ran = run_box(kBox, kWait, 72, change);
    EXPECT_THAT(ran.trace.findings,
                Contains(testing::AllOf(
                    testing::Field(&trace::Finding::kind, FindingKind::opaque_instruction),
                    testing::Field(&trace::Finding::message, InEnglish(HasSubstr(text))))))
        << text;
  }
}

}  // namespace
}  // namespace warplens::machine
