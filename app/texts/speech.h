// Says texts in the language that a person has chosen.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/texts/strings.h"
#include "kernels/base/both.h"
#include "kernels/base/result.h"

namespace warplens::ui {

struct Speech {
  Language language = Language::en;

  [[nodiscard]] std::string_view say(TextView text) const { return text.in(language); }
  [[nodiscard]] std::string_view say(Str id) const { return say(text(id)); }
  template <class... Args>
  [[nodiscard]] std::string say(Str id, const Args&... args) const {
    return tr(text(id), args...).in(language);
  }
  [[nodiscard]] std::string say(const Text& text) const { return text.in(language); }
  [[nodiscard]] const std::string& say(const Both& both) const { return both.in(language); }
  [[nodiscard]] std::string say(const Error& error) const { return say(error.message); }
  // "5, 7, 9".
  [[nodiscard]] std::string list(std::span<const int> numbers) const {
    std::string all;
    for (const int each : numbers) {
      all = all.empty() ? fmt::format("{}", each) : say(tr(tr_in("numbers", "{}, {}"), all, each));
    }
    return all;
  }
};

}  // namespace warplens::ui
