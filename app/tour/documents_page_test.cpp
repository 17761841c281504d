#include "app/tour/documents_page.h"

#include <gtest/gtest.h>

#include "app/tour/html.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class DocumentsBesideATour : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  DocumentsBesideATour() : WholeWindow(GetParam()) {
    go_to_step(*app_, 0);
    settle();
  }
};

TEST_P(DocumentsBesideATour, HaveEveryItemAndLeadToStepsOfTheTour) {
  TourStep step;
  step.id = "tile-16";
  const TourPage tour{ui_.language, {{"bank-conflicts", "Bank conflicts", 7, {step}}}};
  const std::string page = documents_html(*app_, ui_, tour);
  for (const lessons::ItemPlace& at : app_->documents.items()) {
    const lessons::DocumentItem& item = app_->documents.at(at);
    EXPECT_NE(page.find("<dt id=\"" + item.id + "\">" + escaped(ui_.say(item.says))),
              std::string::npos)
        << item.id;
    EXPECT_NE(page.find(escaped(ui_.say(item.truth))), std::string::npos) << item.id;
  }
  EXPECT_NE(page.find("href=\"index.html#bank-conflicts.tile-16\""), std::string::npos);
  EXPECT_EQ(page.find("href=\"index.html#bank-conflicts.banks\""), std::string::npos)
      << "that step is not in this tour";
}

INSTANTIATE_TEST_SUITE_P(Languages, DocumentsBesideATour,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1280, 800}, "zh"}));

TEST(DocumentLinksInText, LeadToThePageWhereItStandsBeside) {
  const auto text = lessons::parse_markdown("[One](document:t4-blocks) says so.");
  EXPECT_EQ(html_of(text, DocumentLinks::beside),
            "<p><a href=\"documents.html#t4-blocks\">One</a> says so.</p>\n");
  EXPECT_EQ(html_of(text), "<p>One says so.</p>\n");
}

}  // namespace
}  // namespace warplens::ui
