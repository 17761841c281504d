// What this machine's processor is called.
#pragma once

#include <string>

namespace warplens::run {

[[nodiscard]] const std::string& processor_name();  // as the system calls it; "unknown"

}  // namespace warplens::run
