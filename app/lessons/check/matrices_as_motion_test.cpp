// What lesson 18 says, asked of the matrices on its stages, exactly.
#include "app/features/plane/seen_plane.h"
#include "app/lessons/course_test.h"
#include "viz/algebra/figures.h"
#include "viz/algebra/interpolation.h"
#include "viz/algebra/power.h"
#include "viz/algebra/spec.h"

namespace warplens::lessons {
namespace {

using algebra::EigenCase;
using algebra::Fraction;
using algebra::Matrix;
using algebra::Vector;

class MatricesAsMotion : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("matrices-as-motion", id); }
  const algebra::PlaneSpec& spec() { return session_.chosen<algebra::PlaneSpec>(); }
  void show(std::string_view text, bool watched = false) {
    session_.choose(algebra::parse_plane(text).value());
    session_.note(plane::SeenPlane{spec(), watched});
  }
};

TEST_F(MatricesAsMotion, TheShearLeavesTheFirstAndLeansTheSecondOver) {
  const Step& step = enter_here("moving-grid");
  EXPECT_EQ(spec().a.first_column(), Vector({1, 0}));
  EXPECT_EQ(spec().a.second_column(), Vector({1, 1}));
  session_.note(plane::SeenPlane{spec(), false});
  EXPECT_FALSE(is_done(step, session_)) << "nobody has watched it";
  session_.note(plane::SeenPlane{spec(), true});
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(MatricesAsMotion, TheVectorLandsWhereTheNewStepsLead) {
  const Step& step = enter_here("columns");
  EXPECT_EQ(spec().a.first_column(), Vector({1, 1}));
  EXPECT_EQ(spec().a.second_column(), Vector({-1, 1}));
  EXPECT_EQ(spec().v, Vector({2, 1}));
  EXPECT_EQ(algebra::grid_point(expected_answer(step, session_).value()),
            (algebra::GridPoint{1, 3}));
  answer(step, 0, session_);
  show("A=[0 1; -1 0] v=[2 1]");
  EXPECT_FALSE(is_done(step, session_)) << "clockwise";
  show("A=[0 -1; 1 0] v=[2 1]");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_NEAR(algebra::turned_by(spec().a, {1, 0}).value(), 90, 1e-9);
}

TEST_F(MatricesAsMotion, TheSquareBecomesSixTimesAsLarge) {
  const Step& step = enter_here("area");
  EXPECT_EQ(expected_answer(step, session_), 6);
  answer(step, 6, session_);
  show("lens=area A=[-2 0; 0 1]");
  EXPECT_FALSE(is_done(step, session_)) << "zeros";
  show("lens=area A=[1 3; 1 1]");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(MatricesAsMotion, AMotionThatTurnsThePlaneOverPassesThroughALine) {
  bool was_above = false, is_below = false;
  for (double phase = 0; phase <= 1; phase += 0.01) {
    const double area = determinant(algebra::on_the_way(Matrix{1, 3, 1, 1}, phase));
    was_above |= area > 0;
    is_below = area < 0;
  }
  EXPECT_TRUE(was_above && is_below);
}

TEST_F(MatricesAsMotion, ColumnsOfAProductAreWhereTheSecondTakesTheFirstOnes) {
  const Step& step = enter_here("product");
  const Matrix product = spec().b * spec().a;
  EXPECT_EQ(product.first_column(), spec().b * spec().a.first_column());
  EXPECT_EQ(product.second_column(), spec().b * spec().a.second_column());
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ((spec().a * spec().b).d, Fraction(0)) << "the second option: the other order";
  EXPECT_EQ(product.b, Fraction(-1)) << "the third: the upper right";
  EXPECT_EQ(determinant(spec().a), Fraction(2));
  answer(step, 1, session_);
  show("lens=product A=[1 0; 0 1] B=[1 0; 0 1]");
  EXPECT_FALSE(is_done(step, session_)) << "A was changed";
  show("lens=product A=[2 1; 0 1] B=[0 1/2; 1 0]");
  EXPECT_FALSE(is_done(step, session_)) << "the other side";
  show("lens=product A=[2 1; 0 1] B=[3 0; 0 1/6]");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(MatricesAsMotion, TwoLinesAtRightAnglesStay) {
  const Step& step = enter_here("direction");
  const algebra::Eigens all = algebra::eigens(spec().a);
  ASSERT_EQ(all.found.size(), 2u);
  EXPECT_EQ(all.found[0].exact_direction, Vector({1, 1}));
  EXPECT_EQ(all.found[0].exact_value, Fraction(3));
  EXPECT_EQ(all.found[1].exact_direction, Vector({1, -1}));
  EXPECT_EQ(all.found[1].exact_value, Fraction(1));
  for (const char* found : {"[1 1]", "[-3 3]", "[2.25 2.25]"}) {
    enter_here("direction");
    show(fmt::format("lens=direction A=[2 1; 1 2] v={}", found));
    EXPECT_TRUE(is_done(step, session_)) << found;
  }
}

TEST_F(MatricesAsMotion, TheEquationHasTheSolutionsAndLinesOfTheText) {
  const Step& step = enter_here("equation");
  EXPECT_EQ(algebra::trace(spec().a), Fraction(7));
  EXPECT_EQ(determinant(spec().a), Fraction(10));
  EXPECT_EQ(expected_answer(step, session_), 5);
  const algebra::Eigens all = algebra::eigens(spec().a);
  EXPECT_EQ(all.found[0].exact_direction, Vector({1, 1}));
  EXPECT_EQ(all.found[1].exact_value, Fraction(2));
  EXPECT_EQ(all.found[1].exact_direction, Vector({1, -2}));
  EXPECT_EQ(*all.found[0].exact_value + *all.found[1].exact_value, algebra::trace(spec().a));
  EXPECT_EQ(*all.found[0].exact_value * *all.found[1].exact_value, determinant(spec().a));
}

TEST_F(MatricesAsMotion, TheShearLeavesOneLineAndARotationNone) {
  const Step& step = enter_here("three-cases");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(algebra::eigens(spec().a).kind, EigenCase::double_one);
  EXPECT_EQ(algebra::eigens(spec().a).found.front().exact_direction, Vector({1, 0}));
  answer(step, 1, session_);
  show("lens=equation A=[2 0; 0 1]");
  EXPECT_FALSE(is_done(step, session_));
  show("lens=equation A=[1 -2; 1 1]");
  EXPECT_TRUE(is_done(step, session_)) << "no rotation, and no line stays";
  EXPECT_NE(determinant(spec().a), Fraction(1));
}

TEST_F(MatricesAsMotion, TheHundredthPowerHasTheNumbersOfTheText) {
  const Step& step = enter_here("power");
  EXPECT_FALSE(is_done(step, session_));
  const algebra::RealMatrix hundredth =
      algebra::power(algebra::diagonalized(spec().a).value(), 100);
  EXPECT_EQ(algebra::printed(hundredth.a), "5.154 × 10⁴⁷");
  EXPECT_EQ(algebra::printed(hundredth.b), "5.154 × 10⁴⁷");
  EXPECT_EQ(algebra::printed(hundredth.d), "1.268 × 10³⁰");
  EXPECT_NEAR((hundredth.a - hundredth.d) / hundredth.b, 1, 1e-12);
  // Towards the line of the larger eigenvalue.
  algebra::Point v = point_of(spec().v);
  double before = 90;
  for (int k = 0; k < 30; ++k) {
    v = real(spec().a) * v;
    const double off = std::abs(std::atan2(v.y, v.x)) * 57.2958;
    if (k > 5) {
      EXPECT_LT(off, before);
    }
    before = off;
  }
  EXPECT_LT(before, 0.01);
}

TEST_F(MatricesAsMotion, TheCrossProductIsAsLongAsTheParallelogramIsLarge) {
  const Step& step = enter_here("cross-product");
  EXPECT_NEAR(parallelogram_area(spec().p, spec().q), 4, 1e-9);
  EXPECT_EQ(cross(spec().p, spec().q), algebra::Vector3({0, 0, 4}));
  EXPECT_EQ(cross(spec().q, spec().p), algebra::Vector3({0, 0, -4}));
  show("p=[1 2 0] q=[2 0 0]");
  EXPECT_FALSE(is_done(step, session_)) << "space was not turned";
  show("p=[1 2 0] q=[2 0 0] turn=40,20");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(MatricesAsMotion, TheChallengeHasOneSolution) {
  const Step& step = enter_here("challenge");
  show("lens=direction A=[3 0; 0 -1]");
  EXPECT_FALSE(is_done(step, session_));
  show("A=[1 2; 2 1]");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(determinant(spec().a), Fraction(-3));
  EXPECT_EQ(spec().a * Vector({1, 1}), Vector({3, 3}));
  EXPECT_EQ(spec().a * Vector({1, -1}), Vector({-1, 1}));
}

TEST_F(MatricesAsMotion, AnAreaIsNoneWhereTheColumnsLieOnOneLine) {
  const Step& step = enter_here("why-ad-bc");
  show("lens=area A=[0 2; 0 4]");
  EXPECT_FALSE(is_done(step, session_)) << "there are zeros";
  show("lens=area A=[1 2; 2 4]");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(MatricesAsMotion, TheDotProductIsZeroAtRightAngles) {
  const Step& step = enter_here("dot-product");
  EXPECT_EQ(expected_answer(step, session_), 5);
  show("p=[3 1 0] q=[-1 3 0]");
  EXPECT_TRUE(dot(spec().p, spec().q).sign() == 0);
  show("p=[0 1 0] q=[1 0 0]");
  EXPECT_FALSE(is_done(step, session_)) << "p was moved";
}

}  // namespace
}  // namespace warplens::lessons
