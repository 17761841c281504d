// SHA-256 (FIPS 180-4): the name of a content.
#pragma once

#include <string>
#include <string_view>

namespace warplens {

// 64 hexadecimal digits, as sha256sum writes them.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace warplens
