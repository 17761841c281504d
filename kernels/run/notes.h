// Notes of what traces cannot show (trace::Run::notes), a line each.
#pragma once

#include <cstdint>

#include "kernels/base/text.h"

namespace warplens::run {

[[nodiscard]] Text lost_records_note(std::uint64_t records);
[[nodiscard]] Text split_events_note(std::uint64_t events);
[[nodiscard]] Text stray_addresses_note(std::uint64_t accesses);
[[nodiscard]] Text no_sass_note(const Text& why);

}  // namespace warplens::run
