#include "kernels/base/stopped.h"

namespace warplens {

bool is_stopped(const std::stop_token& stop) { return stop.stop_requested(); }

}  // namespace warplens
