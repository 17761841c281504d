// Any images.json is read or an error; what is read tells of any text whether it is known.
#include <cstdint>

#include "kernels/run/toolkit/shipped_texts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::run;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string source = "int a = 1; // " + std::string(text.substr(0, size / 2));
  const auto texts = parse_shipped_texts(text, source);
  if (!texts.has_value()) return 0;
  for (const ShippedImage& image : texts->images) {
    const auto mended = text_with(*texts, source, image.mended);
    if (mended.has_value()) static_cast<void>(known_text(*texts, *mended));
  }
  return 0;
}
