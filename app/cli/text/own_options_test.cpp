// What options say of a launch is taken, and the rest guessed.
#include "app/cli/text/own_options.h"

#include <gmock/gmock.h>

#include "app/cli/text/own_form.h"
#include "kernels/own/sidecar.h"

namespace warplens::cli {
namespace {

using testing::HasSubstr;

const std::string kFile = WARPLENS_SOURCE_DIR "/tests/own_kernels/guesses.ptx";

Result<OwnTarget> read(const std::string& words, const std::vector<std::string>& settings = {},
                       const std::string& file = kFile) {
  CLI::App parser;
  OwnOptions options;
  options.add_to(parser);
  parser.parse("--source-root " WARPLENS_SOURCE_DIR " " + words);
  return options.read({file, settings}, parser);
}

std::string error_of(const std::string& words) {
  const auto target = read(words);
  return target.has_value() ? "" : target.error().message.in(Language::en);
}

TEST(OptionsOfAPart, AreTakenAndTheRestIsGuessed) {
  const auto target = read("--entry add_fours --block 64");
  ASSERT_TRUE(target.has_value()) << target.error().message.in(Language::en);
  EXPECT_EQ(target->kernel.block.x, 64u);
  EXPECT_EQ(target->kernel.grid.x, 16u);
  EXPECT_TRUE(target->kernel.is_guessed);
  EXPECT_EQ(read("--entry add_fours --grid 7 --block 64")->sizes().at("n4"), 448);
  const auto one = read("--entry add_fours --arg n4:i32=1000");
  ASSERT_TRUE(one.has_value()) << one.error().message.in(Language::en);
  EXPECT_EQ(one->kernel.grid.x, 4u);
  EXPECT_EQ(std::get<run::OwnBuffer>(one->kernel.arguments[0]).count, 4000u);
}

TEST(OptionsOfAPart, NameParametersOfTheKernel) {
  EXPECT_THAT(error_of("--entry add_fours --arg q:i32=1"), HasSubstr("has no parameter 'q'"));
}

TEST(OptionsOfAWholeLaunch, LeaveNothingToBeGuessed) {
  const auto target = read(
      "--entry add_fours --grid 2 --block 32 --arg x:in:f32[256]=iota --arg y:inout:f32[256]=1 "
      "--arg n:i32=64");
  ASSERT_TRUE(target.has_value()) << target.error().message.in(Language::en);
  EXPECT_FALSE(target->kernel.is_guessed);
  ASSERT_TRUE(target->form.has_value());
  EXPECT_EQ(target->form->name, "add_fours");
  const auto again = own::parse_sidecar(own::sidecar_text({{{"kept", target->form->form}}}));
  ASSERT_TRUE(again.has_value()) << again.error().message.in(Language::en);
  const auto kernel = own::own_kernel(again->launches[0].form, target->loaded);
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
  EXPECT_EQ(kernel->grid.x, 2u);
  EXPECT_EQ(std::get<run::OwnBuffer>(kernel->arguments[1]).fill.value, 1);
}

TEST(OptionsOfAWholeLaunch, MayBeExpressionsOfSizes) {
  const auto target = read(
      "--entry twice --grid 'ceil(n/64)' --block 64 --buffer 'x:in:f32[64*n]=iota' "
      "--buffer 'y:out:f32[64*n]' --arg 'p:{ptr,ptr,i32,i32}=@x,@y,64,n'",
      {"n=100"});
  ASSERT_TRUE(target.has_value()) << target.error().message.in(Language::en);
  EXPECT_EQ(target->kernel.grid.x, 2u);
  EXPECT_EQ(target->kernel.buffers[0].count, 6400u);
  EXPECT_EQ(std::get<run::OwnStructure>(target->kernel.arguments[0]).bytes[20], std::byte{100});
  const auto larger = target->at({{"n", 200}});
  ASSERT_TRUE(larger.has_value()) << larger.error().message.in(Language::en);
  EXPECT_EQ(larger->grid.x, 4u);
  EXPECT_EQ(std::get<run::OwnStructure>(larger->arguments[0]).bytes[20], std::byte{200});
}

TEST(OptionsOfAWholeLaunch, SayThatANameIsNoSize) {
  EXPECT_THAT(error_of("--entry twice --grid 1 --block 64 --buffer x:in:f32[64] --buffer "
                       "y:out:f32[64] --arg 'p:{ptr,ptr,i32,i32}=@x,@y,1,n'"),
              HasSubstr("--set"));
}

const std::string kTwice =
    "--entry twice --grid 1 --block 64 --buffer x:in:f32[4096]=iota --buffer y:out:f32[4096] "
    "--arg 'p:{ptr,ptr,i32,i32}=@x,@y,64,64' --reference twice_in_plane ";

TEST(References, TakeTheirOwnGridAndBlock) {
  const auto own = read(kTwice + "--reference-grid 1,64 --reference-block 64");
  ASSERT_TRUE(own.has_value()) << own.error().message.in(Language::en);
  ASSERT_EQ(own->kernel.references.size(), 1u);
  EXPECT_EQ(own->kernel.references[0].launch.grid.y, 64u);
  const auto run = run::run_own(own->kernel, {});
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(run->verdict, trace::Verdict::match);
}

TEST(References, HaveNoShapeWhereThereIsNone) {
  EXPECT_THAT(error_of("--entry add_fours --reference-grid 2"),
              HasSubstr("are for one --reference"));
}

}  // namespace
}  // namespace warplens::cli
