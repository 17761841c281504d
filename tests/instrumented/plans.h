// Plans of the whole catalogue, small enough to record every event.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "kernels/run/run.h"

namespace warplens {

inline const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

struct SmallPlan {
  std::string name;
  bool is_broken = false;
  std::shared_ptr<const ptx::Module> module;
  catalog::Plan plan;
};

// Calls `visit` with a plan of every variant that takes problem sizes of at most `most`, less
// `odd`; says how many it took.
inline int each_plan(std::int64_t most, std::int64_t odd,
                     const std::function<void(const SmallPlan&)>& visit) {
  int plans = 0;
  for (const catalog::Family& family : catalogue().families()) {
    for (const catalog::Variant& variant : family.variants) {
      catalog::Parameters parameters;
      for (const catalog::Parameter& one : family.parameters_of(variant)) {
        std::int64_t value = one.default_value;
        if (one.is_problem_size && one.choices.empty()) {
          value = std::clamp(std::min(value, most) - odd, one.minimum, one.maximum);
        }
        parameters[one.name] = value;
      }
      const auto plan = variant.plan(parameters);
      if (!plan.has_value()) continue;
      const auto module = catalogue().module(family, variant);
      EXPECT_TRUE(module.has_value());
      if (!module.has_value()) continue;
      SCOPED_TRACE(family.name + "/" + variant.name);
      visit({family.name + "/" + variant.name, variant.broken, *module, *plan});
      ++plans;
    }
  }
  return plans;
}

}  // namespace warplens
