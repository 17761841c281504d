// The catalogues as gettext's msgfmt compiled them (.mo), in the order of Language. Written by
// cmake/EmbedCatalogues.cmake; kernels/base/language.cpp reads them.
#pragma once

#include <span>
#include <string_view>

namespace warplens {

struct Catalogue {
  std::string_view locale;  // "zh_CN"
  std::span<const unsigned char> bytes;
};

[[nodiscard]] std::span<const Catalogue> catalogues();

}  // namespace warplens
