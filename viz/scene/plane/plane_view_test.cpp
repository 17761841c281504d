#include "viz/scene/plane/plane_view.h"

#include <gmock/gmock.h>

#include <cmath>

#include "viz/scene/draw/test_support.h"
#include "viz/scene/draw/view_characters.h"
#include "viz/scene/plane/plane_phrases.h"

namespace warplens::scene {
namespace {

using algebra::Lens;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Size kLarge{1000, 620};

PlaneScene scene_of(std::string_view spec, double phase = 1) {
  return {.spec = algebra::parse_plane(spec).value(), .phase = phase};
}

// Of a handle, in the plane.
std::optional<algebra::Point> handle_at(const PlaneScene& scene, PlaneHandle handle) {
  const DrawList list = plane_view(scene, kLarge, {});
  const PlaneLayout layout = plane_layout(scene, kLarge, {});
  for (const Rectangle& each : with_kind(list, MarkId::Kind::mover)) {
    if (each.id.a != static_cast<std::uint32_t>(handle)) continue;
    return layout.point_at(each.x + each.width / 2, each.y + each.height / 2);
  }
  return std::nullopt;
}

std::string all_phrase(const PlaneScene& scene, Language language = Language::en) {
  Style style;
  style.language = language;
  std::string all;
  for (const Text& text : plane_view(scene, {1400, 900}, style).texts) all += text.text + " ";
  return all;
}

bool has_color(const DrawList& list, Color color) {
  return std::ranges::any_of(list.lines, [&](const Line& line) { return line.color == color; });
}

TEST(PlaneView, HandlesStandWhereTheColumnsAre) {
  const PlaneScene scene = scene_of("A=[2 -1; 1 3] v=[1 2]");
  for (const PlaneHandle handle :
       {PlaneHandle::first_column, PlaneHandle::second_column, PlaneHandle::vector}) {
    const auto at = handle_at(scene, handle);
    const auto wanted = handle_place(scene.spec, handle);
    ASSERT_TRUE(at && wanted);
    EXPECT_NEAR(at->x, wanted->x.value(), 1e-3);
    EXPECT_NEAR(at->y, wanted->y.value(), 1e-3);
  }
}

TEST(PlaneView, AHandleThatIsPutElsewhereIsTheColumn) {
  const algebra::PlaneSpec spec = algebra::parse_plane("A=[2 -1; 1 3]").value();
  EXPECT_EQ(with_handle(spec, PlaneHandle::first_column, {5, 6}).a, (algebra::Matrix{5, -1, 6, 3}));
  EXPECT_EQ(with_handle(spec, PlaneHandle::second_column, {5, 6}).a, (algebra::Matrix{2, 5, 1, 6}));
  EXPECT_EQ(with_handle(spec, PlaneHandle::vector, {5, 6}).v, (algebra::Vector{5, 6}));
}

TEST(PlaneView, OnTheWayThereIsNothingToDrag) {
  EXPECT_FALSE(handle_at(scene_of("A=[2 -1; 1 3]", 0.5), PlaneHandle::first_column));
  EXPECT_FALSE(handle_at(scene_of("lens=product"), PlaneHandle::first_column));
  EXPECT_FALSE(handle_at(scene_of("lens=area"), PlaneHandle::vector));
}

TEST(PlaneView, AllLiesInsideAndNothingOverlapsAtEverySize) {
  for (const Size size : {kLarge, Size{560, 420}, Size{240, 160}, Size{90, 60}, Size{1800, 900}}) {
    for (const std::string_view lens : algebra::kLensNames) {
      for (const char* matrix : {"3 1; 0 2", "0 -1; 1 0", "20 -20; 20 19", "1 2; 2 4",
                                 "-1 1/3; 7/20 -2", "0 0; 0 0", "1 1; 1 0"}) {
        for (const Language language : {Language::en, Language::zh}) {
          Style style;
          style.language = language;
          PlaneScene scene =
              scene_of(fmt::format("lens={} A=[{}] v=[-3 4] n=100", lens, matrix), 0.4);
          expect_well_formed(plane_view(scene, size, style), style);
          scene.phase = 1;
          expect_well_formed(plane_view(scene, size, style), style);
          scene.is_hidden = true;
          scene.picked = algebra::GridPoint{1, 3};
          expect_well_formed(plane_view(scene, size, style), style);
        }
      }
    }
  }
}

TEST(PlaneView, WhileAQuestionIsOpenNothingHasMovedAndNothingIsComputed) {
  PlaneScene scene = scene_of("lens=area A=[3 1; 0 2]");
  EXPECT_THAT(all_phrase(scene), HasSubstr("= 3·2 − 1·0 = 6"));
  scene.is_hidden = true;
  EXPECT_THAT(all_phrase(scene), Not(HasSubstr("6")));
  EXPECT_FALSE(handle_at(scene, PlaneHandle::first_column));
  scene = scene_of("A=[1 -1; 1 1] v=[2 1]");
  scene.is_hidden = true;
  const DrawList list = plane_view(scene, kLarge, {});
  EXPECT_FALSE(has_color(list, image_hue({}))) << "A v";
  EXPECT_TRUE(has_color(list, vector_hue({})));
  EXPECT_THAT(all_phrase(scene), Not(HasSubstr("A v")));
  const auto first_arrow = [](const PlaneScene& of) {
    const DrawList drawn = plane_view(of, kLarge, {});
    return *std::ranges::find(drawn.lines, first_hue({}), &Line::color);
  };
  const Line hidden = first_arrow(scene), shown = first_arrow(scene_of("A=[1 -1; 1 1] v=[2 1]"));
  EXPECT_FLOAT_EQ(hidden.y1, hidden.y0) << "î has not moved";
  EXPECT_LT(shown.y1, shown.y0 - 10) << "î goes to (1, 1)";
}

TEST(PlaneView, NoLensTellsAnythingWhileAQuestionIsOpen) {
  for (const std::string_view lens : algebra::kLensNames) {
    PlaneScene scene = scene_of(fmt::format("lens={} A=[4 1; 2 3] v=[7 8] n=3", lens));
    const std::string told = all_phrase(scene);
    scene.is_hidden = true;
    const std::string asked = all_phrase(scene);
    EXPECT_THAT(asked, HasSubstr("what you are asked")) << lens;
    for (const char* secret : {"= 10", "det (B", "− 7 λ", "λ₁", "36", "P D", "A v", "goes to"}) {
      EXPECT_THAT(asked, Not(HasSubstr(secret))) << lens;
    }
    EXPECT_THAT(told, Not(HasSubstr("what you are asked"))) << lens;
  }
}

TEST(PlaneView, TheBackOfThePlaneIsHatched) {
  const auto polygons = [](std::string_view spec) {
    return plane_view(scene_of(spec), kLarge, {}).polygons.size();
  };
  EXPECT_GT(polygons("lens=area A=[1 0; 0 -1]"), polygons("lens=area A=[1 0; 0 1]") + 10);
  EXPECT_THAT(all_phrase(scene_of("lens=area A=[1 3; 1 1]")), HasSubstr("turned over"));
  EXPECT_THAT(all_phrase(scene_of("lens=area A=[1 2; 2 4]")), HasSubstr("squeezed"));
}

TEST(PlaneView, AProductIsComputedEntryByEntryAsItPlays) {
  const std::string_view spec = "lens=product A=[2 1; 0 1] B=[0 -1; 1 0]";
  EXPECT_THAT(all_phrase(scene_of(spec, 0.1)), HasSubstr("row 1 of B · column 1 of A:"));
  EXPECT_THAT(all_phrase(scene_of(spec, 0.1)), Not(HasSubstr("row 2 of B")));
  EXPECT_THAT(all_phrase(scene_of(spec, 0.9)), HasSubstr("1·1 + 0·1 = 1"));
  EXPECT_THAT(all_phrase(scene_of(spec)), HasSubstr("= 1 · 2 = 2")) << "det B · det A";
  EXPECT_THAT(all_phrase(scene_of(spec)), HasSubstr("The other order is another motion"));
}

TEST(PlaneView, TheThreeCasesAreSaidInWords) {
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[4 1; 2 3]")), HasSubstr("λ² − 7 λ + 10 = 0"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[4 1; 2 3]")), HasSubstr("two lines stay"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[4 1; 2 3]")), HasSubstr("v = (1, −2)"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[1 1; 0 1]")), HasSubstr("one line stays"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[2 0; 0 2]")), HasSubstr("every line stays"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[0 -1; 1 0]")), HasSubstr("0 ± 1 i"));
  EXPECT_THAT(all_phrase(scene_of("lens=equation A=[0 -1; 1 0]"), Language::zh), HasSubstr("复数"));
}

