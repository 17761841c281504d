// Any bytes, with the right hash put behind them, must be refused or read as what is written again
// the same.
#include <cstdint>
#include <string>

#include "kernels/base/sha256.h"
#include "kernels/sass/assembled.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens;
  std::string text(reinterpret_cast<const char*>(data), size);
  (void)sass::read_assembled(text);
  text += "sha256 " + sha256(text) + '\n';
  const auto read = sass::read_assembled(text);
  if (!read.has_value()) return 0;
  const auto again = sass::read_assembled(sass::to_text(*read));
  if (!again.has_value() || *again != *read) __builtin_trap();
  return 0;
}
