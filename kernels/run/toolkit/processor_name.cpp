#include "kernels/run/toolkit/processor_name.h"

#include <fstream>

namespace warplens::run {

namespace {

std::string read_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
#if defined(__aarch64__)
  return "aarch64";  // the system tells these by numbers alone
#else
  return "unknown";
#endif
}

}  // namespace

const std::string& processor_name() {
  static const std::string name = read_name();  // some kernels take 10 ms to tell
  return name;
}

}  // namespace warplens::run
