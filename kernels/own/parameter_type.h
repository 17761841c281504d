// A kernel parameter's C++ type, as a source or a demangled name writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::own {

struct ParameterType {
  std::string text;  // "const float*"
  bool is_pointer = false;
  bool is_constant = false;  // what it points to cannot be written
  // The element type of the value, or of what it points to; none for a structure or a template's
  // parameter.
  std::optional<catalog::ElementType> element;
  std::uint32_t lanes = 1;  // 4 for float4
};

[[nodiscard]] ParameterType parameter_type(std::string_view text);

}  // namespace warplens::own
