// The two backends of this machine, as a check runs variants on them.
#pragma once

#include <memory>
#include <stop_token>

#include "app/cli/check/check_variant.h"
#include "kernels/device/gpu.h"

namespace warplens::cli {

// What a check of one variant takes to be stopped ends with the error "cancelled".
[[nodiscard]] CheckBackends check_backends(std::shared_ptr<const device::Gpu> gpu,
                                           const std::stop_token& stop);

}  // namespace warplens::cli
