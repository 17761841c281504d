#include "app/session/form_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "app/session/carry_over.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::session {
namespace {

using Kind = FormField::Kind;

own::LaunchForm form() {
  own::LaunchForm form;
  form.entry = "scale";
  form.sizes = {{"n", 1000, {"named like a size"}, true}};
  form.block[0] = {"256", {"usual"}};
  form.grid[0] = {"ceil(n/block.x)", {"so that all indices are worked on"}};
  own::FormBuffer in, out;
  in.name = "in";
  in.count = {"n", {"its first 1000 elements were touched"}};
  in.why_type = {"declared"};
  out.name = "out";
  out.role = catalog::BufferRole::out;
  out.count = {"n", {}};
  form.arguments = {in, out, own::FormScalar{"n", catalog::ElementType::i32, {"n", {}}},
                    own::FormScalar{"by", catalog::ElementType::f32, {"2", {}}}};
  return form;
}

class Corrections : public ::testing::Test {
 protected:
  void correct(FormField field, const std::string& text) {
    auto corrected = with_field(form_, field, text, folder_.path());
    error_ = corrected.has_value() ? "" : corrected.error().message.in(Language::en);
    if (corrected.has_value()) form_ = std::move(*corrected);
  }
  own::LaunchForm form_ = form();
  std::string error_;
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
};

TEST_F(Corrections, ReachEveryFieldByAName) {
  std::set<std::string> names;
  for (const FormField& field : fields_of(form_)) names.insert(field_name(form_, field));
  EXPECT_EQ(names, (std::set<std::string>{"size.n",       "grid.x",    "grid.y",   "grid.z",
                                          "block.x",      "block.y",   "block.z",  "shared",
                                          "type.in",      "count.in",  "role.in",  "fill.in",
                                          "type.out",     "count.out", "role.out", "fill.out",
                                          "expected.out", "reference", "value.n",  "value.by"}));
}

// What a map would be is said of the part that makes it so.
TEST_F(Corrections, OfATensorMapAreHeldToWhatTheDriverTakes) {
  own::FormTensorMap map = own::parse_tensor_map("f16,[n,64],box=[64,8],strides=[1024]").value();
  map.name = "m";
  map.why = {"nothing says it"};
  form_.arguments.emplace_back(map);
  using Part = own::TensorMapPart;
  const auto part = [](Part one) { return FormField{Kind::map, 4, one}; };
  EXPECT_EQ(field_name(form_, part(Part::box)), "box.m");
  EXPECT_EQ(field_value(form_, part(Part::sizes)), "1000,64");
  correct(part(Part::swizzle), "128");
  EXPECT_EQ(error_, "");
  EXPECT_TRUE(field_why(form_, part(Part::swizzle)).empty());
  correct(part(Part::swizzle), "64");
  EXPECT_EQ(error_, "box: a row of 128 bytes is wider than the swizzle, 64");
  correct(part(Part::box), "64");
  EXPECT_EQ(error_, "box: 1 numbers for 2 sizes: write 2");
  correct(part(Part::contents), "@in");
  EXPECT_EQ(error_, "");
  correct(part(Part::contents), "@nothing");
  EXPECT_EQ(error_, "no buffer is called 'nothing'");
  correct(part(Part::contents), "missing.bin");
  EXPECT_EQ(error_, "no file 'missing.bin' beside the kernel");
  EXPECT_EQ(field_text(form_, part(Part::contents)), "@in");
}

TEST_F(Corrections, OfATextureAreHeldToWhatCudaHas) {
  own::FormTexture texture = own::parse_texture("f32,[n,8]", false).value();
  texture.name = "t";
  texture.why = {"nothing says it"};
  form_.arguments.emplace_back(texture);
  using Part = own::TexturePart;
  const auto part = [](Part one) { return FormField{Kind::texture, 4, {}, one}; };
  EXPECT_EQ(field_name(form_, part(Part::filter)), "filter.t");
  EXPECT_EQ(field_value(form_, part(Part::sizes)), "1000,8");
  correct(part(Part::filter), "linear");
  EXPECT_EQ(error_, "");
  EXPECT_TRUE(field_why(form_, part(Part::filter)).empty());
  correct(part(Part::type), "i32");
  EXPECT_THAT(error_, testing::HasSubstr("filter: "));
  correct(part(Part::contents), "@in");
  EXPECT_EQ(error_, "");
  correct(part(Part::contents), "@nothing");
  EXPECT_EQ(error_, "no buffer is called 'nothing'");
  correct(part(Part::kind), "cube");
  EXPECT_THAT(error_, testing::HasSubstr("square"));
  correct(part(Part::sizes), "8,8");
  correct(part(Part::kind), "cube");
  EXPECT_EQ(error_, "");
  EXPECT_EQ(field_text(form_, part(Part::kind)), "cube");
  EXPECT_EQ(field_text(form_, part(Part::type)), "f32");
  EXPECT_EQ(field_text(form_, part(Part::contents)), "@in");
}

TEST_F(Corrections, AreTakenAndNoLongerAssumed) {
  EXPECT_NE(field_why(form_, {Kind::grid, 0}).in(Language::en), "");
  correct({Kind::grid, 0}, " ceil(n/100) ");
  EXPECT_EQ(error_, "");
  EXPECT_EQ(field_text(form_, {Kind::grid, 0}), "ceil(n/100)");
  EXPECT_EQ(field_value(form_, {Kind::grid, 0}), "10");
  EXPECT_EQ(field_why(form_, {Kind::grid, 0}).in(Language::en), "");
  correct({Kind::size, 0}, "64");
  correct({Kind::type, 0}, "f64");
  correct({Kind::role, 0}, "inout");
  correct({Kind::fill, 0}, "iota%16");
  correct({Kind::value, 3}, "0.5");
  EXPECT_EQ(error_, "");
  EXPECT_EQ(field_value(form_, {Kind::count, 0}), "64");
  EXPECT_EQ(field_text(form_, {Kind::type, 0}), "f64");
  EXPECT_EQ(field_text(form_, {Kind::role, 0}), "inout");
  EXPECT_EQ(field_text(form_, {Kind::fill, 0}), "iota%16");
  EXPECT_EQ(field_text(form_, {Kind::value, 3}), "0.5");
}

TEST_F(Corrections, ThatCannotBeAreErrorsInOneLineAndChangeNothing) {
  const std::string before = field_text(form_, {Kind::grid, 0});
  for (const auto& [field, text] :
       std::vector<std::pair<FormField, std::string>>{{{Kind::grid, 0}, "ceil(n/"},
                                                      {{Kind::grid, 0}, "n/m"},
                                                      {{Kind::grid, 0}, "n - 1000"},
                                                      {{Kind::block, 0}, "0"},
                                                      {{Kind::shared, 0}, "-4"},
                                                      {{Kind::count, 0}, ""},
                                                      {{Kind::count, 0}, "n/0"},
                                                      {{Kind::size, 0}, "12x"},
                                                      {{Kind::size, 0}, "0"},
                                                      {{Kind::type, 0}, "float"},
                                                      {{Kind::role, 0}, "both"},
                                                      {{Kind::fill, 0}, "no_such_file.bin"},
                                                      {{Kind::fill, 0}, "iota%0"},
                                                      {{Kind::value, 2}, "many"},
                                                      {{Kind::expected, 1}, "no_such_file.bin"},
                                                      {{Kind::tolerance, 1}, "-1"}}) {
    SCOPED_TRACE(text);
    correct(field, text);
    EXPECT_NE(error_, "");
    EXPECT_EQ(error_.find('\n'), std::string::npos);
  }
  EXPECT_EQ(field_text(form_, {Kind::grid, 0}), before);
}

TEST_F(Corrections, NameFilesBesideTheKernel) {
  std::ofstream(folder_.path() / "right.bin") << "abcd";
  correct({Kind::fill, 0}, "right.bin");
  EXPECT_EQ(std::get<own::FormBuffer>(form_.arguments[0]).file, "right.bin");
  correct({Kind::expected, 1}, "right.bin");
  EXPECT_EQ(error_, "");
  ASSERT_EQ(form_.expectations.size(), 1u);
  EXPECT_EQ(form_.expectations.front().buffer, "out");
  correct({Kind::tolerance, 1}, "1e-6");
  EXPECT_EQ(form_.expectations.front().tolerance.relative, 1e-6);
  correct({Kind::role, 1}, "in");
  EXPECT_TRUE(form_.expectations.empty()) << "what is only read has no result";
}

TEST_F(Corrections, NameAReferenceWithAShapeAndAToleranceOfItsOwn) {
  correct({Kind::reference, 0}, "plain");
  ASSERT_NE(reference_in(form_), nullptr);
  EXPECT_EQ(reference_in(form_)->kernel, "plain");
  EXPECT_EQ(reference_in(form_)->buffer, "") << "all that is written";
  EXPECT_EQ(field_text(form_, {Kind::expected, 1}), "") << "which is no file's";
  reference_in(form_)->grid[0].text = "n";
  reference_in(form_)->block[0].text = "1";
  EXPECT_EQ(field_value(form_, {Kind::reference_grid, 0}), "1000");
  correct({Kind::reference_grid, 0}, "ceil(n/block.x)");
  correct({Kind::reference_block, 0}, "n/");
  EXPECT_NE(error_, "");
  correct({Kind::reference_block, 0}, "100");
  EXPECT_EQ(field_value(form_, {Kind::reference_grid, 0}), "10") << "of its own block";
  EXPECT_EQ(field_value(form_, {Kind::grid, 0}), "4");
  correct({Kind::reference_tolerance, 0}, "1e-3");
  EXPECT_EQ(field_text(form_, {Kind::reference_tolerance, 0}), "0.001");
  correct({Kind::reference, 0}, "other");
  EXPECT_EQ(reference_in(form_)->tolerance.relative, 1e-3);
  EXPECT_EQ(field_text(form_, {Kind::reference_grid, 0}), "") << "to be guessed for it";
  correct({Kind::reference, 0}, "");
  EXPECT_TRUE(form_.expectations.empty());
}

TEST_F(Corrections, AreCarriedOverToAKernelThatHasOtherParameters) {
  correct({Kind::size, 0}, "77");
  correct({Kind::count, 0}, "n*2");
  correct({Kind::grid, 0}, "ceil(n/64)");
  own::LaunchForm base = form();
  base.arguments.insert(base.arguments.begin(), own::FormBuffer{});
  base.arguments.erase(base.arguments.begin() + 2);  // out
  const own::LaunchForm carried = carried_over(base, form_);
  ASSERT_EQ(carried.arguments.size(), 4u);
  EXPECT_EQ(carried.sizes.front().value, 77);
  EXPECT_EQ(field_text(carried, {Kind::count, 1}), "n*2");
  EXPECT_EQ(field_text(carried, {Kind::grid, 0}), "ceil(n/64)");
  base.sizes.front().name = "m";
  EXPECT_EQ(field_text(carried_over(base, form_), {Kind::grid, 0}), "ceil(n/block.x)")
      << "it names a size that is not there any more";
}

}  // namespace
}  // namespace warplens::session
