// Arrays that a kernel takes word by word, as Numba's do. An array x of two dimensions is nine
// parameters:
//
//   x.meminfo 0 · x.parent 0 · x.nitems · x.itemsize · x (the elements) · x.shape0 x.shape1 ·
//   x.stride0 x.stride1 (bytes)
//
// The mangled name says so: "saxpy(float, Array<float, 1, C, mutable, aligned>)". All but the
// elements are numbers that follow from shapes, so that an array is given as one buffer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/own/inference.h"
#include "kernels/own/signature.h"

namespace warplens::own {

struct ArrayWords {
  std::vector<SignatureParameter> parameters;  // as many as the entry has
  std::vector<std::string> sizes;              // what a guess calls an array's length
};
// `types`: of the mangled name; `names`: of the Python function, or none. Nothing: no array is
// among them, or the entry has other parameters.
[[nodiscard]] std::optional<ArrayWords> array_words(const std::vector<std::string>& types,
                                                    const std::vector<std::string>& names,
                                                    const ptx::Function& entry);

// What is given for an array, for its words: `x:in:f32[64*32]` says the shape, too. Arguments that
// have other names than all parameters, and are as many, are meant in their order; the form takes
// their names. Errors: a product of more or fewer numbers than an array has dimensions.
Result<GivenLaunch> in_words(GivenLaunch given, Inference& inference);

// Whether an argument is a word of an array beside its elements.
[[nodiscard]] bool is_array_word(const LaunchForm& form, const std::string& name);
// "64*32", the lengths of an array's dimensions; empty: the buffer is no array's.
Result<std::string> shape_text(const LaunchForm& form, const std::string& array,
                               const Values& values);

}  // namespace warplens::own
