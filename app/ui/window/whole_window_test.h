// The whole window for tests, without a window: ImGui needs no graphics to lay itself out.
#pragma once

#include <gtest/gtest.h>
#include "app/features/features.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/state/own_kernel.h"
#include "app/ui/window/frame.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/ui/glyphs.h"
#include "app/ui/ui.h"
#include "app/ui/window/imgui_context.h"
#include "app/ui/window/keys.h"

namespace warplens::ui {

// What a person changes while the window is open.
struct Format {
  ImVec2 size;
  std::string language;
};

struct Setup {
  ImVec2 size{1600, 1000};
  std::string language = "en";
  float scale = 1;
  bool is_open = false;  // a lesson's window shows every part
};

// To draw the fonts takes longer than most tests, so that they go from test to test.
class FontsOfTests {
 public:
  FontsOfTests(std::string text, float scale) : key_{std::move(text), scale} {
    if (auto drawn = drawn_before().extract(key_)) drawn_ = std::move(drawn.mapped());
  }
  ImFontAtlas* atlas() { return drawn_.atlas.get(); }
  void give(Ui& ui, const AppState& app) {
    if (drawn_.fonts.body == nullptr) {
      EXPECT_TRUE(set_scale(ui, app, key_.second).has_value());
      drawn_.fonts = ui.fonts;
    }
    ui.fonts = drawn_.fonts;
    ui.scale = key_.second;
  }
  // Those that a test has drawn anew are its own.
  void take_back(const Ui& ui) {
    if (ui.scale != key_.second || ui.fonts.ranges != drawn_.fonts.ranges) return;
    drawn_.fonts = ui.fonts;
    drawn_before().insert_or_assign(key_, std::move(drawn_));
  }

 private:
  struct Drawn {
    std::unique_ptr<ImFontAtlas> atlas = std::make_unique<ImFontAtlas>();
    Fonts fonts;
  };
  using Key = std::pair<std::string, float>;  // text, scale
  static std::map<Key, Drawn>& drawn_before() {
    static std::map<Key, Drawn> drawn;
    return drawn;
  }

  Key key_;
  Drawn drawn_;
};

class WholeWindow {
 protected:
  explicit WholeWindow(const Setup& setup = {}, Machine machine = {})
      : app_(std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all(),
                                       std::move(machine)))),
        fonts_(shown_text(*app_), setup.scale),
        imgui_(fonts_.atlas()),
        size_(setup.size) {
    app_->settings.language = setup.language;
    if (setup.is_open) app_->settings.lesson_arrangement = session::kExploreArrangement;
    fonts_.give(ui_, *app_);
    ui_.widget_log.listen();
  }
  ~WholeWindow() { fonts_.take_back(ui_); }
  WholeWindow(const WholeWindow&) = delete;
  WholeWindow& operator=(const WholeWindow&) = delete;

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
  // Going to a step takes longer than looking at it: `look_at` it with each of them.
  void with_each(const std::vector<Format>& formats, const std::function<void()>& look_at) {
    for (const Format& format : formats) {
      SCOPED_TRACE(fmt::format("{} x {}, {}", format.size.x, format.size.y, format.language));
      size_ = format.size;
      app_->settings.language = format.language;
      settle();
      look_at();
    }
  }
  // A person's kernel, alone in a view.
  void open_own(const std::filesystem::path& path, session::StageView view) {
    open_dropped(*app_, path);
    app_->recordings.wait();
    for (int i = 0; i < 2; ++i) {
      watch_own_kernel(*app_);
      settle();
      app_->views = {view};
    }
    settle();
  }
  // Until the results of what is on the stage are there and the window stands still.
  void settle() {
    const session::Selection& shown = app_->session.selection();
    ASSERT_FALSE(shown.kernel.empty() && shown.capture.empty()) << "nothing is on the stage";
    do {
      draw();
      while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      draw();
      while (ui_.is_making() || app_->session.runs_compared()) draw();
    } while (!app_->session.up_to_date() && !app_->session.error());
    draw_until_still();
  }
  // Until two frames have everything in the same place, or something plays.
  void draw_until_still() {
    constexpr int kMost = 8;
    WidgetLog before;
    for (int i = 0; i < kMost && !are_alike(ui_.widget_log, before); ++i) {
      before = ui_.widget_log;
      draw();
    }
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
    const WidgetRect rect = ui_.widget_log.widgets().at(widget);
    ImGui::GetIO().MousePos = {rect.x + rect.width / 2, rect.y + rect.height / 2};
    draw(2);
  }
  // So long that a tooltip has come.
  void rest_on(const std::string& widget) {
    hover(widget);
    draw(30);
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
    const auto it = ui_.widget_log.figures().find(name);
    return it == ui_.widget_log.figures().end() ? "" : it->second;
  }
  void expect_nothing_overlaps_or_is_cut() const {
    expect_apart(ui_.widget_log.panels());
    expect_apart(ui_.widget_log.widgets());
    for (const auto& [name, rect] : ui_.widget_log.widgets()) EXPECT_FALSE(rect.cut) << name;
    for (const auto& [name, missing] : ui_.widget_log.cut_texts()) {
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
    }
    for (const auto& [name, rect] : ui_.widget_log.panels()) {
      EXPECT_GE(rect.width, 40) << name;
      EXPECT_GE(rect.height, 20) << name;
      EXPECT_LE(rect.x + rect.width, size_.x + 0.5f) << name;
      EXPECT_LE(rect.y + rect.height, size_.y + 0.5f) << name;
    }
  }

  std::unique_ptr<AppState> app_;
  FontsOfTests fonts_;
  ImGuiScope imgui_;
  Ui ui_;
  ImVec2 size_;

 private:
  static bool are_alike(const WidgetLog& a, const WidgetLog& b) {
    return a.panels() == b.panels() && a.widgets() == b.widgets() &&
           a.cut_texts() == b.cut_texts() && a.figures() == b.figures();
  }
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
