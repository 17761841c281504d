// The keys and what they do, as the help shows them.
#pragma once

#include <span>
#include <string_view>

#include "app/words/strings.h"

namespace warplens::ui {

struct KeyHelp {
  std::string_view keys;
  Str what;
};
[[nodiscard]] std::span<const KeyHelp> key_map();

}  // namespace warplens::ui
