#include "app/words/strings.h"

#include <cstddef>

namespace warplens::ui {
namespace {

#define WARPLENS_TEXT(name, english, chinese) TextView{english, chinese},
constexpr TextView kStrings[] = {WARPLENS_STRINGS(WARPLENS_TEXT)};
#undef WARPLENS_TEXT

}  // namespace

std::span<const TextView> all_strings() { return kStrings; }

std::string_view text(Str id, Language language) {
  return kStrings[static_cast<std::size_t>(id)].in(language);
}

}  // namespace warplens::ui
