// What lies over the window, its keys, and what goes to the clipboard; drawn without a window.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <set>

#include "app/features/features.h"
#include "app/state/make_app_state.h"
#include "app/ui/glyphs.h"
#include "app/ui/panels/copy_figures.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/keys.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::ui {
namespace {

class Overlays : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  Overlays() : WholeWindow(GetParam()) {
    go_to_step(*app_, 0);
    settle();
  }
  void expect_nothing_is_cut() {
    for (const auto& [name, missing] : ui_.widget_log.cut_texts()) {
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
    }
  }
  void expect_within_window(const std::string& widget) {
    const auto it = ui_.widget_log.widgets().find(widget);
    ASSERT_TRUE(it != ui_.widget_log.widgets().end()) << widget;
    EXPECT_FALSE(it->second.cut) << widget;
    EXPECT_GE(it->second.x, 0) << widget;
    EXPECT_GE(it->second.y, 0) << widget;
    EXPECT_LE(it->second.x + it->second.width, GetParam().size.x) << widget;
    EXPECT_LE(it->second.y + it->second.height, GetParam().size.y) << widget;
  }
};

TEST_P(Overlays, TheHelpFitsAndCloses) {
  press(Key::f1);
  for (const char* name :
       {"help.keys", "help.glossary", "help.introduction", "help.close", "help.rows"}) {
    expect_within_window(name);
  }
  press(Key::escape);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
}

TEST_P(Overlays, TheGlossaryFits) {
  press(Key::g);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::glossary);
  for (const char* name : {"glossary.search", "help.close"}) expect_within_window(name);
  EXPECT_EQ(ui_.widget_log.figures().at("glossary.found"),
            std::to_string(app_->glossary.terms().size()));
}

TEST_P(Overlays, TheIntroductionLeavesOutWhatIsNotOnScreen) {
  app_->settings.lesson_arrangement = {};
  EXPECT_TRUE(go_to_lesson(*app_, "host-and-device", 0).has_value());
  draw(3);
  open_overlay(ui_, Overlay::Kind::introduction);
  std::size_t cards = 0;
  for (; cards < 9 && ui_.state<Overlay>().kind == Overlay::Kind::introduction; ++cards) {
    draw(3);
    EXPECT_EQ(ui_.widget_log.figures().at("intro.found"), "yes") << "card " << cards + 1;
    press(Key::right);
  }
  EXPECT_EQ(cards, 4u) << "there is nothing to play";
}

TEST_P(Overlays, TheIntroductionPointsAtWidgetsThatAreThere) {
  EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
  settle();
  open_overlay(ui_, Overlay::Kind::introduction);
  for (std::size_t card = 0; card < 6; ++card) {
    draw(3);
    ASSERT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::introduction);
    EXPECT_EQ(ui_.state<Overlay>().chosen, card);
    for (const char* name : {"intro.next", "intro.back", "intro.skip"}) expect_within_window(name);
    const auto& pointed = ui_.widget_log.figures();
    EXPECT_EQ(pointed.at("intro.found"), "yes") << "card " << card + 1;
    press(Key::right);
  }
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
  EXPECT_TRUE(app_->settings.introduction_seen);
}

TEST_P(Overlays, TheMapGoesToALessonByKeyboardAndByClick) {
  EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 1).has_value());
  press(Key::f, false, true);
  for (const lessons::Lesson& lesson : app_->lessons) {
    expect_within_window(fmt::format("contents.lesson{}", lesson.number));
  }
  expect_nothing_is_cut();
  press(Key::left);
  press(Key::enter);
  settle();
  EXPECT_EQ(app_->current_lesson().id, "corner-turn") << "bank conflicts needs it";
  press(Key::f, false, true);
  click("contents.lesson3");
  settle();
  EXPECT_EQ(app_->current_lesson().id, "coalescing");
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
}

