// PTX to be put into a kernel's text, under names of its own.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace warplens::device {

// Written as patterns for fmt in which $ stands for the prefix of every name brought along; the
// prefix occurs nowhere in the text that the code is for. The code stays on one line.
class InsertedCode {
 public:
  explicit InsertedCode(std::string prefix) : prefix_(std::move(prefix)) {}

  template <class... Arguments>
  InsertedCode& add(std::string_view pattern, const Arguments&... arguments) {
    text_ += fmt::format(fmt::runtime(named(pattern)), arguments...);
    text_ += ' ';
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::string named(std::string_view pattern) const {
    std::string result;
    for (const char c : pattern) c == '$' ? result += prefix_ : result += c;
    return result;
  }

  std::string prefix_;
  std::string text_;
};

}  // namespace warplens::device
