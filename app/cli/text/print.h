// The one way to the terminal: what is printed shows control characters instead of sending them, so
// that no text of a kernel, a source or a capture can act on the terminal.
//
//   print_text("{} bytes\n", count);     standard output
//   print_line(speech, tr("{} bytes", count));  standard output, in the chosen language
//   print_error("warplens: {}\n", what);  standard error
//
// Standard output that cannot be written throws what fmt::print does: cli::run() makes it an error.
// Where standard error is closed or full, nobody can be told, and the work goes on.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "app/texts/speech.h"
#include "kernels/base/dim3.h"

namespace warplens::cli {

// "16x16x1".
[[nodiscard]] inline std::string dim3_text(const Dim3& dim) {
  return fmt::format("{}x{}x{}", dim.x, dim.y, dim.z);
}

void print_visible(std::FILE* file, std::string_view text);
void say_visible(std::string_view text);

template <class... Args>
void print_text(fmt::format_string<Args...> format, Args&&... args) {
  print_visible(stdout, fmt::format(format, std::forward<Args>(args)...));
}

inline void print_line(const ui::Speech& speech, const Text& text) {
  print_text("{}\n", speech.say(text));
}

// "words (3 times)"; the words alone for once.
inline std::string with_times(const ui::Speech& speech, const std::string& words,
                              std::uint64_t times) {
  if (times == 1) return words;
  return speech.say(tr("{} ({})", words, speech.say(ui::Str::finding_times, times)));
}

template <class... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  say_visible(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace warplens::cli
