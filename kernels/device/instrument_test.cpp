#include "kernels/device/instrument.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/ptx/parser.h"

namespace warplens::device {
namespace {

std::shared_ptr<const ptx::Module> parse(const std::string& text) {
  auto module = ptx::parse(text, "k.ptx");
  if (module.has_value()) return std::make_shared<const ptx::Module>(std::move(*module));
  ADD_FAILURE() << module.error().message.in(Language::en);
  return std::make_shared<const ptx::Module>();
}

std::string kernel(const std::string& body, const std::string& version = "8.0") {
  return "// first line\n.version " + version +
         "\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b32 "
         "%r<9>;\n"
         ".reg .f32 %f<9>; .reg .f64 %d<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .reg .b16 "
         "%h<9>;\n" +
         body + "\nret;\n}\n";
}

std::string instrumented(const std::string& body) {
  const auto result = instrument(parse(kernel(body)), "");
  EXPECT_TRUE(result.has_value());
  return result.has_value() ? result->ptx : "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Instrument, KeepsTheLinesOfTheText) {
  const std::string body = "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nbar.sync 0;";
  const std::string before = kernel(body), after = instrumented(body);
  EXPECT_EQ(std::ranges::count(before, '\n'), std::ranges::count(after, '\n'));
  EXPECT_GT(after.size(), before.size());
}

TEST(Instrument, ASecondShuffleOfTheLanesNumbersSaysWhoReadsWhom) {
  const std::string text = instrumented(
      "shfl.sync.down.b32 %r1|%p1, %r2, %r3, 31, -1;\n@!%p2 shfl.sync.idx.b32 %r1, %r2, 0, %r4, "
      "%r5;");
  EXPECT_TRUE(contains(text, "shfl.sync.down.b32 %warplens_word, %warplens_word, %r3, 31, -1;"));
  EXPECT_TRUE(
      contains(text, "@!%p2 shfl.sync.idx.b32 %warplens_word, %warplens_word, 0, %r4, %r5;"));
}

TEST(Instrument, AsksForOtherBlocksSharedMemoryWhereAClusterMapsIt) {
  const std::string load = "ld.f32 %f1, [%rd1];";
  EXPECT_FALSE(contains(instrumented(load), "isspacep.shared::cluster"));
  EXPECT_TRUE(contains(instrumented("mapa.u64 %rd1, %rd2, 0; " + load),
                       "isspacep.shared::cluster %warplens_fits, %warplens_address;"));
}

TEST(Instrument, NamesWhatCompilersMayFuse) {
  const std::string text = instrumented(
      "add.f32 %f1, %f1, %f2; @%p1 mul.f32 %f1, %f1, %f2; sub.ftz.sat.f32 %f1, %f1, %f2;\n"
      "mul.f64 %d1, %d1, %d2; add.f16 %h1, %h1, %h2; add.bf16x2 %r1, %r1, %r2;");
  for (const char* pinned : {"add.rn.f32 %f1", "@%p1 mul.rn.f32 %f1", "sub.rn.ftz.sat.f32 %f1",
                             "mul.rn.f64 %d1", "add.rn.f16 %h1", "add.rn.bf16x2 %r1"}) {
    EXPECT_TRUE(contains(text, pinned)) << pinned;
  }
}

TEST(Instrument, LeavesWhatCannotBeFusedAlone) {
  for (const char* kept :
       {"add.rz.f32 %f1, %f1, %f2;", "add.s32 %r1, %r1, %r2;", "fma.rn.f32 %f1, %f1, %f2, %f3;",
        "mul.rn.f64 %d1, %d1, %d2;", "min.f32 %f1, %f1, %f2;", "mul.wide.u32 %rd1, %r1, %r2;"}) {
    EXPECT_TRUE(contains(instrumented(kept), kept)) << kept;
  }
}

TEST(Instrument, PassesUnknownInstructionsThrough) {
  const char* unknown = "tcgen05.wait::ld.sync.aligned;";
  EXPECT_TRUE(contains(instrumented(unknown), unknown));
}

TEST(Instrument, PutsNothingIntoAKernelThatTouchesNoMemory) {
  EXPECT_FALSE(contains(instrumented("mov.u32 %r1, 1;"), "activemask"));
}

TEST(Instrument, ChoosesNamesThatTheTextDoesNotHave) {
  const auto module = parse(kernel("bar.sync 0; // warplens_ and warplens__"));
  EXPECT_EQ(instrument(module, "k")->control, "warplens___control");
}

TEST(Instrument, NeedsActivemask) {
  const auto old = instrument(parse(kernel("", "6.1")), "k");
  ASSERT_FALSE(old.has_value());
  EXPECT_NE(old.error().message.in(Language::en).find("6.2"), std::string::npos);
  EXPECT_TRUE(instrument(parse(kernel("", "6.2")), "k").has_value());
}

TEST(Instrument, OfAnEntryThatIsNotThereIsAnError) {
  EXPECT_FALSE(instrument(parse(kernel("")), "other").has_value());
}

}  // namespace
}  // namespace warplens::device
