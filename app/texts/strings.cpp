#include "app/texts/strings.h"

#include <cstddef>

namespace warplens::ui {
namespace {

#define WARPLENS_TEXT(name, ...) tr_row(__VA_ARGS__),
constexpr TextView kStrings[] = {WARPLENS_STRINGS(WARPLENS_TEXT)};
#undef WARPLENS_TEXT

}  // namespace

TextView text(Str id) { return kStrings[static_cast<std::size_t>(id)]; }

}  // namespace warplens::ui
