// The environment of the programs that a test starts.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace warplens::cli_test {

// Set until the end of the scope.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    if (before_.has_value()) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// The driver of that folder of tests/, in place of the machine's own.
inline Environment driver(const std::string& library) {
  return {"LD_LIBRARY_PATH", WARPLENS_BINARY_DIR "/tests/" + library};
}

}  // namespace warplens::cli_test
