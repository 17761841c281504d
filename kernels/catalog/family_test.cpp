#include "kernels/catalog/family.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace warplens::catalog {
namespace {

using testing::HasSubstr;

// Calls check(family, variant) for the whole catalogue.
template <class F>
void for_each_variant(const F& check) {
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      SCOPED_TRACE(family.name + "/" + variant.name);
      check(family, variant);
    }
  }
}

bool has_chinese(const std::string& text) {
  // U+4E00 to U+9FFF are E4 B8 80 to E9 BF BF in UTF-8.
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xe4 && byte <= 0xe9;
  });
}

void expect_both_languages(const Text& text) {
  EXPECT_FALSE(text.in(Language::en).empty());
  EXPECT_FALSE(has_chinese(text.in(Language::en))) << text.in(Language::en);
  EXPECT_TRUE(has_chinese(text.in(Language::zh))) << text.in(Language::en);
}

void expect_sane(const Parameter& p) {
  SCOPED_TRACE(p.name);
  expect_both_languages(p.label);
  EXPECT_LE(p.minimum, p.maximum);
  EXPECT_GE(p.default_value, p.minimum);
  EXPECT_LE(p.default_value, p.maximum);
  for (const std::int64_t choice : p.choices) {
    EXPECT_GE(choice, p.minimum);
    EXPECT_LE(choice, p.maximum);
  }
  EXPECT_EQ(std::set(p.choices.begin(), p.choices.end()).size(), p.choices.size());
  if (!p.choice_labels.empty()) {
    EXPECT_EQ(p.choice_labels.size(), p.choices.size());
  }
  for (const Text& label : p.choice_labels)
    EXPECT_FALSE(label.in(Language::en).empty() || label.in(Language::zh).empty());
}

TEST(Families, ParametersHaveLabelsInBothLanguagesAndDefaultsInRange) {
  for (const Family& family : families()) {
    SCOPED_TRACE(family.name);
    expect_both_languages(family.title);
    for (const Parameter& parameter : family.parameters) expect_sane(parameter);
  }
}

TEST(Families, VariantsSayTheirIdeaInBothLanguagesAndHaveTheirSource) {
  for_each_variant([](const Family& family, const Variant& variant) {
    expect_both_languages(variant.idea);
    EXPECT_EQ(variant.source, "kernels/catalog/" + family.name + "/" + variant.name + ".cu");
    EXPECT_TRUE(
        std::filesystem::exists(std::filesystem::path(WARPLENS_SOURCE_DIR) / variant.source));
    EXPECT_EQ(family.parameters_of(variant).size(), variant.parameters.size())
        << "names a parameter that the family lacks";
    EXPECT_EQ(family.find(variant.name), &variant);
  });
}

TEST(Families, EverySourceInTheFolderHasAVariant) {
  std::size_t sources = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(WARPLENS_SOURCE_DIR) / "kernels/catalog")) {
    sources += entry.path().extension() == ".cu" ? 1 : 0;
  }
  std::size_t variants = 0;
  for_each_variant([&](const Family&, const Variant&) { ++variants; });
  EXPECT_EQ(sources, variants);
}

TEST(Families, DefaultsGiveAPlanWithBuffersStepsAndAReference) {
  for_each_variant([](const Family& family, const Variant& variant) {
    const auto parameters = complete(family, variant, {});
    ASSERT_TRUE(parameters.has_value()) << parameters.error().message.in(Language::en);
    const auto plan = variant.plan(*parameters);
    ASSERT_TRUE(plan.has_value()) << plan.error().message.in(Language::en);
    EXPECT_TRUE(plan->reference);
    EXPECT_FALSE(plan->steps.empty());
    std::set<std::string> names;
    for (const BufferSpec& buffer : plan->buffers) names.insert(buffer.name);
    EXPECT_EQ(names.size(), plan->buffers.size());
    for (const Step& step : plan->steps) {
      const auto* launch = std::get_if<LaunchStep>(&step);
      if (launch == nullptr) continue;
      for (const Argument& argument : launch->arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        const auto* map = std::get_if<TensorMapArgument>(&argument);
        EXPECT_TRUE(buffer == nullptr || names.contains(buffer->buffer));
        EXPECT_TRUE(map == nullptr || names.contains(map->buffer));
      }
    }
  });
}

TEST(Families, LargestSizesKeepTheGridWithinCudasLimits) {
  const Family family = transpose_family();
  for (const Variant& variant : family.variants) {
    const auto parameters = complete(family, variant, {{"rows", 16384}, {"cols", 16384}});
    const Plan plan = *variant.plan(*parameters);
    const auto& launch = std::get<LaunchStep>(plan.steps.at(0));
    EXPECT_LE(launch.grid.y, 65535u);
    EXPECT_LE(launch.block.count(), 1024u);
    if (parameters->contains("blocks")) continue;  // any number of blocks walks over the matrix
    EXPECT_GE(launch.grid.count() * launch.block.count() * 16, std::uint64_t{16384} * 16384);
  }
}

TEST(Families, FullSizesKeepTheGridWithinCudasLimits) {
  for_each_variant([](const Family& family, const Variant& variant) {
    const auto parameters = complete(family, variant, full_size_of(family, variant));
    ASSERT_TRUE(parameters.has_value()) << parameters.error().message.in(Language::en);
    const auto plan = variant.plan(*parameters);
    ASSERT_TRUE(plan.has_value()) << plan.error().message.in(Language::en);
    for (const Step& step : plan->steps) {
      const auto* launch = std::get_if<LaunchStep>(&step);
      if (launch == nullptr) continue;
      EXPECT_LE(launch->grid.x, 0x7fffffffu);
      EXPECT_LE(launch->grid.y, 65535u);
      EXPECT_LE(launch->block.count(), 1024u);
    }
  });
}

