// At the foot of the contents: the path of a class, this lesson as a sheet, the answers as a file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "app/ui/ui.h"
#include "kernels/base/job.h"

namespace warplens::ui {

struct TeachingState {
  bool asks_name = false;  // under which the answers are to be written
  bool wants_keyboard = false, is_entered = false;  // its field: at first; by Enter
  std::string name;
  using SheetJob = Job<std::monostate, std::filesystem::path>;
  std::shared_ptr<SheetJob> sheet = std::make_shared<SheetJob>();  // never null
};

void teaching_row(const AppState& app, Ui& ui);

// Says when a sheet is done. To be called every frame.
void follow_sheet(Ui& ui);

}  // namespace warplens::ui
