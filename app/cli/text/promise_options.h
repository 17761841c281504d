// --max, --min and --fail-on: what a kernel promises (kernels/own/promise.h).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kernels/own/promise.h"

namespace warplens::cli {

class PromiseOptions {
 public:
  void add_to(CLI::App& parser);
  // Errors: a word that is no promise.
  Result<own::Promises> read() const;

 private:
  std::vector<std::string> most_, least_, fails_on_;
};

}  // namespace warplens::cli
