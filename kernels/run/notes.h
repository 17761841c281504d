// What traces cannot show (RunResult::notes): English lines, as the command line prints and
// captures keep them, and the same in Chinese.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::run {

[[nodiscard]] std::string lost_records_note(std::uint64_t records);
[[nodiscard]] std::string split_events_note(std::uint64_t events);
[[nodiscard]] std::string stray_addresses_note(std::uint64_t accesses);
[[nodiscard]] std::string no_sass_note(std::string_view why);

// A line that is none of these stays as it is: a capture may hold any.
[[nodiscard]] std::string note_in_chinese(std::string_view note);

}  // namespace warplens::run
