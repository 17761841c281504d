// Any text falls into tokens that stand in it one after the other.
#include <cstdint>

#include "kernels/run/toolkit/cuda_tokens.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const char* end = text.data();
  std::uint32_t line = 1;
  for (const auto& token : warplens::run::cuda_tokens(text)) {
    if (token.text.empty() || token.text.data() < end || token.line < line) __builtin_trap();
    end = token.text.data() + token.text.size();
    line = token.line;
  }
  return 0;
}
