#include "app/words/strings.h"

#include <algorithm>
#include <array>

#include "app/words/strings_gpu.h"
#include "app/words/strings_timing.h"
#include "app/words/strings_window.h"

namespace warplens::ui {
namespace {

constexpr auto kTable = [] {
  std::array<StringRow, kWindowStrings.size() + kTimingStrings.size() + kGpuStrings.size()> table{};
  auto end = std::ranges::copy(kWindowStrings, table.begin()).out;
  end = std::ranges::copy(kTimingStrings, end).out;
  std::ranges::copy(kGpuStrings, end);
  return table;
}();
static_assert(kTable.size() == static_cast<std::size_t>(Str::count));

}  // namespace

std::span<const StringRow> all_strings() { return kTable; }

std::string_view text(Str id, Language language) {
  const StringRow& row = kTable[static_cast<std::size_t>(id)];
  return language == Language::en ? row.en : row.zh;
}

}  // namespace warplens::ui
