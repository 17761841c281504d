// Any text must give launches or an error; what was read is written and read alike.
#include <cstdint>
#include <string_view>

#include "kernels/own/sidecar.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::own;
  const auto sidecar = parse_sidecar({reinterpret_cast<const char*>(data), size});
  if (!sidecar.has_value()) return 0;
  const std::string text = sidecar_text(*sidecar);
  const auto again = parse_sidecar(text);
  if (!again.has_value() || sidecar_text(*again) != text) __builtin_trap();
  for (const NamedLaunch& launch : sidecar->launches)
    if (!values_of(launch.form).has_value()) return 0;
  return 0;
}
