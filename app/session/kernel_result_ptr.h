// Results by reference: for who hands them on. What is in them: kernel_result.h.
#pragma once

#include <memory>

namespace warplens::session {

struct KernelResult;
struct LaunchResult;
using KernelResultPtr = std::shared_ptr<const KernelResult>;

}  // namespace warplens::session
