// How the kernels of guesses.cu are launched when nobody says it.
#include <gmock/gmock.h>

#include "kernels/own/follow_sizes.h"
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
  const LaunchForm met = guessed("met");
  EXPECT_EQ(shape_of(met.block), "256") << "where blocks meet, too";
  EXPECT_EQ(shape_of(met.grid), "ceil(n/block.x)");
  EXPECT_THAT(errors_of(met), IsEmpty());
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

TEST(GuessedGrids, CountRowsThatAreAsLongAsASizeIsMultipliedBy) {
  const LaunchForm form = guessed("attention_rows<32, 8>");
  EXPECT_EQ(shape_of(form.grid), "ceil(N/32) × blocks_y");
  EXPECT_EQ(form.sizes.front().value, 64);
  EXPECT_THAT(errors_of(form), IsEmpty());
}

TEST(GuessedSharedMemory, IsMoreThanAnyLaunchHasWhereItTakesThat) {
  const LaunchForm form = guessed("staged");
  EXPECT_EQ(evaluate(form.shared.text, values_of(form).value_or(Values())).value_or(0), 49152);
  EXPECT_THAT(errors_of(form), IsEmpty());
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

FormBuffer floats(const std::string& name, catalog::BufferRole role, const std::string& count) {
  FormBuffer buffer;
  buffer.name = name;
  buffer.role = role;
  buffer.count.text = count;
  return buffer;
}

LaunchForm guessed_with(const std::string& kernel, const GivenLaunch& given) {
  auto form = guess_form(guesses(), kernel, {}, given);
  EXPECT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  return form.value_or(LaunchForm());
}

TEST(GivenLaunches, AreTakenAndTheRestIsGuessedFromThem) {
  GivenLaunch given;
  given.block[0].text = "64";
  const LaunchForm narrow = guessed_with("add_fours", given);
  EXPECT_EQ(shape_of(narrow.block), "64");
  EXPECT_EQ(shape_of(narrow.grid), "ceil(n4/block.x)");
  given.grid[0].text = "7";
  const LaunchForm seven = guessed_with("add_fours", given);
  EXPECT_EQ(shape_of(seven.grid), "7");
  EXPECT_EQ(seven.sizes.front().value, 7 * 64);
  EXPECT_THAT(errors_of(seven), IsEmpty());
}

TEST(GivenLaunches, HaveArgumentsByName) {
  GivenLaunch given;
  given.arguments.emplace_back(FormScalar{"n4", catalog::ElementType::i32, {"100", {}}});
  given.arguments.emplace_back(floats("b", catalog::BufferRole::inout, "4096"));
  const LaunchForm form = guessed_with("add_fours", given);
  EXPECT_EQ(form.sizes.front().value, 100);
  EXPECT_THAT(buffers_of(form), ElementsAre("a f32[n4*4]", "b f32[4096]"));
  given.arguments.emplace_back(FormScalar{"q", catalog::ElementType::i32, {"1", {}}});
  const auto refused = guess_form(guesses(), "add_fours", {}, given);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message.in(Language::en), HasSubstr("has no parameter 'q'"));
}

TEST(GivenLaunches, AreWhatAPersonCorrectedInAGuess) {
  const LaunchForm base = guessed("add_fours");
  EXPECT_TRUE(given_in(base, base).is_empty());
  LaunchForm corrected = base;
  corrected.block[0] = {"128", {}};
  corrected.sizes[0] = {"n4", 512, {}};
  const GivenLaunch given = given_in(corrected, base);
  EXPECT_EQ(given.block[0].text, "128");
  EXPECT_EQ(given.sizes.at("n4"), 512);
  EXPECT_TRUE(given.arguments.empty());
  EXPECT_TRUE(given.grid[0].text.empty());
}

