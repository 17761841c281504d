// At the foot of the contents: the path of a class, this lesson as a sheet, the answers as a file.
#pragma once

#include <filesystem>
#include <future>
#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

struct TeachingState {
  bool asks_name = false;  // under which the answers are to be written
  std::string name;
  std::shared_future<Result<std::filesystem::path>> sheet;  // that is being made
};

void teaching_row(const AppState& app, Ui& ui);

// Says when a sheet is done. To be called every frame.
void follow_sheet(Ui& ui);

}  // namespace warplens::ui
