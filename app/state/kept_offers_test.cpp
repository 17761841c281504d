#include "app/state/kept_offers.h"

#include <gtest/gtest.h>

#include <memory>

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/session/stage.h"
#include "kernels/machine/launch/run_options.h"

namespace warplens::ui {
namespace {

using session::Side;

// A kernel that takes no more of `a` than of `b`, and counts how often it is planned.
struct CountedPlans {
  std::shared_ptr<int> plans = std::make_shared<int>(0);
  session::Session session{{family()}, no_work, {}};

  CountedPlans() {
    session::Stage stage;
    stage.kernel = "f/k";
    EXPECT_TRUE(session.set_stage(stage).has_value());
  }
  catalog::Family family() const {
    catalog::Family family;
    family.name = "f";
    family.parameters = {{"a", tr("A"), 1, 8, 2, {}, {}}, {"b", tr("B"), 1, 8, 4, {}, {}}};
    catalog::Variant variant;
    variant.name = "k";
    variant.parameters = {"a", "b"};
    variant.plan = [plans = plans](const catalog::Parameters& p) -> Result<catalog::Plan> {
      ++*plans;
      if (p.at("a") > p.at("b")) return fail("a is above b");
      return catalog::Plan{};
    };
    family.variants = {std::move(variant)};
    return family;
  }
  static Result<session::KernelResultPtr> no_work(const session::Selection&, std::stop_token,
                                                  machine::Progress*) {
    return fail("nothing runs here");
  }
  catalog::Parameter parameter(const std::string& name) const {
    return *parameter_of(session, Side::left, name);
  }
};

TEST(KeptOffers, AreFoundOutOnce) {
  CountedPlans counted;
  const KeptOffers offers;
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("a")).high, 4);
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("b")).low, 2);
  const int plans = *counted.plans;
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("a")).high, 4);
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("b")).low, 2);
  EXPECT_EQ(*counted.plans, plans);
}

TEST(KeptOffers, AreOthersBesideOtherValues) {
  CountedPlans counted;
  const KeptOffers offers;
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("a")).high, 4);
  set_parameter(counted.session, "b", 6);
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("a")).high, 6);
  counted.session.undo();
  EXPECT_EQ(offers.of(counted.session, Side::left, counted.parameter("a")).high, 4);
}

}  // namespace
}  // namespace warplens::ui
