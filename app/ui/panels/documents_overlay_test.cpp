// The page for readers of the articles: a click and a key go where an item says.
#include <gtest/gtest.h>

#include "app/settings/timing_choice.h"
#include "app/state/document_places.h"
#include "app/state/exploring.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using lessons::DocumentPlace;
using lessons::ItemPlace;
using PlaceKind = DocumentPlace::Kind;

class ForReaders : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  ForReaders() : WholeWindow(GetParam()) {
    go_to_step(*app_, 0);
    settle();
  }
  [[nodiscard]] const Overlay& page() const { return ui_.state<Overlay>(); }
  [[nodiscard]] bool is_open() const { return page().kind == Overlay::Kind::documents; }
  void open_at(const std::string& item) { open_overlay_at(*app_->documents.find(item)); }
  // As a result of the search does.
  void open_overlay_at(const ItemPlace& item) {
    Overlay& overlay = ui_.state<Overlay>();
    overlay = {};
    draw(2);
    overlay.kind = Overlay::Kind::documents;
    overlay.item = item;
    draw(4);
  }
  // Clicks the first place of that kind of any item.
  const DocumentPlace& click_first(PlaceKind kind) {
    for (const ItemPlace& at : app_->documents.items()) {
      const lessons::DocumentItem& item = app_->documents.at(at);
      for (std::size_t i = 0; i < item.places.size(); ++i) {
        if (item.places[i].kind != kind) continue;
        open_at(item.id);
        click(fmt::format("document.{}.{}", item.id, i + 1));
        settle();
        return item.places[i];
      }
    }
    ADD_FAILURE() << "no item has such a place";
    return app_->documents.documents.front().sections.front().items.front().places.front();
  }
  void click_there(const std::string& widget) {
    ASSERT_TRUE(ui_.widget_log.widgets().contains(widget)) << widget;
    click(widget);
    settle();
  }
  void expect_here(const DocumentPlace& step) {
    EXPECT_EQ(app_->current_lesson().id + "/" + app_->current_step().id, step.name);
    EXPECT_EQ(app_->mode, Mode::lesson);
  }
};

TEST_P(ForReaders, TheContentsAndTheHelpLeadThere) {
  press(Key::f, false, true);
  click_there("lessons.documents");
  EXPECT_TRUE(is_open());
  press(Key::escape);
  EXPECT_EQ(page().kind, Overlay::Kind::none);
  press(Key::f1);
  click_there("help.documents");
  EXPECT_TRUE(is_open());
  click_there("documents.contents");
  EXPECT_EQ(page().kind, Overlay::Kind::lessons);
  press(Key::escape);
  press(Key::g, true);
  EXPECT_TRUE(is_open());
}

TEST_P(ForReaders, AClickGoesToTheLessonsStep) {
  const DocumentPlace place = click_first(PlaceKind::step);
  EXPECT_FALSE(is_open());
  expect_here(place);
}

TEST_P(ForReaders, AClickOpensTheKernelInFreeExploration) {
  const DocumentPlace place = click_first(PlaceKind::kernel);
  EXPECT_FALSE(is_open());
  EXPECT_EQ(app_->mode, Mode::explore);
  EXPECT_EQ(app_->session.selection().kernel, place.name);
}

TEST_P(ForReaders, AClickOpensWhatIsCitedAndTheLadder) {
  const DocumentPlace cited = click_first(PlaceKind::cited);
  EXPECT_EQ(app_->views.front(), session::StageView::timing_view);
  EXPECT_EQ(app_->session.chosen<session::TimingChoice>().tab, session::TimingTab::cited);
  EXPECT_TRUE(app_->session.selection().kernel.starts_with(cited.name + "/"));
  EXPECT_NE(figure("timing_view.cited"), "");
  click_first(PlaceKind::ladder);
  EXPECT_EQ(app_->session.chosen<session::TimingChoice>().tab, session::TimingTab::ladder);
}

TEST_P(ForReaders, AKernelComesWithTheViewThatIsNamed) {
  for (const ItemPlace& at : app_->documents.items()) {
    for (const DocumentPlace& place : app_->documents.at(at).places) {
      if (place.kind != PlaceKind::kernel || place.view == session::StageView::count) continue;
      explore(*app_);
      go_to_place(*app_, place);
      settle();
      EXPECT_EQ(app_->views.front(), place.view) << place.name;
      EXPECT_EQ(app_->session.selection().kernel, place.name);
    }
  }
}

