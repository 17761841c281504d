#include "kernels/base/source_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace warplens {
namespace {

// The offset at which the parameter list of "void ns::tile<(Mode)1>(float*, int)" opens: its last
// outermost bracket.
std::size_t parameters_of(std::string_view name) {
  std::size_t open = name.size();
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '(' && depth == 0) open = i;
    if (name[i] == '(' || name[i] == '<') ++depth;
    if (name[i] == ')' || name[i] == '>') --depth;
  }
  return open;
}

// Behind the return type, which only templates have in their mangled names.
std::size_t after_return_type(std::string_view name) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ' ' && depth == 0) start = i + 1;
    if (name[i] == '(' || name[i] == '<') ++depth;
    if (name[i] == ')' || name[i] == '>') --depth;
  }
  return start;
}

}  // namespace

std::string source_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || demangled == nullptr) return symbol;
  std::string_view name(demangled.get());
  name = name.substr(0, parameters_of(name));
  name = name.substr(after_return_type(name));
  return name.empty() ? symbol : std::string(name);
}

}  // namespace warplens
