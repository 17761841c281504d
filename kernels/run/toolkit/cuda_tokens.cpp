#include "kernels/run/toolkit/cuda_tokens.h"

#include <algorithm>
#include <cctype>

namespace warplens::run {
namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// How many characters of `rest` are white space or a comment; 0: it begins with a token.
std::size_t blank_at(std::string_view rest) {
  if (std::isspace(static_cast<unsigned char>(rest.front())) != 0) return 1;
  if (rest.starts_with("//")) return std::min(rest.find('\n'), rest.size());
  if (!rest.starts_with("/*")) return 0;
  const std::size_t end = rest.find("*/", 2);
  return end == std::string_view::npos ? rest.size() : end + 2;
}

std::size_t quoted_at(std::string_view rest) {
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '\\') {
      ++i;
    } else if (rest[i] == rest.front() || rest[i] == '\n') {
      return i + 1;
    }
  }
  return rest.size();
}

std::size_t token_at(std::string_view rest) {
  if (rest.front() == '"' || rest.front() == '\'') return quoted_at(rest);
  const auto end = std::ranges::find_if_not(rest, is_of_name);
  return std::max<std::size_t>(1, static_cast<std::size_t>(end - rest.begin()));
}

}  // namespace

std::vector<CudaToken> cuda_tokens(std::string_view source) {
  std::vector<CudaToken> tokens;
  std::uint32_t line = 1;
  while (!source.empty()) {
    const std::size_t blank = blank_at(source);
    const std::size_t taken = blank > 0 ? blank : token_at(source);
    if (blank == 0) tokens.push_back({source.substr(0, taken), line});
    line += static_cast<std::uint32_t>(std::ranges::count(source.substr(0, taken), '\n'));
    source.remove_prefix(taken);
  }
  return tokens;
}

}  // namespace warplens::run
