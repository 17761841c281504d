#include "kernels/run/notes.h"

namespace warplens::run {

Text lost_records_note(std::uint64_t records) {
  return text_in_both("{} records did not fit and are not in the trace",
                      "{} 条记录放不下，不在访问轨迹中", records);
}

Text split_events_note(std::uint64_t events) {
  return text_in_both("lanes of {} events ran apart on the GPU",
                      "{} 个事件的各 lane 在 GPU 上没有一起执行", events);
}

Text stray_addresses_note(std::uint64_t accesses) {
  return text_in_both("{} accesses are in none of the buffers", "{} 次访问不在任何缓冲区内",
                      accesses);
}

Text no_sass_note(const Text& why) {
  return {fmt::format("no figures by SASS: {}", why.en),
          fmt::format("没有按 SASS 的数字：{}", why.in(Language::zh))};
}

}  // namespace warplens::run
