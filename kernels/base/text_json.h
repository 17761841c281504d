// What a Text is made of besides its English sentence, as one line for files: "" of a name,
// {"values":[3,"a.cu",{"text":"…","values":[…]}]} of a text that is translated.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/text.h"

namespace warplens {

[[nodiscard]] std::string values_as_json(const Text& text);
// Nothing: `values` is not what values_as_json() writes, or makes a text that is too large to be
// read.
[[nodiscard]] std::optional<Text> text_from_json(std::string english, std::string_view values);

}  // namespace warplens
