#include "kernels/run/notes.h"

namespace warplens::run {

Text lost_records_note(std::uint64_t records) {
  return tr("{} records did not fit and are not in the trace", records);
}

Text split_events_note(std::uint64_t events) {
  return tr("lanes of {} events ran apart on the GPU", events);
}

Text stray_addresses_note(std::uint64_t accesses) {
  return tr("{} accesses are in none of the buffers", accesses);
}

Text no_sass_note(const Text& why) { return tr("no figures by SASS: {}", why); }

}  // namespace warplens::run
