// What is to be taken out of the window: files of views, tables and the trace; figures on the
// clipboard.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/settings/screenshot.h"
#include "app/ui/compat.h"
#include "viz/gl/svg.h"

namespace warplens::ui {

// A file that a person wants of what a panel shows.
struct SaveWish {
  enum class Kind : std::uint8_t { png, svg, gif, csv, text, perfetto, capture };
  Kind kind = Kind::png;
  std::string panel;           // "bank_view"; "right.bank_view" of two kernels; "window"
  float times = 1;             // of a PNG: pixels for each of the window's
  session::EventRange events;  // of a GIF: places in what the transport goes through
  double speed = 2;            // of a GIF: pictures a second
  std::string table;           // of CSV and text: saved_tables.h
  std::string folder;          // empty: the one that the settings name
};

// A GIF that is being made.
struct FilmProgress {
  int done = 0, all = 0;  // pictures; 0 of 0: none is made
};

struct Exports {
  std::string picture_wanted;    // a panel's name or "window": a picture of it is wanted…
  std::string picture;           // …and made of this very frame
  std::string menu_wanted;       // the panel whose menu is to open…
  ImVec2 menu_below{0, 0};       // …below this place
  std::optional<SaveWish> wish;  // until it is begun
  FilmProgress film;
  bool film_cancelled = false;
  std::string copy_wanted;   // the panel whose figures go to the clipboard; "all": all panels'
  bool keeps_lists = false;  // what views draw is kept as well…
  std::vector<svg::PlacedList> lists;  // …of this very frame, in the window's coordinates
};

}  // namespace warplens::ui
