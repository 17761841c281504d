// The test hook: what is on screen as JSON, written only when it changes.
//
//   {"frame": n, "size": [w, h], "widgets": {name: {"rect": [x, y, w, h], …}}, "panels": {…},
//    "state": {"step", "kernel", "parameters", "event", "lanes", "figures", …}}
#pragma once

#include <filesystem>
#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

class UiStateFile {
 public:
  // An empty path writes nothing.
  explicit UiStateFile(std::filesystem::path path) : path_(std::move(path)) {}
  [[nodiscard]] bool is_wanted() const { return !path_.empty(); }
  // `speaker`: of the speaker's view; null: there is none.
  Result<void> write(const AppState& app, const Ui& ui, ImVec2 size,
                     const WidgetLog* speaker = nullptr);

 private:
  std::filesystem::path path_;
  std::string last_;
  std::uint64_t frame_ = 0;
};

}  // namespace warplens::ui
