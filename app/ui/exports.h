// What is to be taken out of the window: a picture, figures as CSV, figures on the clipboard.
#pragma once

#include <string>
#include <vector>

#include "viz/svg/svg.h"

namespace warplens::ui {

struct Exports {
  std::string picture_wanted;  // a panel's name or "window": a picture of it is wanted…
  std::string picture;         // …and made of this very frame
  std::string csv_wanted;      // a panel whose figures are wanted as CSV…
  std::string csv;             // …and their text, until it is written
  std::string copy_wanted;     // the panel whose figures go to the clipboard; "all": all panels'
  bool keeps_lists = false;    // what views draw is kept as well…
  std::vector<svg::PlacedList> lists;  // …of this very frame, in the window's coordinates
};

}  // namespace warplens::ui