TEST(PlaneView, AnEigenvectorIsRecognisedExactlyOrNearly) {
  EXPECT_THAT(all_phrase(scene_of("lens=direction A=[2 1; 1 2] v=[1 1]")),
              HasSubstr("A v = 3 · v"));
  EXPECT_THAT(all_phrase(scene_of("lens=direction A=[2 1; 1 2] v=[2 0]")), HasSubstr("by 26.6°"));
  EXPECT_THAT(all_phrase(scene_of("lens=direction A=[1 1; 1 0] v=[8 5]")),
              HasSubstr("about 1.62 times"));
  EXPECT_THAT(all_phrase(scene_of("lens=direction v=[0 0]")), HasSubstr("no direction"));
}

TEST(PlaneView, APowerIsShownByEigenvectorsWhereThereIsABasisOfThem) {
  EXPECT_THAT(all_phrase(scene_of("lens=power A=[3 1; 0 2] n=100")), HasSubstr("5.154 × 10⁴⁷"));
  EXPECT_THAT(all_phrase(scene_of("lens=power A=[3 1; 0 2] n=100")), HasSubstr("1.268 × 10³⁰"));
  EXPECT_THAT(all_phrase(scene_of("lens=power A=[1 1; 0 1] n=5")), HasSubstr("no basis"));
  EXPECT_THAT(all_phrase(scene_of("lens=power A=[1 1; 0 1] n=5")), HasSubstr("A⁵"));
}

TEST(PlaneView, EveryCharacterOfItsFormulasIsToldToTheFonts) {
  std::string known(view_characters());
  for (const Translation& each : translations(Language::zh)) known += each.text;
  for (const std::string_view lens : algebra::kLensNames) {
    for (const Language language : {Language::en, Language::zh}) {
      expect_characters_in(known,
                           all_phrase(scene_of(fmt::format("lens={} n=47", lens)), language));
    }
  }
}

TEST(BrokenLines, KeepWordsWholeAndChineseStopsOffTheirBeginning) {
  const Style style;
  for (const std::string& line : broken_lines(style, "one two three four", 10, 60)) {
    EXPECT_LE(style.measure(line, 10, false), 60);
    EXPECT_THAT(line, Not(HasSubstr("  ")));
  }
  const auto lines = broken_lines(style, "平面被压成，一条线。", 10, 50);
  EXPECT_GT(lines.size(), 1u);
  for (const std::string& line : lines) {
    EXPECT_FALSE(line.starts_with("，") || line.starts_with("。")) << line;
  }
}

}  // namespace
}  // namespace warplens::scene
