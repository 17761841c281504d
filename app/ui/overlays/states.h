// What lies over the window, as far as it is kept from frame to frame: ui.state<…>().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_search.h"

namespace warplens::ui {

// What a search over the contents has found: a place in a lesson, a lesson that is planned, a term.
struct FoundRow {
  enum class Kind : std::uint8_t { place, planned, term };
  Kind kind = Kind::place;
  lessons::SearchHit place;
  std::size_t index = 0;  // of the planned lessons, of the glossary's terms
};

// One at a time; `search` and `chosen` are its own.
struct Overlay {
  enum class Kind : std::uint8_t { none, keys, glossary, lessons, introduction, open };
  Kind kind = Kind::none;
  std::string search;     // what is typed
  std::string found_for;  // the search that `found` answers
  std::vector<FoundRow> found;
  std::size_t chosen = 0;           // row of the list, card of the introduction
  std::optional<std::size_t> term;  // of the glossary, to stand first while it is searched for
  float scroll = 0;                 // by key, in lines, until carried out
  bool moved = true;                // by key: `chosen` is to come into view
};

// A line that says what was done, and what can be copied from it.
struct Message {
  std::string words, copyable;
  bool failed = false;
};

struct Progress {
  double busy_since = 0;  // ImGui time at which the session was last at rest
};

}  // namespace warplens::ui
