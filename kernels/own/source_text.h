// Reads what a CUDA source says of its kernels, without a compiler: enough for guesses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::own {

// Comments, strings and their contents made blanks; every line keeps its number.
[[nodiscard]] std::string without_comments(std::string_view source);

// "const float* in" for each parameter of each __global__ function of that name.
struct Declaration {
  std::vector<std::string> parameters;
  std::string body;  // between its braces; empty for a declaration alone
  std::vector<std::string> template_parameters;  // "int BLOCK_SIZE"
};
[[nodiscard]] std::vector<Declaration> kernel_declarations(std::string_view source,
                                                           std::string_view name);

// "float" of "__constant__ float taps[7]"; empty where no such variable is declared.
[[nodiscard]] std::string variable_type(std::string_view source, std::string_view name);

// Whether `text` has the word `name`.
[[nodiscard]] bool mentions(std::string_view text, std::string_view name);

// Integers that a source calls BLOCK, TILE, THREADS or alike: constexpr, const, enum or #define.
struct NamedConstant {
  std::string name;
  std::int64_t value = 0;
};
// Whether the name is one of a block, of a tile or of threads; whether it says that the constant is
// how many threads a block has.
[[nodiscard]] bool names_a_block(std::string_view name);
[[nodiscard]] bool names_threads_of_block(std::string_view name);

}  // namespace warplens::own
