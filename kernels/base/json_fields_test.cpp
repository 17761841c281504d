#include "kernels/base/json_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace warplens {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr std::array<std::string_view, 2> kRoles{"in", "out"};
enum class Role : std::uint8_t { in, out };

JsonFields of(std::string_view text) { return JsonFields::parse(text).value(); }

// What is wrong with `text` when `read` reads it.
std::string error(std::string_view text, const std::function<void(const JsonFields&)>& read) {
  const JsonFields fields = of(text);
  read(fields);
  if (!fields.error().has_value()) return "no error";
  EXPECT_NE(fields.error()->message.in(Language::zh), fields.error()->message.in(Language::en));
  return fields.error()->message.in(Language::en);
}

TEST(JsonFields, AreReadByTheirKinds) {
  const JsonFields fields = of(R"({"id": "tile", "minutes": 10, "share": 0.5, "blocks": true,
      "of": ["a", "b"], "sizes": {"n": 64, "m": -1}, "role": "out"})");
  EXPECT_EQ(fields.text("id"), "tile");
  EXPECT_EQ(fields.integer<int>("minutes", 1, 600), 10);
  EXPECT_EQ(fields.number("share"), 0.5);
  EXPECT_TRUE(fields.flag("blocks"));
  EXPECT_THAT(fields.texts("of"), ElementsAre("a", "b"));
  EXPECT_THAT(fields.integers("sizes"), ElementsAre(Pair("m", -1), Pair("n", 64)));
  EXPECT_EQ(fields.choice<Role>("role", kRoles), Role::out);
  EXPECT_EQ(fields.finish(7), 7);
}

TEST(JsonFields, ThatNeedNotBeThereHaveADefault) {
  const JsonFields fields = of("{}");
  EXPECT_EQ(fields.text_or("id", "none"), "none");
  EXPECT_EQ(fields.integer_or<int>("minutes", 5, 1, 600), 5);
  EXPECT_EQ(fields.find_integer<int>("minutes"), std::nullopt);
  EXPECT_EQ(fields.number_or("share", 0.5), 0.5);
  EXPECT_TRUE(fields.flag_or("blocks", true));
  EXPECT_EQ(fields.choice_or("role", kRoles, Role::out), Role::out);
  EXPECT_THAT(fields.texts_or_none("of"), IsEmpty());
  EXPECT_THAT(fields.list_or_none("done"), IsEmpty());
  EXPECT_FALSE(fields.find("scene").has_value());
  EXPECT_EQ(fields.error(), std::nullopt);
}

TEST(JsonFields, SayWhereAndWhatWouldBeRight) {
  const auto done = [](const JsonFields& fields) { return fields.at("done").elements().at(1); };
  const char* text = R"({"done": [{}, {"kind": 3, "n": 2.5, "role": "both", "of": [1], "on": 0}]})";
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).text("kind"); }),
            "done[1]: \"kind\" must be a text");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).text("place"); }),
            "done[1]: \"place\" is missing");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).template integer<int>("n", 1, 9); }),
            "done[1]: \"n\" must be a whole number from 1 to 9");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).template choice<Role>("role", kRoles); }),
            "done[1]: \"role\" is \"both\", which is none of in, out");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).texts("of"); }),
            "done[1]: \"of\" must be a list of texts");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).flag("on"); }),
            "done[1]: \"on\" must be true or false");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).number("kind", 4); }),
            "done[1]: \"kind\" must be a number from 4");
  EXPECT_EQ(error(text, [&](auto& all) { (void)done(all).at("of").elements()[0].as_text(); }),
            "done[1].of[0] must be a text");
  EXPECT_EQ(error(text, [&](auto& all) { done(all).wrong(tr("no such {}", 3)); }),
            "done[1]: no such 3");
}

TEST(JsonFields, OfWhatIsNoObjectOrListSaySo) {
  EXPECT_EQ(error("[]", [](auto& fields) { (void)fields.text("id"); }), "it must be an object");
  EXPECT_EQ(error("[]", [](auto& fields) { (void)fields.text_or("id", ""); }),
            "it must be an object");
  EXPECT_EQ(error("[]", [](auto& fields) { (void)fields.members(); }), "it must be an object");
  EXPECT_EQ(error(R"({"done": {}})", [](auto& fields) { (void)fields.list("done"); }),
            "\"done\" must be a list: […]");
  EXPECT_EQ(error(R"({"sizes": {"n": "a"}})", [](auto& fields) { (void)fields.integers("sizes"); }),
            "sizes: \"n\" must be a whole number");
}

TEST(JsonFields, MayBeTextsOrNumbersForThoseWhoWriteThemByHand) {
  const JsonFields fields = of(R"({"count": 64, "value": "n*2", "grid": [2.5, "n"]})");
  EXPECT_EQ(fields.filled_written("count"), "64");
  EXPECT_EQ(fields.written_or("value", ""), "n*2");
  EXPECT_EQ(fields.list("grid")[0].as_written(), "2.5");
  EXPECT_EQ(fields.list("grid")[1].as_written(), "n");
  EXPECT_EQ(error(R"({"kernel": ""})", [](auto& all) { (void)all.filled_written("kernel"); }),
            "\"kernel\" is empty: write what it is");
  EXPECT_EQ(error(R"({"kernel": []})", [](auto& all) { (void)all.written_or("kernel", ""); }),
            "\"kernel\" must be a text or a number");
}

