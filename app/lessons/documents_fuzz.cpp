// Any bytes as assets/documents.json must give items in both languages, each with an id of its own,
// or an error, and any text is searched for in them.
#include <cstdint>
#include <string_view>

#include "app/lessons/documents.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::lessons;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = parse_documents(text, "any");
  if (!read.has_value()) {
    if (read.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const ItemPlace& place : read->items()) {
    const DocumentItem& item = read->at(place);
    if (item.says.en.empty() || item.says.zh.empty()) __builtin_trap();
    if (item.is_mistaken() && item.truth.zh.empty()) __builtin_trap();
    if (read->find(item.id) != place) __builtin_trap();
  }
  for (const ItemPlace& found : read->search(text.substr(0, 16))) {
    if (read->at(found).id.empty()) __builtin_trap();
  }
  return 0;
}
