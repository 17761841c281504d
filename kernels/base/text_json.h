// A Text but for its English sentence, as one line for files: "" for a name,
// {"values":[3,"a.cu",{"text":"…","values":[…]}]} for a text that is translated.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/text.h"

namespace warplens {

[[nodiscard]] std::string values_as_json(const Text& text);
// Nothing if `values` is not written by values_as_json(), or the text would be too large to read.
[[nodiscard]] std::optional<Text> text_from_json(std::string english, std::string_view values);

}  // namespace warplens
