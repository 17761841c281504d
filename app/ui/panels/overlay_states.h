// What lies over the window, as far as it is kept from frame to frame: ui.state<…>().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/documents.h"
#include "app/lessons/lesson_search.h"
#include "app/ui/compat.h"

namespace warplens::ui {

// What a search over the contents has found.
struct FoundRow {
  enum class Kind : std::uint8_t { place, term, kernel, key, item };
  Kind kind = Kind::place;
  lessons::SearchHit place{};
  std::size_t index = 0;      // of the glossary's terms, of the help's lines
  std::string kernel{};       // "transpose/tile"
  Text about{};               // … and its idea
  lessons::ItemPlace item{};  // of the documents
};

// One at a time; `search` and `chosen` are its own.
struct Overlay {
  enum class Kind : std::uint8_t {
    none,
    keys,
    glossary,
    lessons,
    introduction,
    open,
    save,
    unsaved,
    documents
  };
  Kind kind = Kind::none;
  std::string search;     // what is typed
  std::string found_for;  // the search that `found` answers
  std::vector<FoundRow> found;
  std::size_t chosen = 0;           // row of the list, card of the introduction
  std::optional<std::size_t> term;  // of the glossary, to stand first while it is searched for
  std::optional<std::size_t> key;   // of the help's lines, to stand out
  float scroll = 0;                 // by key, in lines, until carried out
  std::size_t document = 0;         // that is shown of the documents
  std::optional<lessons::ItemPlace> item;  // of it, to begin at
  bool moved = true;                       // by key: `chosen` is to come into view
  std::optional<std::size_t> answer;       // to the introduction's question: a choice from 0
  double since = 0;       // ImGui time at which its picture began to move; 0: not yet
  bool animates = false;  // it moves
};

// A line that says what was done, and what can be copied from it. It goes by itself unless
// something failed.
struct Message {
  std::string words, copyable;
  bool failed = false;
  double since = 0;  // ImGui time at which it was shown first; 0: not yet

  [[nodiscard]] bool is_passing() const { return !words.empty() && !failed; }
};

// What can be saved of a panel: the overlay of Kind::save.
struct SaveMenu {
  std::string panel;        // "right.bank_view"
  ImVec2 below{0, 0};       // the lower right corner of what opened it
  ImVec2 size{0, 0};        // its own, when drawn last
  int first = 1, last = 1;  // places of a GIF's pictures
  double speed = 2;
  std::string folder;                // as it is typed
  std::vector<std::string> folders;  // in it
  std::string problem;               // with it, or with a link
};

struct Progress {
  double busy_since = 0;  // ImGui time at which the session was last at rest
};

}  // namespace warplens::ui
