#include "kernels/run/toolkit/compile_options.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warplens::run {
namespace {

bool is_plain_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+,@=: ").find(c) != std::string_view::npos;
  });
}

}  // namespace

Result<std::vector<std::string>> compiler_arguments(const CompileOptions& options) {
  std::vector<std::string> words;
  std::error_code error;
  for (const auto& folder : options.include_folders)
    words.push_back("--include-path=" + std::filesystem::absolute(folder, error).string());
  for (const std::string& definition : options.definitions)
    words.push_back("--define-macro=" + definition);
  words.insert(words.end(), options.more.begin(), options.more.end());
  for (const std::string& word : words) {
    if (is_plain_word(word)) continue;
    return fail(
        tr("'{}' is not given to the compiler: letters, digits and / . _ - + , @ = : may be in it",
           word));
  }
  return words;
}

}  // namespace warplens::run
