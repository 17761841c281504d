// The parameters of a kernel as its author wrote them: types from its mangled name, names from its
// source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/caches/told.h"
#include "kernels/own/parameter_type.h"
#include "kernels/own/source_text.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

struct SignatureParameter {
  std::string name;  // "rows"; "arg0" where no source says
  ParameterType type;
  bool is_named = false;  // by its author
  bool is_part = false;   // one word of an array, or added by the compiler: not written by anyone
  // Expressions, where only one is right: of a number, of a pointer's elements ("0": null).
  std::string value{}, count{};
  bool is_written = false;    // in a way that the PTX does not show
  std::int64_t multiple = 1;  // that the compiler takes its value for
  caches::ToldMap map{};      // with a box: what the compiler says of a tensor map
};

struct Signature {
  std::string kernel;                          // "tile<32>"
  std::vector<SignatureParameter> parameters;  // as many as the entry has
  std::vector<std::string> sizes{};            // that values and counts name and nobody passes
};

// `told`: by a file beside the PTX; what it does not say is as without it.
[[nodiscard]] Signature signature_of(const ptx::Function& entry,
                                     const std::vector<std::string>& sources,
                                     const std::optional<caches::ToldLaunch>& told = {});

// BLOCK, TILE and alike, as far as the kernel's own text names them.
[[nodiscard]] std::vector<NamedConstant> constants_of(const ptx::Function& entry,
                                                      const std::vector<std::string>& sources);

// "tile<32>(const float* in, float* out, int n)".
[[nodiscard]] std::string readable(const Signature& signature);

}  // namespace warplens::own