TEST_P(Overlays, TheMapTellsOfTheChosenLesson) {
  EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 1).has_value());
  press(Key::f, false, true);
  const std::string told = figure("contents.told");
  EXPECT_NE(told.find(app_->current_lesson().title.in(ui_.language)), std::string::npos);
  press(Key::left);
  EXPECT_NE(figure("contents.told"), told);
  EXPECT_NE(figure("contents.essential").find("100"), std::string::npos);
}

TEST_P(Overlays, TheContentsAreAMapOrAListAndStayWhatWasChosen) {
  press(Key::f, false, true);
  press(Key::tab);
  expect_within_window("lessons.row1");
  EXPECT_FALSE(ui_.widget_log.widgets().contains("contents.lesson3"));
  press(Key::escape);
  press(Key::f, false, true);
  expect_within_window("lessons.row1");
  click("lessons.map");
  draw(2);
  expect_within_window("contents.lesson3");
}

TEST_P(Overlays, TheContentsFindKernelsAndGoToThem) {
  press(Key::slash);
  type("packed_xor");
  const auto& found = ui_.state<Overlay>().found;
  const auto kernel = std::ranges::find(found, FoundRow::Kind::kernel, &FoundRow::kind);
  ASSERT_NE(kernel, found.end());
  EXPECT_EQ(kernel->kernel, "transpose/packed_xor");
  ui_.state<Overlay>().chosen = static_cast<std::size_t>(kernel - found.begin());
  press(Key::enter);
  settle();
  EXPECT_EQ(app_->mode, Mode::explore);
  EXPECT_EQ(app_->session.selection().kernel, "transpose/packed_xor");
}

TEST_P(Overlays, TheContentsFindAKeyAndTheHelpShowsIt) {
  press(Key::slash);
  type("caption alone");
  const auto& found = ui_.state<Overlay>().found;
  const auto key = std::ranges::find(found, FoundRow::Kind::key, &FoundRow::kind);
  ASSERT_NE(key, found.end());
  const std::size_t line = key->index;
  ui_.state<Overlay>().chosen = static_cast<std::size_t>(key - found.begin());
  press(Key::enter);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::keys);
  EXPECT_EQ(ui_.state<Overlay>().key, line);
  draw(3);
  EXPECT_NE(figure("help.pointed").find("F5"), std::string::npos);
  expect_nothing_is_cut();
}

TEST_P(Overlays, TheListGoesToALessonByKeyboard) {
  app_->settings.lists_lessons = true;
  go_to_step(*app_, 1);
  press(Key::f, false, true);
  ASSERT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::lessons);
  for (const char* name : {"lessons.search", "lessons.close", "lessons.row1"}) {
    expect_within_window(name);
  }
  for (std::size_t i = 0; i < 50; ++i) press(Key::down);
  EXPECT_EQ(ui_.state<Overlay>().chosen, app_->lessons.size() - 1);
  press(Key::enter);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
  EXPECT_EQ(app_->lesson, app_->lessons.size() - 1);
}

TEST_P(Overlays, TheIntroductionBeginsWithAConflictOrWithTimes) {
  for (const char* beginning : {"intro.conflict", "intro.times"}) {
    open_overlay(ui_, Overlay::Kind::introduction);
    draw(3);
    EXPECT_FALSE(ui_.widget_log.widgets().contains(beginning)) << "before the question is answered";
    click("intro.choice3");
    draw(3);
    expect_within_window(beginning);
    click(beginning);
    settle();
    EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
    EXPECT_TRUE(app_->settings.introduction_seen);
    EXPECT_EQ(app_->mode, Mode::explore);
    EXPECT_FALSE(ui_.state<Message>().words.empty()) << "what to do there";
  }
  EXPECT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->views.front(), session::StageView::timing_view);
}