TEST(Ideas, AreOfVariantsThatThereAreAndHaveWordsInBothLanguages) {
  for (const Family& family : families()) {
    for (const IdeaGroup& group : family.ideas) {
      SCOPED_TRACE(family.name + ": " + group.title.in(Language::en));
      expect_both_languages(group.title);
      EXPECT_GE(group.members.size(), 2u);
      std::set<std::string> variants, labels;
      for (const IdeaGroup::Member& member : group.members) {
        EXPECT_NE(family.find(member.variant), nullptr) << member.variant;
        EXPECT_FALSE(member.label.in(Language::en).empty() || member.label.in(Language::zh).empty())
            << member.variant;
        variants.insert(member.variant);
        labels.insert(member.label.in(Language::en));
      }
      EXPECT_EQ(variants.size(), group.members.size());
      EXPECT_EQ(labels.size(), group.members.size());
    }
  }
}

TEST(Ladders, AreOfRightVariantsThatAreTimedAndSayInBothLanguagesWhatARungShouldGain) {
  for (const Family& family : families()) {
    SCOPED_TRACE(family.name);
    EXPECT_TRUE(family.ladder.empty() || family.timed);
    for (const Rung& rung : family.ladder) {
      SCOPED_TRACE(rung.variant);
      const Variant* variant = family.find(rung.variant);
      ASSERT_NE(variant, nullptr);
      EXPECT_FALSE(variant->broken);
      expect_both_languages(rung.expected);
      EXPECT_TRUE(complete(family, *variant, rung.settings));
    }
  }
}

TEST(Meanings, SayInBothLanguagesWhatEachEndOfARangeStandsFor) {
  std::size_t said = 0;
  for_each_variant([&](const Family& family, const Variant& variant) {
    const Parameters defaults = *complete(family, variant, {});
    for (const Parameter& parameter : family.parameters_of(variant)) {
      if (!parameter.meaning) continue;
      for (const std::int64_t value :
           {parameter.minimum, parameter.default_value, parameter.maximum}) {
        Parameters values = defaults;
        values[parameter.name] = value;
        const Text words = parameter.meaning(values);
        EXPECT_EQ(words.in(Language::en).empty(), words.in(Language::zh).empty())
            << parameter.name << " " << value;
        EXPECT_FALSE(has_chinese(words.in(Language::en))) << words.in(Language::en);
        said += words.in(Language::en).empty() ? 0 : 1;
      }
    }
  });
  EXPECT_GT(said, 50u);
}

TEST(Complete, FillsInDefaultsAndKeepsSettings) {
  const Family family = transpose_family();
  const auto parameters = complete(family, *family.find("tile_padded"), {{"rows", 5}});
  EXPECT_EQ(*parameters, (Parameters{{"rows", 5}, {"cols", 96}, {"tile", 32}, {"pitch", 33}}));
}

std::string error_of(std::string_view variant, const Parameters& settings) {
  const Family family = transpose_family();
  const auto result = complete(family, *family.find(variant), settings);
  return result.has_value() ? "" : result.error().message.in(Language::en);
}

TEST(Complete, NamesTheParameterAndItsRange) {
  EXPECT_EQ(error_of("tile", {{"rows", 0}}), "transpose/tile: rows is 0, choose 1 to 16384");
  EXPECT_EQ(error_of("tile", {{"tile", 20}}), "transpose/tile: tile is 20, choose one of 16, 32");
  EXPECT_EQ(error_of("tile", {{"cols", 16385}}),
            "transpose/tile: cols is 16385, choose 1 to 16384");
}

TEST(Complete, RefusesAParameterThatTheVariantDoesNotTake) {
  EXPECT_EQ(error_of("tile", {{"pitch", 33}}),
            "transpose/tile has no parameter 'pitch', it takes rows, cols, tile");
}

TEST(TilePadded, RefusesAPitchThatDoesNotFitItsTile) {
  const Family family = transpose_family();
  const Variant& variant = *family.find("tile_padded");
  const auto plan = variant.plan(*complete(family, variant, {{"tile", 16}, {"pitch", 33}}));
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().message.in(Language::en),
            "transpose/tile_padded: pitch is 33, with tile 16 choose 16 to 20");
}

TEST(Overrides, ReplaceTheFamilysParameterForOneVariant) {
  Family family = transpose_family();
  Variant variant = *family.find("tile");
  variant.overrides = {{"rows", tr("Rows"), 4, 8, 4, {}, {}}};
  EXPECT_EQ(family.parameters_of(variant).at(0).get().maximum, 8);
  EXPECT_THAT(complete(family, variant, {{"rows", 9}}).error().message.in(Language::en),
              HasSubstr("4 to 8"));
}

TEST(ElementTypes, NamesAndSizesGoBothWays) {
  EXPECT_EQ(element_type("bf16"), ElementType::bf16);
  EXPECT_EQ(element_type("f8"), std::nullopt);
  for (const char* name :
       {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "bf16", "f32", "f64"}) {
    const auto type = element_type(name);
    ASSERT_TRUE(type.has_value()) << name;
    EXPECT_EQ(name_of(*type), name);
    const std::string bits =
        std::string(name).substr(std::string(name).find_first_of("0123456789"));
    EXPECT_EQ(size_of(*type) * 8, static_cast<std::uint32_t>(std::stoi(bits))) << name;
  }
}

}  // namespace
}  // namespace warplens::catalog
