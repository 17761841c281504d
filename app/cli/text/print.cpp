#include "app/cli/text/print.h"

#include "kernels/base/visible_text.h"

namespace warplens::cli {

void print_visible(std::FILE* file, std::string_view text) {
  fmt::print(file, "{}", visible_text(text));
}

}  // namespace warplens::cli
