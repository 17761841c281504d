// Where each named widget and panel is on screen, for tests that click and tests of the layout.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "app/ui/compat.h"

namespace warplens::ui {

struct WidgetRect {
  float x = 0, y = 0, width = 0, height = 0;  // what can be seen of it, in window coordinates
  bool cut = false;                           // part of it lies outside its panel
  bool hovered = false;
  bool active = false;
  friend bool operator==(const WidgetRect&, const WidgetRect&) = default;
};

class WidgetLog {
 public:
  void begin_frame();
  // Stands before every name from now on: the right side of the stage is "right.".
  void set_prefix(std::string_view prefix) { prefix_ = prefix; }
  // The ImGui item drawn last.
  void widget(std::string_view name);
  void panel(std::string_view name, ImVec2 position, ImVec2 size);
  // A text drawn into a place of limited width: notes it when it did not fit.
  void text(std::string_view name, float needed, float available);

  // Words are drawn in letters of so many pixels.
  void letters(float size) { smallest_letters_ = std::min(smallest_letters_, size); }
  void number_in_cell(float size) { smallest_number_ = std::min(smallest_number_, size); }

  // In up to four parts, which are joined only where they are kept.
  class Name {
   public:
    template <std::convertible_to<std::string_view> First>
    Name(const First& first, std::string_view second = {}, std::string_view third = {},
         std::string_view fourth = {})
        : parts_{first, second, third, fourth} {}
    [[nodiscard]] std::string joined() const { return fmt::format("{}", fmt::join(parts_, "")); }

   private:
    std::array<std::string_view, 4> parts_;
  };
  // From now on figures are kept, for tests.
  void listen() { listens_ = true; }
  // A figure as it stands on screen; `make` is called only where somebody listens.
  void shown(const Name& name, std::string_view value) {
    if (listens_) figures_[full(name.joined())] = value;
  }
  template <std::invocable Make>
  void shown(const Name& name, Make make) {
    if (listens_) figures_[full(name.joined())] = make();
  }

  // What stands above the panel.
  void title(std::string_view panel, std::string_view words);

  [[nodiscard]] const std::map<std::string, WidgetRect, std::less<>>& widgets() const {
    return widgets_;
  }
  [[nodiscard]] const std::map<std::string, WidgetRect, std::less<>>& panels() const {
    return panels_;
  }
  [[nodiscard]] const std::map<std::string, float, std::less<>>& cut_texts() const {
    return cut_texts_;
  }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& figures() const {
    return figures_;
  }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& titles() const {
    return titles_;
  }
  // Of this frame, in pixels.
  [[nodiscard]] float smallest_letters() const { return smallest_letters_; }
  [[nodiscard]] float smallest_number() const { return smallest_number_; }

  // As it is recorded.
  [[nodiscard]] std::string full(std::string_view name) const {
    return prefix_ + std::string(name);
  }

 private:
  std::string prefix_;
  std::map<std::string, WidgetRect, std::less<>> widgets_, panels_;
  std::map<std::string, float, std::less<>> cut_texts_;
  std::map<std::string, std::string, std::less<>> figures_, titles_;
  bool listens_ = false;
  float smallest_letters_ = std::numeric_limits<float>::max();
  float smallest_number_ = std::numeric_limits<float>::max();
};

}  // namespace warplens::ui
