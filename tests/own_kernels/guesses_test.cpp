// How the kernels of guesses.cu are launched when nobody says it.
#include <gmock/gmock.h>

#include "kernels/own/infer_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const run::LoadedKernel& guesses() {
  static const auto loaded = run::load_kernel_file(
      WARPLENS_SOURCE_DIR "/tests/own_kernels/guesses.ptx", {WARPLENS_SOURCE_DIR});
  EXPECT_TRUE(loaded.has_value());
  return *loaded;
}

LaunchForm guessed(const std::string& kernel) {
  auto form = guess_form(guesses(), kernel);
  EXPECT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  return form.value_or(LaunchForm());
}

std::string shape_of(const std::array<Entry, 3>& entries) {
  std::string text;
  for (const Entry& entry : entries)
    if (!entry.text.empty()) text += (text.empty() ? "" : " × ") + entry.text;
  return text;
}

std::vector<std::string> buffers_of(const LaunchForm& form) {
  std::vector<std::string> all;
  for (const FormArgument& argument : form.arguments)
    if (const auto* buffer = std::get_if<FormBuffer>(&argument))
      all.push_back(fmt::format("{} {}[{}]", buffer->name, catalog::name_of(buffer->type),
                                buffer->count.text));
  return all;
}

// "misaligned", of each finding that is an error.
std::vector<std::string> errors_of(const LaunchForm& form) {
  const auto kernel = own_kernel(form, guesses());
  if (!kernel.has_value()) return {kernel.error().message.in(Language::en)};
  const auto run = run::run_own(*kernel, {});
  if (!run.has_value()) return {run.error().message.in(Language::en)};
  std::vector<std::string> errors;
  for (const trace::Finding& finding : run->traces.front()->findings)
    if (finding.severity == trace::Severity::error)
      errors.emplace_back(trace::name_of(finding.kind));
  return errors;
}

TEST(Touched, IsWhatLiesMisaligned) {
  const LaunchForm form = guessed("odd_slice");
  EXPECT_THAT(buffers_of(form), ElementsAre("x f16[3]", "y f16[2]"));
  EXPECT_THAT(errors_of(form), ElementsAre("misaligned"));
}

TEST(Touched, IsWhatACopyReads) {
  const LaunchForm form = guessed("copied_ahead");
  EXPECT_THAT(buffers_of(form), ElementsAre("x f32[blocks*256]", "y f32[blocks*256]"));
  EXPECT_THAT(errors_of(form), IsEmpty());
}

TEST(Touched, IsWhatLiesBeyondTheRoomOfAProbe) {
  const LaunchForm form = guessed("matrix_vector");
  EXPECT_THAT(buffers_of(form), ElementsAre("a f32[n*n]", "x f32[n]", "y f32[n]"));
  EXPECT_EQ(form.sizes.front().value, 1024);
  EXPECT_THAT(errors_of(form), IsEmpty());
}

TEST(GuessedBlocks, AreWhatLaunchBoundsSay) {
  for (const char* kernel : {"turn", "turn_halves"}) {
    const LaunchForm form = guessed(kernel);
    EXPECT_EQ(shape_of(form.block), "256") << kernel;
    EXPECT_THAT(errors_of(form), IsEmpty()) << kernel;
  }
}

TEST(GuessedBlocks, HaveOneDimensionWhereThreadsAreOnlyCounted) {
  const LaunchForm form = guessed("ranked");
  EXPECT_EQ(shape_of(form.block), "256");
  EXPECT_EQ(shape_of(form.grid), "ceil(n/block.x)");
  EXPECT_THAT(buffers_of(form), ElementsAre("in f32[n]", "out f32[grid.x]"));
  EXPECT_THAT(errors_of(form), IsEmpty());
}

TEST(GuessedBlocks, AreOfWholeWarpsWhereAllLanesExchangeValues) {
  EXPECT_EQ(shape_of(guessed("mean_of_squares").block), "32 × 8");
  EXPECT_THAT(errors_of(guessed("mean_of_squares")), IsEmpty());
  EXPECT_EQ(shape_of(guessed("normalise_rows").block), "256");
}

TEST(GuessedBlocks, AreTheTemplatesArgument) {
  EXPECT_EQ(shape_of(guessed("sum_of_pairs<512u>").block), "512");
  EXPECT_EQ(shape_of(guessed("tiled_product<32>").block), "32 × 32");
}

TEST(GuessedBlocks, GoOnUntilTheNextBlocksRows) {
  EXPECT_EQ(shape_of(guessed("column_of_eight").block), "512");
  const LaunchForm square = guessed("square_in_a_line");
  EXPECT_EQ(shape_of(square.block), "1024");
  EXPECT_EQ(shape_of(square.grid), "ceil(M/32) × ceil(N/32)");
  EXPECT_THAT(errors_of(square), IsEmpty());
}

TEST(GuessedBlocks, AreTriedOnceMoreBeforeAnErrorIsReported) {
  const LaunchForm form = guessed("blur");
  EXPECT_EQ(shape_of(form.block), "16 × 16");
  EXPECT_EQ(shape_of(form.grid), "ceil(width/12) × ceil(height/12)");
  EXPECT_THAT(errors_of(form), IsEmpty());
  ASSERT_FALSE(form.assumptions.empty());
  EXPECT_THAT(form.assumptions.back().in(Language::en), HasSubstr("with a block of 12 × 12"));
}

TEST(GuessedBlocks, DoNotHideAFaultThatEachHas) {
  EXPECT_THAT(errors_of(guessed("without_barrier")), ElementsAre("race"));
}

TEST(GuessedGrids, AreExpressionsThatCanBeRead) {
  const LaunchForm form = guessed("group_sums");
  EXPECT_EQ(shape_of(form.grid), "ceil(n/group)");
  EXPECT_THAT(errors_of(form), IsEmpty());
}

TEST(GuessedGrids, AreAsLongAsRowsWhereNothingIsCompared) {
  const LaunchForm turn = guessed("turn_halves");
  EXPECT_EQ(shape_of(turn.grid), "ceil(cols/64) × ceil(rows/64)");
  EXPECT_THAT(buffers_of(turn), ElementsAre("in f16[rows*cols]", "out f16[rows*cols]"));
  const LaunchForm product = guessed("column_of_eight");
  EXPECT_EQ(shape_of(product.grid), "ceil(N/64) × ceil(M/64)");
  EXPECT_THAT(buffers_of(product), ElementsAre("A f32[M*K]", "B f32[N*K]", "C f32[M*N]"));
  EXPECT_THAT(errors_of(product), IsEmpty());
  EXPECT_EQ(shape_of(guessed("tiled_product<32>").grid), "ceil(wB/32) × blocks_y");
  EXPECT_THAT(errors_of(guessed("tiled_product<32>")), IsEmpty());
}

TEST(GuessedGrids, AreOfASizeThatTheKernelNeverReads) {
  const LaunchForm form = guessed("softmax");
  EXPECT_EQ(shape_of(form.grid), "N");
  EXPECT_THAT(buffers_of(form), ElementsAre("out f32[N*C]", "in f32[N*C]"));
}

TEST(GuessedSizes, AreIntegersThatThreadsAreHeldAgainst) {
  const LaunchForm fours = guessed("add_fours");
  EXPECT_EQ(fours.sizes.front().value, 1024);
  EXPECT_THAT(buffers_of(fours), ElementsAre("a f32[n4*4]", "b f32[n4*4]"));
  for (const FormSize& size : guessed("embed").sizes) EXPECT_GT(size.value, 1) << size.name;
}

}  // namespace
}  // namespace warplens::own
