// Diagnostics: what a compiler said, place by place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::run {

struct Diagnostic {
  enum class Severity : std::uint8_t { error, warning, note } severity = Severity::error;
  std::string file;
  std::uint32_t line = 0;
  // The column of the compiler's mark, from 1; 0: it set none. nvcc prints a line with its blanks
  // made one and its macros replaced: behind such a place the column is near, not exact.
  std::uint32_t column = 0;
  std::string message;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// The diagnostics in the output of nvcc, NVRTC or the host compiler (Error::log), in its order. Any
// text is safe.
[[nodiscard]] std::vector<Diagnostic> parse_diagnostics(std::string_view log);

}  // namespace warplens::run
