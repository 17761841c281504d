// Lists in which lists stand: "f16,[256,128],box=[64,64]".
#pragma once

#include <string_view>
#include <vector>

namespace warplens::own {

// At the commas that no brackets enclose; without the blanks around.
[[nodiscard]] std::vector<std::string_view> split_outside(std::string_view text);

}  // namespace warplens::own
