#include "app/tour/tour_page.h"

#include <gtest/gtest.h>

#include "app/tour/html.h"

namespace warplens::ui {
namespace {

TEST(Html, EverythingThatCouldBeMarkupIsEscaped) {
  EXPECT_EQ(escaped("<a href=\"x\" id='y'>&"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(address_of("pictures/a b\"<#?.png"), "pictures/a%20b%22%3C%23%3F.png");
  EXPECT_EQ(html_of(lessons::parse_markdown("a `<b>` **c&d**")),
            "<p>a <code>&lt;b&gt;</code> <strong>c&amp;d</strong></p>\n");
}

TEST(Html, ListsOpenAndClose) {
  EXPECT_EQ(html_of(lessons::parse_markdown("- a\n- b\n\n3. c\n\nd")),
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol>\n<li value=\"3\">c</li>\n</ol>\n<p>d</p>\n");
}

TEST(TourPage, AnAnswerStandsBehindItsQuestion) {
  TourStep step;
  step.id = "s";
  step.title = "a < b";
  step.answer = "1234";
  step.text.seen = lessons::parse_markdown("outcome");
  const std::string page = html_of(TourPage{Language::en, {{"l", "L", 1, {step}}}});
  const auto details = page.find("<details>");
  ASSERT_NE(details, std::string::npos);
  EXPECT_GT(page.find("1234"), details);
  EXPECT_GT(page.find("outcome"), details);
  EXPECT_NE(page.find("a &lt; b"), std::string::npos);
  EXPECT_EQ(page.find("a < b"), std::string::npos);
}

TEST(TourPage, UntilItIsCompleteItSaysSo) {
  for (const Language language : {Language::en, Language::zh}) {
    const std::string page = unfinished_page(language);
    EXPECT_NE(page.find(kTourMark), std::string::npos);
    EXPECT_NE(page.find(text(Str::tour_unfinished).in(language)), std::string::npos);
  }
}

}  // namespace
}  // namespace warplens::ui
