// What lies over the window, as far as it is kept from frame to frame: ui.state<…>().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/lesson_search.h"

namespace warplens::ui {

// One at a time; `search` and `chosen` are its own.
struct Overlay {
  enum class Kind : std::uint8_t { none, keys, glossary, lessons, introduction, open };
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

struct Progress {
  double busy_since = 0;  // ImGui time at which the session was last at rest
};

}  // namespace warplens::ui
