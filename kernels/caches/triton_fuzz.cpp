// Any two texts must be what Triton tells, nothing or an error; what is told stays in its bounds.
#include <cstdint>
#include <string_view>

#include "kernels/caches/python_names.h"
#include "kernels/caches/triton.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = text.find('\0');
  const std::string_view json = text.substr(0, middle);
  const std::string_view ttir =
      middle == std::string_view::npos ? std::string_view() : text.substr(middle + 1);
  const auto told = warplens::caches::told_by_triton(json, ttir, 8);
  static_cast<void>(warplens::caches::python_parameters(text, "f"));
  if (!told.has_value() || !told->has_value()) return 0;
  const bool is_bounded = (*told)->threads >= 32 && (*told)->threads <= 1024 &&
                          (*told)->parameters.size() <= 8 && (*told)->cluster <= 16;
  if (!is_bounded) __builtin_trap();
  return 0;
}
