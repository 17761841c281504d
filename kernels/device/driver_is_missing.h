#pragma once

#include <string_view>

#include "kernels/base/result.h"

namespace warplens::device {

// Why there is no driver, of which `library` is the file, and what to do.
[[nodiscard]] Error driver_is_missing(std::string_view library);

}  // namespace warplens::device
