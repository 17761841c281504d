#include "app/ui/markdown_view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/features.h"
#include "app/state/make_app_state.h"
#include "app/ui/widgets.h"
#include "app/ui/window/imgui_context.h"

namespace warplens::ui {
namespace {

// The right end of what a window has drawn; what its clip cuts is checked for.
float right_end(const ImDrawList& list) {
  float end = 0;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    for (unsigned int i = 0; i < command.ElemCount; ++i) {
      const auto index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      const float x = list.VtxBuffer[static_cast<int>(command.VtxOffset + index)].pos.x;
      EXPECT_LE(x, command.ClipRect.z);
      end = std::max(end, x);
    }
  }
  return end;
}

// How far `text` reaches beyond a column as wide as `words` in bold.
float overhang(const std::string& text, const char* words) {
  const auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  const ImGuiScope imgui;
  Ui ui;
  EXPECT_TRUE(set_scale(ui, *app, 1).has_value());
  ImGui::GetIO().DisplaySize = {400, 200};
  ImGui::NewFrame();
  ui.theme = &window_theme(scene::ThemeName::light);
  ImGui::SetNextWindowSize({400, 200});
  ImGui::Begin("page");
  const float width = text_width(words, ui.fonts.bold);
  ImGui::BeginChild("text", {width, 100});
  draw_markdown(ui, lessons::parse_markdown(text), width);
  const float right = ImGui::GetWindowPos().x + width;
  const float beyond = right_end(*ImGui::GetWindowDrawList()) - right;
  ImGui::EndChild();
  ImGui::End();
  ImGui::EndFrame();
  return beyond;
}

class HangingMark : public ::testing::TestWithParam<const char*> {};

TEST_P(HangingMark, StaysOnItsFullLineAndIsDrawnWhole) {
  EXPECT_GT(overhang(std::string("**第一行第一行**") + GetParam(), "第一行第一行"), 0);
}

TEST(MarkdownView, AnOpeningMarkGoesToTheNextLineWithTheCodeThatItOpens) {
  // The mark alone would fill the line.
  EXPECT_LT(overhang("第一行第一（`rows`", "第一行第一（"), -10);
}

TEST(MarkdownView, SeveralClosingMarksTakeTheCodeBeforeThemToTheNextLine) {
  EXPECT_LT(overhang("第一行第一行`a`）。", "第一行第一行一一"), -10);
}

INSTANTIATE_TEST_SUITE_P(MarkdownView, HangingMark, ::testing::Values("。", ", and so on"));

}  // namespace
}  // namespace warplens::ui
