// What the overlay Open… lists.
#pragma once

#include <vector>

#include "app/features/own_kernel/own_panels.h"

namespace warplens::ui {

// A heading has no file.
struct OpenRow {
  std::string name;    // shown; of a heading its words
  std::string detail;  // where it lies
  std::string mark;    // for tests
  const session::ListedFile* file = nullptr;
};

// What is typed, where it is a path, beneath where the program was started or the folder shown.
[[nodiscard]] std::optional<session::ListedFile> typed_path(const Ui& ui);

// That path alone; else those that match what is typed, recent ones first. Valid until the next
// listing.
[[nodiscard]] std::vector<OpenRow> open_rows(const Ui& ui, const Listing& listing);
// The files among them.
[[nodiscard]] std::vector<const session::ListedFile*> files_of(const std::vector<OpenRow>& rows);

// What was read of the folder; null while it is read.
[[nodiscard]] const Listing* current_listing(const AppState& app, Ui& ui);

// Goes into a folder, or takes a file.
void take_row(Ui& ui, const AppState& app, const session::ListedFile& file);
void go_up(Ui& ui);

}  // namespace warplens::ui
