// What pages of a tour are written with; private to this folder.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "app/texts/strings.h"
#include "app/tour/html.h"

namespace warplens::ui {

class Writer {
 public:
  explicit Writer(Language language) : language_(language) {}

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Args>(args)...);
  }
  [[nodiscard]] std::string say(Str id) const { return escaped(text(id).in(language_)); }
  template <class... Args>
  [[nodiscard]] std::string say(Str id, const Args&... args) const {
    return escaped(tr(text(id), args...).in(language_));
  }
  [[nodiscard]] std::string take() { return std::move(html_); }

 private:
  Language language_;
  std::string html_;
};

// Up to the body, with the tour's style.
void page_head(Writer& out, Language language, Str title);

// Of "padding/one-column", on the tour's page.
[[nodiscard]] std::string step_anchor(std::string_view step);

}  // namespace warplens::ui
