// The parameters of a kernel as its author wrote them: types from its mangled name, names from its
// source.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/parameter_type.h"
#include "kernels/own/source_text.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

struct SignatureParameter {
  std::string name;  // "rows"; "arg0" where no source says
  ParameterType type;
  bool is_named = false;  // by its author
};

struct Signature {
  std::string kernel;                          // "tile<32>"
  std::vector<SignatureParameter> parameters;  // as many as the entry has
};

[[nodiscard]] Signature signature_of(const ptx::Function& entry,
                                     const std::vector<std::string>& sources);

// BLOCK, TILE and alike, as far as the kernel's own text names them.
[[nodiscard]] std::vector<NamedConstant> constants_of(const ptx::Function& entry,
                                                      const std::vector<std::string>& sources);

// "tile<32>(const float* in, float* out, int n)".
[[nodiscard]] std::string readable(const Signature& signature);

}  // namespace warplens::own
