// Where long work looks whether it is to stop. In a browser, which has one thread for all, others run
// meanwhile: the window draws, and the person can cancel.
#pragma once

#include <stop_token>

namespace warplens {

[[nodiscard]] bool is_stopped(const std::stop_token& stop);

}  // namespace warplens
