#include "kernels/device/driver_is_missing.h"

namespace warplens::device {

Error driver_is_missing(std::string_view /*library*/) {
  return {tr("a browser gives CUDA no GPU: Warplens on a computer with one uses it")};
}

}  // namespace warplens::device
