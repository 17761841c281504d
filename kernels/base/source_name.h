// A function by the name that its author gave it, for a mangled one.
#pragma once

#include <string>

namespace warplens {

// "scale" or "tile<32>" for _Z5scalePfi, _Z4tileILi32EEvPf: the name as the source writes it,
// without return type and parameters. A name that is not mangled stays as it is.
[[nodiscard]] std::string source_name(const std::string& symbol);

}  // namespace warplens
