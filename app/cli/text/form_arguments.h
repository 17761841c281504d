// --arg and --buffer as parts of a launch form: as own_arguments.h reads them, but numbers may be
// expressions of sizes (x:in:f32[n], 'p:{ptr,i32}=@x,n'), and files stay names. Tensor maps
// and textures are read here alone (kernels/own/tensor_map_text.h, texture_text.h).
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "kernels/own/launch_form.h"

namespace warplens::cli {

// Whether sizes are given that numbers may be made of.
enum class FormNumbers : std::uint8_t { plain, expressions };

Result<own::FormArgument> parse_form_argument(std::string_view text,
                                              FormNumbers numbers = FormNumbers::expressions);
Result<own::FormBuffer> parse_form_buffer(std::string_view text,
                                          FormNumbers numbers = FormNumbers::expressions);

// The names of several launches' arguments: each is given once, and what refers to one must come
// after it.
class ArgumentNames {
 public:
  Result<void> take(const own::FormArgument& argument);

 private:
  std::set<std::string, std::less<>> names_;
};

// "X[,Y[,Z]]" of --grid or --block; of expressions, too.
Result<std::array<own::Entry, 3>> parse_form_shape(std::string_view option, std::string_view text,
                                                   FormNumbers numbers = FormNumbers::expressions);

}  // namespace warplens::cli
