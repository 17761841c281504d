// Says texts in the language that a person has chosen.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "app/words/strings.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::ui {

struct Speech {
  Language language = Language::en;

  [[nodiscard]] std::string_view say(Str id) const { return text(id, language); }
  template <class... Args>
  [[nodiscard]] std::string say(Str id, Args&&... args) const {
    return fmt::format(fmt::runtime(text(id, language)), std::forward<Args>(args)...);
  }
  [[nodiscard]] const std::string& say(const Text& both) const { return both.in(language); }
  [[nodiscard]] const std::string& say(const Error& error) const { return say(error.message); }
};

}  // namespace warplens::ui
