// Characters of what has been loaded (sources, PTX, names, messages) that the fonts do not have
// yet.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/session/kernel_result.h"
#include "app/ui/compat.h"

namespace warplens::ui {

// Everything in a result that a panel may draw and that is not the app's own text.
[[nodiscard]] std::string text_of(const session::KernelResult& result);

// The characters of `text`, once each, that `ranges` (pairs of first and last, as ImGui takes them)
// lack. Those that ImGui cannot draw at all, above U+FFFF, are left out, as are damaged bytes.
[[nodiscard]] std::string missing_characters(std::string_view text,
                                             std::span<const ImWchar> ranges);

}  // namespace warplens::ui
