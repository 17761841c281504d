// --arg and --buffer as parts of a launch form: as own_arguments.h reads them, but numbers may be
// expressions of sizes (x:in:f32[n], 'p:{ptr,i32}=@x,n'), and files stay names.
#pragma once

#include <string_view>

#include "kernels/own/launch_form.h"

namespace warplens::cli {

Result<own::FormArgument> parse_form_argument(std::string_view text);
Result<own::FormBuffer> parse_form_buffer(std::string_view text);

// "X[,Y[,Z]]" of --grid or --block; of expressions, too.
Result<std::array<own::Entry, 3>> parse_form_shape(std::string_view option, std::string_view text);

}  // namespace warplens::cli
