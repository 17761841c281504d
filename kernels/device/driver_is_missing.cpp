#include "kernels/device/driver_is_missing.h"

namespace warplens::device {

Error driver_is_missing(std::string_view library) {
  return {tr("{} is not installed: install NVIDIA's driver to use a GPU", library)};
}

}  // namespace warplens::device
