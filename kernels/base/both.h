// What files bring in English and Chinese: lessons' titles, terms, notes of recordings. Texts of
// the program are in catalogues (text.h).
#pragma once

#include <string>

#include "kernels/base/text.h"

namespace warplens {

struct Both {
  std::string en;
  std::string zh{};  // empty: there is only the English one

  [[nodiscard]] const std::string& in(Language language) const {
    return language == Language::zh && !zh.empty() ? zh : en;
  }
  friend bool operator==(const Both&, const Both&) = default;
};

// Both languages of a text, as a file keeps them.
[[nodiscard]] inline Both both(const Text& text) {
  return {text.in(Language::en), text.in(Language::zh)};
}

}  // namespace warplens
