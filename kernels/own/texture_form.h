// The texture or surface that a form describes, and the buffer of one that has texels of its own.
#pragma once

#include "kernels/own/launch_form.h"

namespace warplens::own {

// Errors: what CUDA does not have (Texture::check()).
Result<Texture> texture_of(const FormTexture& form, const Values& values);
// The buffer of one that has texels of its own; what a surface leaves there is a result.
[[nodiscard]] FormBuffer texels_of(const FormTexture& form, const Texture& described);

}  // namespace warplens::own