TEST(ShortGuesses, AreNoErrorOfTheKernel) {
  LaunchForm form = guessed("add_fours");
  auto& buffer = std::get<FormBuffer>(form.arguments[0]);
  buffer.count.text = "16";
  EXPECT_THAT(errors_of(form), ElementsAre("out_of_bounds"));
  buffer.may_be_short = true;
  EXPECT_THAT(errors_of(form), IsEmpty());
  const auto run = run::run_own(*own_kernel(form, guesses()), {});
  ASSERT_TRUE(run.has_value());
  EXPECT_TRUE(run->is_guessed_launch);
  ASSERT_EQ(run->notes.size(), 1u);
  EXPECT_THAT(run->notes[0].in(Language::en), HasSubstr("a has 16 elements"));
  EXPECT_THAT(run->notes[0].in(Language::en), HasSubstr("4096"));
}

// {x, y, m, n} by value: 64 rows of 64.
LaunchForm packed(const std::string& kernel) {
  LaunchForm form;
  form.entry = kernel;
  form.sizes = {{"n", 64}};
  form.grid[0].text = "1";
  form.block[0].text = "64";
  form.buffers = {floats("x", catalog::BufferRole::in, "64*n"),
                  floats("y", catalog::BufferRole::out, "64*n")};
  form.buffers[0].fill = catalog::Fill{catalog::Fill::Kind::iota};
  FormStructure structure{"p", 24, std::vector<std::byte>(24), {{0, "x"}, {8, "y"}}};
  structure.contents[16] = std::byte{64};
  structure.members = {{20, catalog::ElementType::i32, "n"}};
  form.arguments.emplace_back(structure);
  return form;
}

Result<trace::Run> run_against(const std::string& kernel, FormExpectation reference) {
  LaunchForm form = packed(kernel);
  form.expectations = {std::move(reference)};
  TRY(const auto own, own_kernel(form, guesses()));
  return run::run_own(own, {});
}

TEST(References, ThatWroteTooLittleAreErrorsOfTheReference) {
  FormExpectation reference;
  reference.kernel = "twice_in_plane";
  const auto run = run_against("twice", reference);
  ASSERT_FALSE(run.has_value());
  EXPECT_THAT(run.error().message.in(Language::en),
              HasSubstr("reference twice_in_plane wrote 64 of y's 4096 elements"));
  reference.grid = {Entry{"1"}, Entry{"64"}};
  reference.block = {Entry{"64"}};
  const auto whole = run_against("twice", reference);
  ASSERT_TRUE(whole.has_value()) << whole.error().message.in(Language::en);
  EXPECT_EQ(whole->verdict, trace::Verdict::match);
}

TEST(References, ThatWroteTooLittleStillSayWhatIsWrongWhereTheyWrote) {
  FormExpectation reference;
  reference.kernel = "twice_in_plane";
  const auto run = run_against("twice_wrongly", reference);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  ASSERT_TRUE(run->mismatch.has_value());
  EXPECT_EQ(run->mismatch->element, 3u);
  EXPECT_EQ(run->mismatch->count, 1u);
}

TEST(Sizes, ReachMembersOfStructures) {
  LaunchForm form = packed("twice");
  ASSERT_TRUE(set_sizes(form, {{"n", 16}}).has_value());
  const auto own = own_kernel(form, guesses());
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(std::get<run::OwnStructure>(own->arguments[0]).bytes[20], std::byte{16});
}

TEST(Sizes, ReachIntegersThatAFileKeepsAsBytes) {
  LaunchForm form = packed("twice");
  form.sizes = {{"rows", 64}, {"n", 32}};
  auto& structure = std::get<FormStructure>(form.arguments[0]);
  structure.members.clear();
  structure.contents[20] = std::byte{32};
  follow_sizes(form, *guesses().module);
  ASSERT_EQ(structure.members.size(), 2u);
  EXPECT_EQ(structure.members[0].value, "rows");
  EXPECT_EQ(structure.members[1].value, "n");
  ASSERT_EQ(form.assumptions.size(), 2u);
  EXPECT_THAT(form.assumptions[1].in(Language::en), HasSubstr("it follows n"));
}

TEST(Sizes, DoNotReachWhatIsOnlyByChanceAlike) {
  LaunchForm form = packed("twice");
  form.sizes = {{"a", 64}, {"b", 64}};
  auto& structure = std::get<FormStructure>(form.arguments[0]);
  structure.members.clear();
  follow_sizes(form, *guesses().module);
  EXPECT_TRUE(structure.members.empty());
}

}  // namespace
}  // namespace warplens::own
