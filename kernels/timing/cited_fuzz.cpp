// Any bytes as cited timings must give tables whose rows fill their columns, or an error.
#include <cstdint>
#include <string_view>

#include "kernels/timing/cited.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::timing;
  const auto cited = parse_cited({reinterpret_cast<const char*>(data), size}, "any");
  if (!cited.has_value()) {
    if (cited.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const CitedTable& table : cited->tables) {
    if (table.document >= cited->documents.size() || table.rows.empty()) __builtin_trap();
    for (const CitedRow& row : table.rows) {
      if (row.figures.size() != table.columns.size() || row.name.in(warplens::Language::en).empty())
        __builtin_trap();
    }
  }
  return 0;
}
