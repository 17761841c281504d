// What a person says of a launch of which the rest is guessed, or kept in a file.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernels/own/launch_form.h"

namespace warplens::own {

struct GivenLaunch {
  std::array<Entry, 3> grid, block;     // x empty: not given
  std::array<Entry, 3> cluster{};       // the same
  Entry shared;                         // empty: not given
  std::vector<FormArgument> arguments;  // by the parameters' names; a buffer's count may be empty
  std::vector<FormBuffer> buffers;      // that are no argument by themselves
  catalog::Parameters sizes;
  std::vector<std::string> files{};  // LaunchForm::given_files

  [[nodiscard]] bool is_empty() const;
  // The argument that is given for a parameter; nullptr: none is.
  [[nodiscard]] const FormArgument* find(std::string_view name) const;
};

// Puts it in the place of what the form has. A scalar that the form calls a size is that size.
// Errors: the form has no argument or no size of a name.
Result<void> take_given(const GivenLaunch& given, LaunchForm& form);
// The same of all but the sizes, which are returned.
Result<catalog::Parameters> take_given_fields(const GivenLaunch& given, LaunchForm& form);

// What a person has corrected in a form that was guessed as `base`.
[[nodiscard]] GivenLaunch given_in(const LaunchForm& corrected, const LaunchForm& base);

}  // namespace warplens::own
