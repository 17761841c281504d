#include "app/cli/text/print_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "kernels/base/visible_text.h"

namespace warplens::cli {

void print_csv(tables::Table table) {
  for (tables::Row& row : table) {
    std::ranges::transform(row, row.begin(),
                           [](const std::string& cell) { return visible_text(cell); });
  }
  fmt::print("{}", tables::as_csv(table));
}

}  // namespace warplens::cli
