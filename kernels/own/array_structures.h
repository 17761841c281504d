// Arrays that CuPy passes by value: CArray<T, dimensions> is an address, a size, and a length and a
// stride in bytes of each dimension, CIndexer<dimensions> a size and each dimension's length and
// index; all of eight bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/own/launch_form.h"
#include "kernels/own/signature.h"

namespace warplens::own {

// Types of the parameters of a kernel that CuPy made ("cupy_add__float32_float32_float32"), which
// has no mangled name: "CArray<float, 1>"; empty: it is none of CuPy's.
[[nodiscard]] std::vector<std::string> cupy_types(const ptx::Function& entry);

struct ArrayStructure {
  FormStructure structure;
  std::optional<FormBuffer> elements;  // of CArray: "x.data"
};
// Of `length` elements in each dimension, row by row. Nothing: another structure.
[[nodiscard]] std::optional<ArrayStructure> array_structure(const SignatureParameter& parameter,
                                                            std::uint64_t bytes,
                                                            const std::string& length);

}  // namespace warplens::own
