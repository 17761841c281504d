// Any bytes as a link: read or refused, and what is read is written as what is read again.
#include <cstdint>
#include <cstdlib>

#include "app/features/features.h"
#include "app/state/link.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::link;
  const auto features = warplens::features::all();
  const auto link = parse_link({reinterpret_cast<const char*>(data), size}, features);
  if (link.has_value() && parse_link(link_text(*link, features), features).value() != *link)
    std::abort();
  return 0;
}
