// What this module keeps from frame to frame: ui.state<…>().
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/file_list.h"
#include "app/session/form_fields.h"
#include "app/state/own_kernel.h"
#include "kernels/base/job.h"

namespace warplens::ui {

struct Listing {
  session::FileList list;
  std::vector<session::ListedFile> recent;
};

struct OpenState {
  std::filesystem::path folder;             // that is shown
  std::optional<session::FormField> field;  // whose file is looked for; none: to be opened
  bool is_open = false;
  std::shared_ptr<Job<std::string, Listing>> listing =
      std::make_shared<Job<std::string, Listing>>();  // of the folder; never null
  std::optional<session::ListedFile> typed;           // a path in place of a filter
  bool wants_keyboard = false;                        // the filter is to get it, empty
  std::string error;                                  // of the row that was chosen last
  std::string text;                                   // names that are in sight
};

struct FormState {
  bool shows_kernels = false;  // the list of kernels in place of the form
  std::string of;              // the file and the kernel whose form it was
  std::shared_ptr<const own::LaunchForm> form;
  std::map<std::string, std::string> drafts;  // by field_name(): typed, and not taken yet
  std::string dragged;                        // the size whose slider is held
  std::string brought;                        // what a step points at, once it came into view
};

// The text that is typed into, as ImGui holds it.
struct EditorState {
  std::string file;
  unsigned generation = 0;  // of the app's text that `text` was taken from
  std::string text;
  int caret = 0;               // bytes before it
  bool follows_caret = false;  // it is to come into view
  bool has_keyboard = false;
  std::size_t cursor_line = 0;  // of the access that was scrolled to last; 0: none
};

struct ErrorsState {
  session::OwnFilePtr file;  // whose errors were shown last
  std::size_t chosen = 0;    // of its diagnostics
  bool moved = false;        // it is to come into view
};

}  // namespace warplens::ui
