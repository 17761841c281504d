// A lesson's text was clicked where it leads to an item of the documents.
#pragma once

#include <string>

namespace warplens::ui {

struct WantedItem {
  std::string id;  // empty: none was
};

}  // namespace warplens::ui
