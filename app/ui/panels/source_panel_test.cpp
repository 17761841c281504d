// The source panel, drawn without a window: PTX on demand, findings at their lines.
#include <gtest/gtest.h>

#include <set>

#include "app/session/cursor.h"
#include "app/session/edits.h"
#include "app/session/launch_views.h"
#include "app/ui/glyphs.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/window/keys.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

class SourcePanel : public ::testing::Test, protected WholeWindow {
 protected:
  SourcePanel() { app_->settings.lesson_arrangement = session::kExploreArrangement; }
  void show(const std::string& kernel) {
    ASSERT_TRUE(go_to_lesson(*app_, "coalescing", 0).has_value());  // a step that asks nothing
    ASSERT_TRUE(app_->session.set_stage({kernel, {}, std::nullopt, {}, {}}).has_value());
    settle();
  }
  // What is explained under the pointer, going down the panel.
  std::vector<std::string> hints() {
    const WidgetRect panel = ui_.widget_log.panels().find("source")->second;
    std::vector<std::string> found;
    for (float y = panel.y; y < panel.y + panel.height; y += 4) {
      ImGui::GetIO().MousePos = {panel.x + panel.width / 2, y};
      draw();
      const std::string words = figure("source.hint");
      if (found.empty() || found.back() != words) found.push_back(words);
    }
    std::erase(found, "");
    return found;
  }
};

TEST_F(SourcePanel, ThePtxLineFollowsTheCursor) {
  show("transpose/tile");
  EXPECT_EQ(figure("source.ptx_line"), "") << "only on demand";
  handle_key(ui_, *app_, {Key::p, false, false});
  std::set<std::string> lines;
  const trace::Trace& trace = *app_->session.launch()->trace;
  for (std::size_t event = 0; event < 120; event += 5) {
    app_->session.seek(event);
    draw();
    const trace::Site& site = trace.sites[trace.events.site(event)];
    EXPECT_EQ(figure("source.ptx_line"), std::to_string(site.ptx_line));
    lines.insert(figure("source.ptx_line"));
  }
  EXPECT_GE(lines.size(), 3u);
  handle_key(ui_, *app_, {Key::p, false, false});
  draw();
  EXPECT_EQ(figure("source.ptx_line"), "");
}

TEST_F(SourcePanel, CommentsAreInThePersonsLanguageAsSoonAsItChanges) {
  show("reduce/last_block");
  const auto set_back = session::find_event(
      *app_->session.result(),
      {"ready for the next launch", trace::Space::global, trace::EventKind::store, 0});
  ASSERT_TRUE(set_back.has_value()) << "markers are English in either language";
  app_->session.seek(set_back->event);
  draw(2);
  constexpr std::string_view kCode = "if (is_last) *counter = 0;  // ";
  const std::pair<const char*, const char*> english{"en", "ready for the next launch"};
  const std::pair<const char*, const char*> chinese{"zh", "为下一次启动做好准备"};
  for (const auto& [language, comment] : {english, chinese, english}) {
    app_->settings.language = language;
    draw();
    EXPECT_EQ(figure("caption.code"), std::string(kCode) + comment);
    EXPECT_EQ(figure("source.line"), "    " + std::string(kCode) + comment);
  }
}

TEST_F(SourcePanel, TheFontsHoldTheChineseComments) {
  for (const catalog::Family& family : app_->session.families()) {
    for (const catalog::Variant& variant : family.variants) {
      const auto told =
          app_->catalogue->chinese_sources({{variant.source, app_->catalogue->source(variant)}});
      ASSERT_EQ(told.size(), 1u) << variant.source;
      EXPECT_EQ(missing_characters(told[0].second, ui_.fonts.ranges), "") << variant.source;
    }
  }
}

TEST_F(SourcePanel, WithoutTheSourceTextThePtxStandsAlone) {
  run::Options options;
  options.machine.cost = analysis::add_cost;
  auto run = run::run_variant(*app_->catalogue, "transpose/tile", {}, options);
  ASSERT_TRUE(run.has_value());
  run->sources = std::make_shared<const trace::Sources>();
  const run::TemporaryFolder folder = run::TemporaryFolder::make().value();
  const std::string capture = (folder.path() / "t.wlens").string();
  ASSERT_TRUE(trace::write_capture(capture, *run).has_value());
  show_capture(app_->session, capture);
  settle();
  const trace::Trace& trace = *app_->session.launch()->trace;
  const std::uint32_t line = trace.sites[trace.events.site(app_->session.cursor().event)].ptx_line;
  EXPECT_EQ(figure("source.ptx_line"), std::to_string(line));
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(SourcePanel, BothLinesOfARaceExplainIt) {
  show("transpose/tile_nobarrier");
  const trace::Finding& race = app_->session.launch()->trace->findings.at(0);
  ASSERT_EQ(race.kind, trace::FindingKind::race);
  ASSERT_NE(race.line, race.other_line);
  const std::vector<scene::SourceRow>& rows = ui_.cache().views->sources.front().rows;
  EXPECT_FALSE(rows.at(race.line - 1).findings.empty());
  EXPECT_FALSE(rows.at(race.other_line - 1).findings.empty());
  const std::vector<std::string> explained = hints();
  EXPECT_NE(std::ranges::find(explained, race.message.in(Language::en)), explained.end());
}

TEST_F(SourcePanel, OfTwoKernelsAClickShowsTheOthersSource) {
  show("transpose/tile");
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  click("source.side");
  EXPECT_EQ(ui_.state<ReadSide>().side, session::Side::right);
}

TEST_F(SourcePanel, TheMarkedLineIsInViewWhileComparingInASmallWindow) {
  size_ = {1280, 800};
  show("transpose/packed_padded");
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  const trace::Trace& trace = *app_->session.launch()->trace;
  for (std::size_t event = 0; event < trace.events.size() && event < 120; ++event) {
    app_->session.seek(event);
    draw(2);
    EXPECT_EQ(figure("source.rows_seen"), "1/1") << event;
  }
}

TEST_F(SourcePanel, TheKernelsSignatureStaysAboveALineFurtherDown) {
  size_ = {1280, 800};
  show("transpose/tile_padded");
  app_->session.seek(app_->session.launch()->trace->events.size() - 1);
  draw(2);
  EXPECT_NE(figure("source.signature").find("__global__"), std::string::npos);
}

TEST_F(SourcePanel, ALineThatLoadsAndStoresShowsWhatEachCosts) {
  show("transpose/coalesced_write");
  EXPECT_EQ(figure("source.sectors"), "32·4");
  show("transpose/coalesced_read");
  EXPECT_EQ(figure("source.sectors"), "4·32");
}

TEST_F(SourcePanel, ANameThatDoesNotFitIsCutInTheMiddle) {
  show("transpose/tile");
  ImFont* font = ui_.fonts.small;
  EXPECT_EQ(shortened("packed_xor", 500, font), "packed_xor");
  const float room = text_width("packed_padded", font) - 1;
  const std::string cut = shortened("packed_padded", room, font);
  EXPECT_LE(text_width(cut, font), room);
  EXPECT_TRUE(cut.starts_with("packe") && cut.ends_with("padded")) << cut;
  EXPECT_EQ(shortened("行行列列", text_width("行…列", font), font), "行…列");
}

}  // namespace
}  // namespace warplens::ui