TEST_P(Overlays, TheIntroductionAsksAndTheBanksAnswer) {
  open_overlay(ui_, Overlay::Kind::introduction);
  draw(3);
  for (const char* name : {"intro.banks", "intro.choice1", "intro.choice3", "intro.skip"}) {
    expect_within_window(name);
  }
  EXPECT_TRUE(ui_.state<Overlay>().animates);
  EXPECT_FALSE(ui_.widget_log.figures().contains("intro.verdict"));
  press(Key::digit_2);
  draw(3);
  const std::string& verdict = ui_.widget_log.figures().at("intro.verdict");
  EXPECT_NE(verdict.find("32"), std::string::npos) << verdict;
  EXPECT_TRUE(ui_.state<Overlay>().animates) << "the column is read";
  press(Key::digit_3);
  EXPECT_EQ(ui_.state<Overlay>().answer, 1u) << "only the first answer counts";
  expect_nothing_is_cut();
  for (const char* name : {"intro.conflict", "intro.next", "intro.skip"}) {
    expect_within_window(name);
  }
}

TEST_P(Overlays, TheContentsFindATermAndOpenItsEntry) {
  press(Key::slash);
  type("bank conflict");
  const auto& found = ui_.state<Overlay>().found;
  const auto row = std::ranges::find(found, FoundRow::Kind::term, &FoundRow::kind);
  ASSERT_NE(row, found.end());
  const std::size_t term = row->index;
  EXPECT_EQ(ui_.glossary->terms()[term].name.en, "bank conflict");
  click("lessons.row" + std::to_string(row - found.begin() + 1));
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::glossary);
  EXPECT_EQ(ui_.state<Overlay>().term, term);
  draw(3);
  EXPECT_NE(figure("glossary.found"), "0");
  expect_nothing_is_cut();
}

TEST_P(Overlays, AMessageGoesByItselfAndAFailureDoesNot) {
  constexpr int kTenSeconds = 600;  // frames
  Message& message = ui_.state<Message>();
  message = {"saved", "/x", false};
  draw(kTenSeconds / 2);
  EXPECT_EQ(message.words, "saved");
  draw(kTenSeconds / 2);
  EXPECT_EQ(message.words, "");
  message = {"not saved", {}, true};
  draw(kTenSeconds);
  EXPECT_EQ(message.words, "not saved");
}

TEST_P(Overlays, TheSaveMenuOpensFromAHeaderAndByKeyAndClosesWithEscape) {
  settle();
  const std::string view(name_of(app_->views.front()));
  click(view + ".save");
  draw(2);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::save);
  EXPECT_EQ(ui_.state<SaveMenu>().panel, view);
  for (const char* name : {"save.png1", "save.svg", "save.folder"}) expect_within_window(name);
  press(Key::escape);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
  press(Key::s, true);
  draw(2);
  for (const char* name : {"save.png1", "save.svg", "save.folder"}) expect_within_window(name);
  ImGui::GetIO().MousePos = {2, size_.y - 2};
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    draw(2);
  }
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
}

TEST_P(Overlays, EveryKeyIsInTheHelpOnce) {
  std::set<std::string_view> keys;
  for (const KeyHelp& row : key_help()) EXPECT_TRUE(keys.insert(row.keys).second) << row.keys;
}

TEST_P(Overlays, TheFiguresOnScreenAreWhatIsCopied) {
  ASSERT_TRUE(go_to_lesson(*app_, "coalescing", 0).has_value());
  settle();
  ui_.state<ReadingState>().tab = ReadingTab::metrics;
  app_->settings.lesson_arrangement.table = true;
  draw(3);
  const std::string words = figures_text(*app_, ui_, "all");
  EXPECT_NE(words.find(app_->session.selection().kernel), std::string::npos);
  const std::string lanes = fmt::format("{}\t{}\n", ui_.say(Str::active_lanes),
                                        ui_.widget_log.figures().at("event.active_lanes"));
  EXPECT_NE(words.find(lanes), std::string::npos) << words;
}

TEST_P(Overlays, AnOpenPredictionsAnswerIsNotCopied) {
  for (std::size_t step = 0; step < app_->current_lesson().steps.size(); ++step) {
    go_to_step(*app_, static_cast<std::ptrdiff_t>(step));
    if (app_->current_step().prediction) break;
  }
  ASSERT_TRUE(app_->current_step().prediction.has_value());
  settle();
  const std::string row = std::string(ui_.say(Str::wavefronts)) + "\t";
  EXPECT_EQ(figures_text(*app_, ui_, "all").find(row), std::string::npos);
}

