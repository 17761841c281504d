#include <cstddef>
#include <cstdint>

#include "viz/algebra/spec.h"

// A specification that was read is written so that it can be read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::algebra;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto spec = parse_plane(text);
  if (spec.has_value() && parse_plane(text_of(*spec)).value() != *spec) __builtin_trap();
  return 0;
}