TEST(JsonFields, AreAtMostSoMany) {
  EXPECT_EQ(error(R"({"done": [1, 2, 3]})", [](auto& fields) { (void)fields.list("done", 2); }),
            "\"done\" has 3 elements: at most 2");
}

TEST(JsonFields, WithANameThatNobodyReadsAreAnError) {
  EXPECT_EQ(error(R"({"kernel": "a", "sharde": 1})",
                  [](auto& fields) {
                    fields.only({"kernel", "shared"});
                  }),
            "there is no \"sharde\": there is kernel, shared");
}

TEST(JsonFields, KeepTheFirstErrorAndGoOnWithDefaults) {
  const JsonFields fields = of(R"({"a": 1, "b": "x", "c": 2})");
  EXPECT_EQ(fields.text("a"), "");
  EXPECT_EQ(fields.integer<int>("b"), 0);
  EXPECT_EQ(fields.integer<int>("c"), 2);
  const Result<int> read = fields.finish(1);
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().message.in(Language::en), "\"a\" must be a text");
}

TEST(JsonFields, OfAFileThatIsDamagedNameItAndWhatToDo) {
  const JsonFields fields = of("{}");
  (void)fields.text("id");
  const auto read = fields.finish(1, "r.json", tr("install warplens again"));
  EXPECT_EQ(read.error().message.in(Language::en),
            "r.json is damaged: \"id\" is missing; install warplens again");
  EXPECT_EQ(read.error().message.in(Language::zh), "r.json 已损坏：缺少“id”；请重新安装 warplens");
}

TEST(JsonFields, ThatNeedNotBeThereHaveTheirDefaultWhereTheyAreWrong) {
  const JsonFields fields =
      of(R"({"a": [], "n": 9, "of": ["x", 1, "y"], "sizes": {"n": 2, "m": ""}})");
  EXPECT_EQ(fields.text_or("a", "b"), "b");
  EXPECT_EQ(fields.number_or("a", 2.5), 2.5);
  EXPECT_EQ(fields.integer_or<int>("n", 3, 1, 8), 3);
  EXPECT_EQ(fields.choice_or("a", kRoles, Role::out), Role::out);
  EXPECT_TRUE(fields.flag_or("n", true));
  EXPECT_THAT(fields.texts_or_none("of"), ElementsAre("x", "y"));
  EXPECT_THAT(fields.integers_or_none("sizes"), ElementsAre(Pair("n", 2)));
}

TEST(JsonFields, ApartKeepTheirErrorsForThemselves) {
  const JsonFields fields = of(R"({"steps": [{"id": 1}]})");
  const JsonFields step = fields.list("steps")[0].apart("step 1");
  (void)step.text("id");
  EXPECT_EQ(step.error()->message.in(Language::en), "step 1: \"id\" must be a text");
  EXPECT_EQ(fields.error(), std::nullopt);
}

TEST(JsonFields, HoldWholeNumbersUpToTheLast) {
  const JsonFields fields = of(R"({"most": 18446744073709551615, "least": -9223372036854775808})");
  EXPECT_EQ(fields.integer<std::uint64_t>("most"), ~std::uint64_t{0});
  EXPECT_EQ(fields.integer<std::int64_t>("least"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(fields.error(), std::nullopt);
  EXPECT_EQ(fields.integer<std::int64_t>("most"), 0) << "which wraps to -1";
  EXPECT_THAT(fields.error()->message.in(Language::en),
              HasSubstr("\"most\" must be a whole number"));
}

TEST(JsonFields, MayHaveReadersOfTheirOwn) {
  const JsonFields fields = of(R"({"spec": "x"})");
  const JsonFields spec = fields.at("spec");
  EXPECT_EQ(spec.taken<int>(3), 3);
  EXPECT_EQ(spec.taken<int>(fail("'{}' is no spec", spec.as_text()), 5), 5);
  EXPECT_EQ(fields.error()->message.in(Language::en), "spec: 'x' is no spec");
}

TEST(JsonFields, ComeInTheirOrderWhereThatMatters) {
  const auto names = [](const auto& fields) {
    std::string all;
    for (const auto& [name, value] : fields.members()) all += name;
    return all;
  };
  EXPECT_EQ(names(OrderedJsonFields::parse(R"({"n": 1, "b": 2})").value()), "nb");
  EXPECT_EQ(names(of(R"({"n": 1, "b": 2})")), "bn");
}

TEST(JsonFields, OutliveTheTextAndTheFieldsThatTheyAreOf) {
  const auto inner = [] { return of(R"({"a": {"b": "kept"}})").at("a"); }();
  EXPECT_EQ(inner.text("b"), "kept");
  EXPECT_FALSE(JsonFields::parse("{").has_value());
}

}  // namespace
}  // namespace warplens
