// The name of this machine's processor.
#pragma once

#include <string>

namespace warplens::run {

[[nodiscard]] const std::string& processor_name();  // as the system calls it; "unknown"

}  // namespace warplens::run