TEST_P(ForReaders, KeysGoFromLinkToLinkAndToTheNextDocument) {
  open_overlay_at({0, 0, 0});
  press(Key::tab);
  EXPECT_EQ(page().document, 1u);
  const lessons::DocumentSection& first = app_->documents.documents[1].sections.front();
  press(Key::down);
  press(Key::down);
  press(Key::up);
  EXPECT_EQ(page().chosen, 1u);
  press(Key::enter);
  EXPECT_FALSE(is_open());
  ASSERT_GT(first.items.front().places.size(), 1u);
  expect_here(first.items.front().places[1]);
}

TEST_P(ForReaders, EveryLinkIsReachedByKeysAndNothingIsCut) {
  for (std::size_t document = 0; document < app_->documents.documents.size(); ++document) {
    open_overlay_at({document, 0, 0});
    for (std::size_t last = ~std::size_t{0}; last != page().chosen;) {
      last = page().chosen;
      press(Key::page_down);
      for (const auto& [name, missing] : ui_.widget_log.cut_texts()) {
        ADD_FAILURE() << name << " lacks " << missing << " pixels";
      }
    }
    EXPECT_EQ(page().document, document);
    EXPECT_GT(page().chosen, 0u);
  }
}

TEST_P(ForReaders, AMistakeIsMarkedInWords) {
  open_at("sixteen-way");
  const std::string truth = figure("document.sixteen-way.truth");
  EXPECT_TRUE(truth.starts_with(GetParam().language == "zh" ? "有误" : "Mistaken")) << truth;
  EXPECT_NE(truth.find("8"), std::string::npos);
  EXPECT_EQ(figure("documents.item"), "sixteen-way");
}

TEST_P(ForReaders, WhatAnOpenQuestionAsksForIsNotGivenAway) {
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 4).has_value());
  settle();
  ASSERT_TRUE(app_->hides_costs());
  open_at("sixteen-way");
  EXPECT_EQ(figure("document.sixteen-way.truth"), ui_.say(Str::document_hidden));
  EXPECT_NE(figure("document.lane-order.truth"), ui_.say(Str::document_hidden));
  press(Key::c, false, true);
  const std::string truth = ui_.say(app_->documents.at(*app_->documents.find("sixteen-way")).truth);
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).find(truth), std::string::npos);
}

TEST_P(ForReaders, ThePageBeginsAtWhatTheStepIsAbout) {
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 4).has_value());
  settle();
  press(Key::g, true);
  const lessons::DocumentItem& item = app_->documents.at(*page().item);
  EXPECT_TRUE(item.is_mistaken());
  EXPECT_TRUE(is_found_here(*app_, item));
}

TEST_P(ForReaders, TheSearchOfTheContentsFindsAnItemByItsWords) {
  press(Key::slash);
  type("PageRank");
  const auto& found = page().found;
  const auto row = std::ranges::find(found, FoundRow::Kind::item, &FoundRow::kind);
  ASSERT_NE(row, found.end());
  const ItemPlace item = row->item;
  ui_.state<Overlay>().chosen = static_cast<std::size_t>(row - found.begin());
  press(Key::enter);
  EXPECT_TRUE(is_open());
  EXPECT_EQ(page().item, item);
  EXPECT_EQ(figure("documents.item"), app_->documents.at(item).id);
}

TEST_P(ForReaders, TheDocumentOnScreenIsCopied) {
  open_at("barrier");
  press(Key::c, false, true);
  const std::string words = ImGui::GetClipboardText();
  for (const auto& section : app_->documents.documents[page().document].sections) {
    for (const auto& item : section.items) {
      EXPECT_NE(words.find(ui_.say(item.says)), std::string::npos) << item.id;
    }
  }
  ImGui::SetClipboardText("");
  click_there("documents.copy");
  EXPECT_EQ(words, ImGui::GetClipboardText());
}

TEST_P(ForReaders, ALessonsTextLeadsToItsItem) {
  ASSERT_TRUE(go_to_lesson(*app_, "coalescing", 6).has_value());
  settle();
  click_there("lesson.link.document:lane-order");
  EXPECT_TRUE(is_open());
  draw(2);
  EXPECT_EQ(figure("documents.item"), "lane-order");
}

INSTANTIATE_TEST_SUITE_P(Sizes, ForReaders,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1920, 1080}, "zh", 1.6f}));

}  // namespace
}  // namespace warplens::ui
