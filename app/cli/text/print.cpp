#include "app/cli/text/print.h"

#include "kernels/base/visible_text.h"

namespace warplens::cli {

void print_visible(std::FILE* file, std::string_view text) {
  fmt::print(file, "{}", visible_text(text));
}

void say_visible(std::string_view text) {
  const std::string shown = visible_text(text);
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

}  // namespace warplens::cli
