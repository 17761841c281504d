// What one frame needs besides the app's state: fonts, colours, what panels ask for, and scratch
// that belongs to the window only (what is open, what is being dragged, tables made once a result).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/glossary.h"
#include "app/lessons/lesson_search.h"
#include "app/state/app_state.h"
#include "app/ui/fonts.h"
#include "app/ui/layout.h"
#include "app/ui/look.h"
#include "app/ui/recorder.h"
#include "app/ui/view_cache.h"
#include "app/words/speech.h"
#include "viz/scene/draw/layout.h"
#include "viz/scene/timelines/host_timeline_window.h"

namespace warplens::ui {

// Makes a texture of a large grid of cells; `view` names it so that it is made anew only on change.
using GridTexture =
    std::function<ImTextureID(const std::string& view, const scene::CellGrid& grid)>;

inline constexpr std::size_t kNoControl = ~std::size_t{0};

// What lies over the window. One at a time; `search` and `chosen` are its own.
struct Overlay {
  enum class Kind : std::uint8_t { none, keys, glossary, lessons, introduction };
  Kind kind = Kind::none;
  std::string search;                    // what is typed
  std::string found_for;                 // the search that `hits` answers
  std::vector<lessons::SearchHit> hits;  // of the lessons
  std::size_t chosen = 0;                // row of the list, card of the introduction
  float scroll = 0;                      // by key, in lines, until carried out
  bool moved = true;                     // by key: `chosen` is to come into view
};

// A line that says what was done, and what can be copied from it.
struct Message {
  std::string words, copyable;
  bool failed = false;
};

// The part of the host timeline's run that is looked at; begun anew for another run.
struct TimelineLens {
  session::HostTimelinePtr timeline;
  session::HostTimelineChoice choice;
  scene::TimeWindow window;
  std::optional<std::size_t> revealed;  // the chosen span that the window has followed
};

struct Ui : Speech {
  Fonts fonts;
  const Look* look = nullptr;
  float scale = 1;
  Recorder recorder;
  std::vector<Command> commands;
  std::array<ViewCache, 2> caches;                  // one a side of the stage
  session::Side side = session::Side::left;         // the one being drawn
  session::Side source_side = session::Side::left;  // whose source is shown
  std::optional<session::StageView> small_view;     // being drawn; its header can make it large
  std::size_t views_shown = 0;          // of AppState::views, a side: the others have no room
  ReadingTab tab = ReadingTab::lesson;  // in a window too narrow for all columns
  TimelineLens timeline_lens;
  GridTexture grid_texture;  // empty: cells are drawn one by one

  const lessons::Glossary* glossary = nullptr;  // null: no hover help
  Overlay overlay;
  Message message;
  std::string picture_wanted;  // a panel's name or "window": a picture of it is wanted…
  std::string picture;         // …and made of this very frame
  std::string csv_wanted;      // a panel whose figures are wanted as CSV…
  std::string csv;             // …and their text, until it is written
  std::string copy_wanted;     // the panel whose figures go to the clipboard
  std::string loaded_text;     // characters that results have added to the fonts
  std::array<session::KernelResultPtr, 2> read;  // results whose characters are in the fonts

  double busy_since = 0;             // ImGui time at which the session was last at rest
  int prediction = 0;                // what is typed
  std::size_t control = kNoControl;  // the control that the keyboard changes
  std::size_t scrolled_to_control = kNoControl;
  std::string scrolled_to_step;    // whose control is pointed at
  std::string scrolled_to_kernel;  // in the list of kernels
  bool wants_answer = false;       // the answer's field is to get the keyboard
  std::string edited;              // the control being dragged
  std::size_t scrolled_to_event = ~std::size_t{0};
  ImVec2 scrolled_source{0, 0};                   // the size of the source's lines then
  bool shows_ptx = false;                         // below the source, or in its place
  std::size_t scrolled_to_ptx = ~std::size_t{0};  // row
  std::vector<std::string> highlight;

  [[nodiscard]] ViewCache& cache() { return cache(side); }
  [[nodiscard]] const ViewCache& cache() const { return caches[static_cast<std::size_t>(side)]; }
  [[nodiscard]] ViewCache& cache(session::Side of) { return caches[static_cast<std::size_t>(of)]; }
  void ask(Command command) { commands.push_back(std::move(command)); }
};

// How the scene's views look now: theme, language, text measured with the fonts that draw it.
[[nodiscard]] scene::Style scene_style(const Ui& ui);

}  // namespace warplens::ui
