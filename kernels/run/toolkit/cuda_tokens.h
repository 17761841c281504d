// CUDA source as its words, without white space and comments: what stays the same when somebody
// formats it otherwise.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warplens::run {

struct CudaToken {
  std::string_view text;   // of the source
  std::uint32_t line = 1;  // that it begins in
  friend bool operator==(const CudaToken& a, const CudaToken& b) { return a.text == b.text; }
};

// Names and numbers whole, texts in quotes whole, every other character by itself. Any text is
// safe; the tokens point into it.
[[nodiscard]] std::vector<CudaToken> cuda_tokens(std::string_view source);

}  // namespace warplens::run
