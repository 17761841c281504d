// Every variant of every family that is no broken twin, without being named here: right, and
// without a finding.
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

using catalog::Family;
using catalog::Parameter;
using catalog::Parameters;
using catalog::Variant;

constexpr std::int64_t kSizes[] = {1, 2, 31, 64, 97, 131, 259};

// Rounds do the same once more: none of them takes another element. A few show all.
bool only_repeats(const Parameter& size) { return size.name == "rounds"; }

// Every one of kSizes for every size of the problem as `turn` goes on, no two the same at once.
Parameters sizes_of(const Family& family, const Variant& variant, std::size_t turn) {
  Parameters sizes;
  for (const Parameter& parameter : family.parameters_of(variant)) {
    if (!parameter.is_problem_size) continue;
    const std::size_t place = (turn + 2 * sizes.size()) % std::size(kSizes);
    sizes[parameter.name] =
        only_repeats(parameter) ? static_cast<std::int64_t>(place) + 1 : kSizes[place];
  }
  return sizes;
}

std::vector<std::string> choices_of(const Family& family, const Variant& variant) {
  std::vector<std::string> names;
  for (const Parameter& parameter : family.parameters_of(variant)) {
    if (!parameter.choices.empty()) names.push_back(parameter.name);
  }
  return names;
}

// Calls check(family, variant, sizes, turn), with each `step`th of the sizes.
template <class F>
void for_each_size(std::size_t step, const F& check) {
  for (const Family& family : catalogue().families()) {
    for (const Variant& variant : family.variants) {
      if (variant.broken) continue;
      for (std::size_t turn = 0; turn < std::size(kSizes); turn += step) {
        check(family, variant, sizes_of(family, variant, turn), turn);
      }
    }
  }
}

TEST(EveryVariant, IsRightAtEveryChoiceThatItAccepts) {
  const std::size_t step = all_tests_are_asked_for() ? 1 : 3;
  for_each_size(
      step, [](const Family& family, const Variant& variant, const Parameters& sizes, std::size_t) {
        std::size_t accepted = 0;
        for_each_setting(
            family, variant, sizes, choices_of(family, variant), [&](const Parameters& settings) {
              if (!variant.plan(*complete(family, variant, settings)).has_value()) return;
              expect_match_without_findings(family.name + "/" + variant.name, settings);
              ++accepted;
            });
        EXPECT_GT(accepted, 0u) << family.name << "/" << variant.name << " " << text_of(sizes);
      });
}

TEST(EveryVariant, IsRightAsItIsShownFirst) {
  for (const Family& family : catalogue().families()) {
    for (const Variant& variant : family.variants) {
      if (!variant.broken) expect_match_without_findings(family.name + "/" + variant.name, {});
    }
  }
}

TEST(EveryVariant, IsRightAtEverySizeInAnyOrderOfTheBlocks) {
  for_each_size(1, [](const Family& family, const Variant& variant, const Parameters& sizes,
                      std::size_t turn) {
    expect_match_without_findings(family.name + "/" + variant.name, sizes, in_order_of(turn));
  });
}

}  // namespace
}  // namespace warplens
