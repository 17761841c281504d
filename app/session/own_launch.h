// How an own kernel came to be launched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/own/launch_form.h"

namespace warplens::session {

struct OwnEntry {
  std::string name;       // as find_entry() takes it
  std::string signature;  // "tile<32>(const float* in, int n)"
};

// How one of a file's kernels is launched.
struct OwnLaunch {
  OwnEntry kernel;
  own::LaunchForm form;
  bool is_guessed = false;           // by nobody corrected or kept
  bool is_kept = false;              // the sidecar says the same
  std::optional<Error> guess_error;  // the form is what could be read off without running
  std::vector<std::string> possible_references{};  // kernels, by name
};

}  // namespace warplens::session
