// The whole window for tests, without a window: ImGui needs no graphics to lay itself out.
#pragma once

#include <gtest/gtest.h>
#include "app/ui/window/frame.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "app/ui/ui.h"
#include "app/ui/window/imgui_context.h"
#include "app/ui/window/keys.h"

namespace warplens::ui {

struct Setup {
  ImVec2 size{1600, 1000};
  std::string language = "en";
  float scale = 1;
  bool is_open = false;  // a lesson's window shows every part
};

class WholeWindow {
 protected:
  explicit WholeWindow(const Setup& setup = {}, Machine machine = {})
      : app_(
            std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, std::move(machine)))),
        size_(setup.size) {
    app_->settings.language = setup.language;
    if (setup.is_open) app_->settings.lesson_arrangement = session::kExploreArrangement;
    EXPECT_TRUE(set_scale(ui_, *app_, setup.scale).has_value());
  }

  void draw(int frames = 1) {
    for (int i = 0; i < frames; ++i) {
      ImGuiIO& io = ImGui::GetIO();
      io.DisplaySize = size_;
      io.DeltaTime = 1.0f / 60;
      io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
      ImGui::NewFrame();
      frame(*app_, ui_, size_, 0);
      ImGui::Render();
    }
  }
  // Until the results of what is on the stage are there and the window stands still.
  void settle() {
    const session::Selection& shown = app_->session.selection();
    ASSERT_FALSE(shown.kernel.empty() && shown.capture.empty()) << "nothing is on the stage";
    do {
      draw();
      while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      draw();
      while (ui_.is_making() || app_->session.runs_rivals()) draw();
    } while (!app_->session.up_to_date() && !app_->session.error());
    draw(2);
  }
  void press(Key key, bool shift = false, bool control = false) {
    handle_key(ui_, *app_, {key, shift, control});
    settle();
  }
  // Into the field that has the keyboard.
  void type(std::string_view words) {
    draw(2);
    for (const char letter : words) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
    }
    draw(3);
  }
  void hover(const std::string& widget) {
    const WidgetRect rect = ui_.recorder.widgets().at(widget);
    ImGui::GetIO().MousePos = {rect.x + rect.width / 2, rect.y + rect.height / 2};
    draw(2);
  }
  void click(const std::string& widget) {
    hover(widget);
    ImGuiIO& io = ImGui::GetIO();
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      draw(2);
    }
  }
  [[nodiscard]] std::string figure(const std::string& name) const {
    const auto it = ui_.recorder.figures().find(name);
    return it == ui_.recorder.figures().end() ? "" : it->second;
  }
  void expect_nothing_overlaps_or_is_cut() const {
    expect_apart(ui_.recorder.panels());
    expect_apart(ui_.recorder.widgets());
    for (const auto& [name, rect] : ui_.recorder.widgets()) EXPECT_FALSE(rect.cut) << name;
    for (const auto& [name, missing] : ui_.recorder.cut_texts()) {
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
    }
    for (const auto& [name, rect] : ui_.recorder.panels()) {
      EXPECT_GE(rect.width, 40) << name;
      EXPECT_GE(rect.height, 20) << name;
      EXPECT_LE(rect.x + rect.width, size_.x + 0.5f) << name;
      EXPECT_LE(rect.y + rect.height, size_.y + 0.5f) << name;
    }
  }

  std::unique_ptr<AppState> app_;
  ImGuiScope imgui_;
  Ui ui_;
  ImVec2 size_;

 private:
  static bool overlap(const WidgetRect& a, const WidgetRect& b) {
    return a.x + 0.5f < b.x + b.width && b.x + 0.5f < a.x + a.width &&
           a.y + 0.5f < b.y + b.height && b.y + 0.5f < a.y + a.height;
  }
  static void expect_apart(const std::map<std::string, WidgetRect, std::less<>>& rects) {
    for (auto a = rects.begin(); a != rects.end(); ++a) {
      for (auto b = std::next(a); b != rects.end(); ++b) {
        EXPECT_FALSE(overlap(a->second, b->second)) << a->first << " and " << b->first;
      }
    }
  }
};

}  // namespace warplens::ui
