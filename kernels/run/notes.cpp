#include "kernels/run/notes.h"

#include <fmt/format.h>

#include <array>

namespace warplens::run {
namespace {

// A note is its figure between two texts.
struct Words {
  std::string_view before, after;

  [[nodiscard]] std::string around(std::string_view figure) const {
    return fmt::format("{}{}{}", before, figure, after);
  }
  [[nodiscard]] bool are_around(std::string_view note) const {
    return note.size() >= before.size() + after.size() && note.starts_with(before) &&
           note.ends_with(after);
  }
};
struct Note {
  Words en, zh;
};

constexpr Note kLostRecords{{"", " records did not fit and are not in the trace"},
                            {"", " 条记录放不下，不在轨迹中"}};
constexpr Note kSplitEvents{{"lanes of ", " events ran apart on the GPU"},
                            {"", " 个事件的各 lane 在 GPU 上没有一起执行"}};
constexpr Note kStrayAddresses{{"", " accesses are in none of the buffers"},
                               {"", " 次访问不在任何缓冲区内"}};
constexpr Note kNoSass{{"no figures by SASS: ", ""}, {"没有按 SASS 的数字：", ""}};
constexpr std::array kNotes{kLostRecords, kSplitEvents, kStrayAddresses, kNoSass};

}  // namespace

std::string lost_records_note(std::uint64_t records) {
  return kLostRecords.en.around(std::to_string(records));
}

std::string split_events_note(std::uint64_t events) {
  return kSplitEvents.en.around(std::to_string(events));
}

std::string stray_addresses_note(std::uint64_t accesses) {
  return kStrayAddresses.en.around(std::to_string(accesses));
}

std::string no_sass_note(std::string_view why) { return kNoSass.en.around(why); }

std::string note_in_chinese(std::string_view note) {
  for (const Note& known : kNotes) {
    if (!known.en.are_around(note)) continue;
    const std::string_view figure = note.substr(
        known.en.before.size(), note.size() - known.en.before.size() - known.en.after.size());
    return known.zh.around(figure);
  }
  return std::string(note);
}

}  // namespace warplens::run