TEST_P(Overlays, APictureIsDrawnWithoutWhatLiesUnderThePointer) {
  ui_.state<Message>() = {"words", {}, false};
  draw();
  handle_key(ui_, *app_, {Key::s, true, true});
  draw();
  EXPECT_EQ(ui_.exports.picture, "window");
  EXPECT_FALSE(ui_.widget_log.widgets().contains("message"));
  draw();
  EXPECT_TRUE(ui_.exports.picture.empty());
}

INSTANTIATE_TEST_SUITE_P(Sizes, Overlays,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1280, 800}, "zh", 1.6f},
                                           Setup{{1920, 1080}, "en", 1.6f}));

TEST(Glyphs, OnlyWhatTheFontsLackIsMissing) {
  const std::array<ImWchar, 5> ranges{0x20, 0x7e, 0x3b1, 0x3b1, 0};
  EXPECT_EQ(missing_characters("a α β 中 β", ranges), "β中");
  EXPECT_EQ(missing_characters("plain", ranges), "");
  EXPECT_EQ(missing_characters("\xff\xe4\xb8 \xf0\x9f\x98\x80", ranges), "");
}

TEST(Glyphs, TheFontsHaveEveryCharacterOfTheCatalogues) {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  const ImGuiScope imgui;
  Ui ui;
  ASSERT_TRUE(set_scale(ui, *app, 1).has_value());
  if (!ui.fonts.warning.empty()) GTEST_SKIP() << ui.fonts.warning;
  for (const Translation& each : translations(Language::zh)) {
    EXPECT_EQ(missing_characters(each.text, ui.fonts.ranges), "");
  }
}

TEST(Glyphs, QuotationMarksAreAsWideAsChineseCharactersInChineseAlone) {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  const ImGuiScope imgui;
  Ui ui;
  app->settings.language = "en";
  ASSERT_TRUE(set_scale(ui, *app, 1).has_value());
  if (!ui.fonts.warning.empty()) GTEST_SKIP() << ui.fonts.warning;
  const auto advance = [&](ImWchar character) {
    return ui.fonts.body->FindGlyphNoFallback(character)->AdvanceX;
  };
  constexpr std::array<ImWchar, 2> kMarks{0x201c, 0x201d};
  constexpr ImWchar kRow = 0x884c;
  const float letter = advance('n');
  for (const ImWchar mark : kMarks) EXPECT_LT(advance(mark), advance(kRow) / 2);

  app->settings.language = "zh";
  EXPECT_TRUE(*follow_text(ui, *app));
  for (const ImWchar mark : kMarks) EXPECT_EQ(advance(mark), advance(kRow));
  EXPECT_EQ(advance('n'), letter);
  EXPECT_FALSE(*follow_text(ui, *app)) << "once for a language";
}

TEST(Glyphs, ASourceWithOtherLettersAddsThemToTheFontsAtOnce) {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  const ImGuiScope imgui;
  Ui ui;
  ASSERT_TRUE(set_scale(ui, *app, 1).has_value());
  constexpr ImWchar kTurtle = 0x9f9f;
  ASSERT_EQ(ui.fonts.mono->FindGlyphNoFallback(kTurtle), nullptr);
  app->notice = "// \u9f9f and \u03a9";
  const auto started = std::chrono::steady_clock::now();
  const auto made = follow_text(ui, *app);
  const auto took = std::chrono::steady_clock::now() - started;
  ASSERT_TRUE(made.has_value() && *made);
  RecordProperty("milliseconds", static_cast<int>(took / std::chrono::milliseconds(1)));
  if (ui.fonts.warning.empty()) {
    EXPECT_NE(ui.fonts.mono->FindGlyphNoFallback(kTurtle), nullptr);
  }
  EXPECT_NE(ui.fonts.mono->FindGlyphNoFallback(0x3a9), nullptr);
  EXPECT_FALSE(*follow_text(ui, *app)) << "nothing is missing any more";
}

}  // namespace
}  // namespace warplens::ui
