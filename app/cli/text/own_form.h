// The launch of a file for which the command line gives none: its sidecar's, or a guessed one.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/own/given_launch.h"
#include "kernels/own/sidecar.h"

namespace warplens::cli {

struct OwnFormRequest {
  std::string file;
  std::string kernel;                 // --entry; may be empty
  std::string launch;                 // --launch, of the sidecar; may be empty
  std::vector<std::string> settings;  // NAME=NUMBER: sizes
  own::GivenLaunch given{};           // by options; the rest is the sidecar's, or guessed from it
  std::stop_token stop{};             // ends a guess
};

struct OwnForm {
  own::LaunchForm form;
  std::string name;               // of the launch in the sidecar
  bool is_guessed = false;        // else it is the sidecar's, or options describe all of it
  bool is_given_in_part = false;  // by options; the rest is guessed
};

// Nothing: the file has several kernels, and none was named; they are to be listed. Errors: a
// sidecar that cannot be read, a launch or kernel that is not there, a size that the form lacks.
Result<std::optional<OwnForm>> find_own_form(const OwnFormRequest& request,
                                             const run::LoadedKernel& loaded);

// "scale(const float* in, float* out, int n)" of each kernel.
[[nodiscard]] std::vector<std::string> signatures_of(const run::LoadedKernel& loaded);

// What was assumed and why, a line each, and how to keep it.
[[nodiscard]] std::vector<Text> assumption_lines(const OwnForm& form, const std::string& file);
// The same launch by options, to be completed: warplens trace my.cu --grid 4 --arg ….
Result<std::string> command_line(const own::LaunchForm& form, const std::string& file);

// Writes the form into the file's sidecar, under its name.
Result<void> save_own_form(const OwnForm& form, const std::string& file);

}  // namespace warplens::cli
