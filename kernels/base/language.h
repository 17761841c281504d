// The languages of the app: English, which is in the code, and one a catalogue, po/LANGUAGE.po.
// Catalogues are compiled by gettext's msgfmt when Warplens is built and are part of the program
// (cmake/Catalogues.cmake).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace warplens {

// An index of languages(); those that code names come first.
enum class Language : std::uint8_t { en, zh };

struct LanguageInfo {
  std::string_view code;  // "zh": as settings, links and options have it
  std::string_view name;  // in itself: "中文"
};

[[nodiscard]] std::span<const LanguageInfo> languages();
[[nodiscard]] std::string_view code_of(Language language);
[[nodiscard]] std::optional<Language> language_of(std::string_view code);
// The one after it, in a ring.
[[nodiscard]] Language next(Language language);

// The translation of an English text in the catalogue of `language`; nothing if it has none.
[[nodiscard]] std::optional<std::string_view> translation(std::string_view english,
                                                          std::string_view context,
                                                          Language language);
struct Translation {
  std::string_view english, context, text;
};
// All that its catalogue has; English has none.
[[nodiscard]] std::vector<Translation> translations(Language language);

}  // namespace warplens
