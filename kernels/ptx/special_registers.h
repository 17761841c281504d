// The names of PTX ISA 10, "Special Registers".
#pragma once

#include <string_view>

namespace warplens::ptx {

// "%laneid", "%tid", "%envreg7"; a component (".x") is not part of the name.
[[nodiscard]] bool is_special_register(std::string_view name);

}  // namespace warplens::ptx
