// Plane and space in the window: handles are dragged and moved by keys, numbers typed, the motion
// played; each change is undone, remembered and travels in links.
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/features/plane/plane_state.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/ui/asking.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/algebra/spec.h"

namespace warplens::ui {
namespace {

using session::StageView;

class PlanePanel : public ::testing::Test, protected WholeWindow {
 protected:
  PlanePanel() : WholeWindow({.size = {1280, 800}}) { explore(StageView::plane, "A=[2 1; 0 1]"); }

  void explore(StageView view, std::string_view spec) {
    app_->mode = Mode::explore;
    app_->views = {view, StageView::sector_strip};
    session::Stage stage;
    stage.kernel = "add/linear_1d";
    stage.features.set(algebra::parse_plane(spec).value());
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  void enter(std::string_view id) {
    const auto& lesson = *std::ranges::find(app_->lessons, 18, &lessons::Lesson::number);
    const auto step = std::ranges::find(lesson.steps, id, &lessons::Step::id);
    ASSERT_TRUE(go_to_lesson(*app_, lesson.id, step - lesson.steps.begin()).has_value());
    settle();
  }
  [[nodiscard]] std::string motion() const {
    return text_of(app_->session.chosen<algebra::PlaneSpec>());
  }
  [[nodiscard]] ImVec2 pixel_of(const std::string& name) const {
    const std::string place = figure(name);
    const std::size_t comma = place.find(',');
    return {std::stof(place.substr(0, comma)), std::stof(place.substr(comma + 1))};
  }
  // A point of the plane.
  [[nodiscard]] ImVec2 plane_at(float x, float y) const {
    const ImVec2 zero = pixel_of("plane.zero"), one = pixel_of("plane.one");
    return {zero.x + x * (one.x - zero.x), zero.y + y * (one.y - zero.y)};
  }
  void hold(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    draw(2);
    io.MouseDown[0] = true;
    draw(2);
    io.MousePos = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    draw(2);
    io.MousePos = to;
    draw(2);
  }
  void drag(ImVec2 from, ImVec2 to) {
    hold(from, to);
    ImGui::GetIO().MouseDown[0] = false;
    draw(2);
    settle();
  }
  void type_into(const std::string& field, std::string_view words) {
    click("plane.picture");
    click(field);
    type(words);
    settle();
  }
};

TEST_F(PlanePanel, AHandleIsDraggedAndThatIsOneStepBack) {
  drag(plane_at(2, 0), plane_at(0, 2));
  EXPECT_EQ(motion(), "A=[0 1; 2 1]");
  EXPECT_EQ(figure("plane.determinant"), "-2");
  drag(plane_at(1, 1), plane_at(-1, 0.5f));
  EXPECT_EQ(motion(), "A=[0 -1; 2 1/2]");
  press(Key::z, false, true);
  EXPECT_EQ(motion(), "A=[0 1; 2 1]");
  press(Key::z, false, true);
  EXPECT_EQ(motion(), "");
}

TEST_F(PlanePanel, ThePictureRestsInTheFrameThatLetsAHandleGo) {
  hold(plane_at(2, 0), plane_at(1, 0));
  const std::string held = figure("plane.range");
  ImGui::GetIO().MouseDown[0] = false;
  draw(1);
  const std::string let_go = figure("plane.range");
  settle();
  EXPECT_NE(let_go, held);
  EXPECT_EQ(let_go, figure("plane.range"));
}

TEST_F(PlanePanel, AVectorOfOnesOwnIsDraggedAndItsImageFollows) {
  type_into("motion.v", "2 1");
  EXPECT_EQ(figure("plane.image"), "5 1");
  drag(plane_at(2, 1), plane_at(-1, 1));
  EXPECT_EQ(figure("plane.image"), "-1 1");
}

TEST_F(PlanePanel, WhereNoHandleIsNothingIsDragged) {
  drag(plane_at(-2, -2), plane_at(1, 1));
  EXPECT_EQ(motion(), "");
}

TEST_F(PlanePanel, KeysChooseAHandleAndMoveIt) {
  press(Key::tab);
  press(Key::right);
  EXPECT_EQ(motion(), "A=[9/4 1; 0 1]");
  press(Key::up, true);
  EXPECT_EQ(motion(), "A=[9/4 1; 1/20 1]");
  press(Key::tab);
  press(Key::down);
  EXPECT_EQ(motion(), "A=[9/4 1; 1/20 3/4]");
  press(Key::tab);
  press(Key::left);
  EXPECT_EQ(motion(), "A=[9/4 1; 1/20 3/4] v=[3/4 2]");
}

TEST_F(PlanePanel, NumbersAreTypedAndWhatIsNoneIsToldInOneLine) {
  type_into("motion.A", "0 -1; 1 0");
  EXPECT_EQ(motion(), "A=[0 -1; 1 0]");
  type_into("motion.A", "1 2 3");
  EXPECT_NE(figure("motion.error"), "");
  EXPECT_EQ(motion(), "A=[0 -1; 1 0]") << "what was right stays";
  expect_nothing_overlaps_or_is_cut();
  press(Key::z, false, true);
}

TEST_F(PlanePanel, EachLensHasItsControls) {
  EXPECT_TRUE(ui_.widget_log.widgets().contains("motion.v"));
  click("motion.product");
  settle();
  EXPECT_TRUE(ui_.widget_log.widgets().contains("motion.B"));
  EXPECT_EQ(figure("plane.product"), "0 -1; 2 1");
  type_into("motion.B", "1/2 0; 0 1");
  EXPECT_EQ(figure("plane.product"), "1 1/2; 0 1");
  click("motion.power");
  settle();
  EXPECT_TRUE(ui_.widget_log.widgets().contains("motion.n"));
  for (const char* lens :
       {"motion.columns", "motion.area", "motion.direction", "motion.equation"}) {
    click(lens);
    settle();
    expect_nothing_overlaps_or_is_cut();
  }
}

TEST_F(PlanePanel, TheMotionPlaysFromTheIdentityToItsEnd) {
  handle_key(ui_, *app_, {Key::space, false, false});
  draw(4);
  EXPECT_LT(app_->session.playback().shown_phase(), 0.2);
  EXPECT_TRUE(ui_.is_making());
  draw(60);
  const double half = app_->session.playback().shown_phase();
  EXPECT_GT(half, 0.3);
  EXPECT_LT(half, 0.8);
  draw(100);
  EXPECT_EQ(app_->session.playback().shown_phase(), 1);
  EXPECT_FALSE(ui_.is_making());
}

TEST_F(PlanePanel, ALessonCountsAMotionThatWasSeenFromStartToEnd) {
  enter("moving-grid");
  EXPECT_FALSE(app_->step_done);
  press(Key::end);
  EXPECT_FALSE(app_->step_done) << "its end alone";
  click("motion.play");
  settle();
  EXPECT_TRUE(app_->step_done);
  go_to_step(*app_, 0);
  settle();
  EXPECT_FALSE(lessons::is_done(app_->current_step(), app_->session)) << "afresh";
}

TEST_F(PlanePanel, WhereAVectorLandsIsAnsweredByAClickInThePlane) {
  enter("columns");
  EXPECT_EQ(figure("plane.image"), "") << "that is asked";
  const ImVec2 there = plane_at(1.2f, 2.9f);
  drag(there, there);
  EXPECT_NE(figure("lesson.chosen").find("(1, 3)"), std::string::npos);
  click("lesson.check");
  settle();
  EXPECT_EQ(app_->session.activity().answer, app_->session.activity().expected);
  EXPECT_EQ(figure("plane.image"), "1 3");
  drag(plane_at(1, 1), plane_at(0, 1));
  drag(plane_at(-1, 1), plane_at(-1, 0));
  EXPECT_TRUE(app_->step_done);
}

TEST_F(PlanePanel, WhereAVectorLandsIsAnsweredByKeys) {
  enter("columns");
  press(Key::enter);
  for (const Key key : {Key::right, Key::up, Key::up, Key::up}) press(key);
  press(Key::enter);
  EXPECT_EQ(app_->session.activity().answer, app_->session.activity().expected);
}

TEST_F(PlanePanel, WhileAQuestionIsOpenNothingIsGivenAway) {
  enter("area");
  EXPECT_EQ(figure("plane.determinant"), "");
  press(Key::right);
  EXPECT_EQ(app_->session.chosen<algebra::PlaneSpec>().a, (algebra::Matrix{3, 1, 0, 2}));
  lessons::answer(app_->current_step(), 6, app_->session);
  settle();
  EXPECT_EQ(figure("plane.determinant"), "6");
}

TEST_F(PlanePanel, ADirectionThatStaysIsFoundByDragging) {
  enter("direction");
  drag(plane_at(2, 0), plane_at(2, 1));
  EXPECT_FALSE(app_->step_done);
  drag(plane_at(2, 1), plane_at(-2, 2));
  EXPECT_TRUE(app_->step_done);
}

TEST_F(PlanePanel, ALensKeptInALessonIsTheStepsOwn) {
  enter("power");
  EXPECT_TRUE(ui_.widget_log.widgets().contains("motion.n"));
  EXPECT_EQ(figure("motion.n"), "1");
}

TEST_F(PlanePanel, SpaceIsTurnedAndItsVectorsAreDraggedAlongTheFloor) {
  explore(StageView::space, "p=[2 0 0] q=[1 2 0] turn=0,90");
  EXPECT_EQ(figure("space.cross"), "0 0 4");
  const ImVec2 p = pixel_of("space.p"), q = pixel_of("space.q");
  drag(p, {p.x + (q.x - p.x) / 2, p.y});  // as far along y as q is
  EXPECT_EQ(app_->session.chosen<algebra::PlaneSpec>().p, algebra::Vector3({2, 1, 0}));
  EXPECT_EQ(figure("space.cross"), "0 0 3");
  const WidgetRect picture = ui_.widget_log.widgets().at("space.picture");
  const ImVec2 beside{picture.x + 20, picture.y + 20};
  drag(beside, {beside.x + 60, beside.y - 40});
  EXPECT_NE(app_->session.chosen<algebra::PlaneSpec>().turn, (algebra::Turn{0, 90}));
  EXPECT_EQ(figure("space.cross"), "0 0 3") << "a look from elsewhere changes nothing";
  click("motion.swap");
  settle();
  EXPECT_EQ(figure("space.cross"), "0 0 -3");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(PlanePanel, KeysTurnSpaceAndMoveItsVectors) {
  explore(StageView::space, "");
  press(Key::right);
  EXPECT_EQ(app_->session.chosen<algebra::PlaneSpec>().turn, (algebra::Turn{35, 20}));
  press(Key::tab);
  press(Key::up, true);
  EXPECT_EQ(app_->session.chosen<algebra::PlaneSpec>().p,
            algebra::Vector3({2, 0, algebra::Fraction(1, 2)}));
}

TEST_F(PlanePanel, SpaceAndPlaneLeadToEachOther) {
  click("motion.space");
  settle();
  EXPECT_EQ(app_->views, (std::vector{StageView::space, StageView::sector_strip}));
  click("motion.plane");
  settle();
  EXPECT_EQ(app_->views, (std::vector{StageView::plane, StageView::sector_strip}));
}

TEST_F(PlanePanel, IsReachedByItsButtonAndKeyAndLeftForAKernel) {
  press(Key::z, true);
  EXPECT_EQ(app_->views.front(), StageView::sector_strip);
  click("explore.plane");
  settle();
  EXPECT_EQ(app_->views.front(), StageView::plane);
  click("explore.workshop");
  settle();
  EXPECT_EQ(app_->views.front(), StageView::swizzle_workshop);
  click("explore.workshop");
  settle();
  EXPECT_EQ(app_->views.front(), StageView::sector_strip);
}

TEST_F(PlanePanel, IsFoundAgainAtTheNextStartAndTravelsInALink) {
  app_->session.choose(algebra::parse_plane("lens=power A=[3 -1/2; 0 2] n=100").value());
  settle();
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  next->settings = app_->settings;
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.chosen<algebra::PlaneSpec>(), app_->session.chosen<algebra::PlaneSpec>());
  EXPECT_EQ(next->views, app_->views);
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  auto other = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  ASSERT_TRUE(open_link(*other, link).has_value()) << link;
  EXPECT_EQ(other->session.chosen<algebra::PlaneSpec>(),
            app_->session.chosen<algebra::PlaneSpec>());
  EXPECT_EQ(other->views, app_->views);
}

TEST_F(PlanePanel, PresentingShowsThePictureAndItsLensesAlone) {
  press(Key::f5);
  EXPECT_TRUE(ui_.widget_log.widgets().contains("motion.area"));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("motion.A"));
  press(Key::right_bracket);
  EXPECT_EQ(motion(), "lens=area");
}

}  // namespace
}  // namespace warplens::ui
