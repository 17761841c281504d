// Finding a kernel by what it is called and by what its idea says.
#pragma once

#include <string>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::ui {

// Each of the words, apart by blanks, stands in `text`; Latin letters whatever their case. True
// where there are no words.
[[nodiscard]] bool has_words(std::string_view text, std::string_view words);

// One a line.
[[nodiscard]] std::string in_all_languages(const Text& text);

// Each of the words stands in the variant's name or idea or in its family's name
// or title, in any language.
[[nodiscard]] bool is_about(const catalog::Family& family, const catalog::Variant& variant,
                            std::string_view words);

}  // namespace warplens::ui
