#include "kernels/timing/timings.h"

#include <algorithm>

namespace warplens::timing {

const Entry* Timings::find(std::string_view family, std::string_view name,
                           const Parameters& parameters, std::string_view image) const {
  const auto found = std::ranges::find_if(entries, [&](const Entry& entry) {
    return entry.family == family && entry.name == name && entry.image == image &&
           entry.parameters == parameters;
  });
  return found == entries.end() ? nullptr : &*found;
}

void Timings::set(Entry entry) {
  const Entry* known = find(entry.family, entry.name, entry.parameters, entry.image);
  if (known == nullptr) {
    entries.push_back(std::move(entry));
  } else {
    entries[static_cast<std::size_t>(known - entries.data())] = std::move(entry);
  }
}

}  // namespace warplens::timing
