// The few words that views draw themselves, in both languages of the app.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "kernels/base/shared_layout.h"
#include "kernels/base/text.h"

namespace warplens::scene {

// One row a word: its name, English, Chinese.
// clang-format off
#define WARPLENS_WORDS(W) \
  W(bank, "bank", "bank") \
  W(lane, "lane", "lane") \
  W(warp, "warp", "warp") \
  W(wavefronts, "wavefronts", "wavefront 数") \
  W(no_shared_memory, "This kernel uses no shared memory.", "这个核函数没有使用共享内存。") \
  W(before, "before", "之前") \
  W(after, "after", "之后") \
  W(before_title, "before: bank of each element", "之前：各元素所在的 bank") \
  W(after_title, "after: bank of each element", "之后：各元素所在的 bank") \
  W(bank_title, "bank of each element", "各元素所在的 bank") \
  W(no_shared_access, "This event does not touch shared memory.", "这个事件不访问共享内存。") \
  W(source_columns, "as many lanes read one column of their lines", "同样多的 lane 读取源行的同一列") \
  W(event_order, "events in one possible order, not time", "事件顺序，并非时间") \
  W(hit, "hit", "命中") \
  W(miss, "miss", "未命中") \
  W(not_recorded, "not recorded", "没有记录") \
  W(in_l2, "fits in L2", "能放进 L2") \
  W(time, "time", "时间") \
  W(bandwidth, "bandwidth", "带宽") \
  W(flop_rate, "FLOP rate", "浮点运算速率") \
  W(share, "share", "比例") \
  W(side, "side", "边长") \
  W(not_reached, "no thread comes here", "没有线程到这里") \
  W(thread_of_grid, "block ({}, {}), thread ({}, {}): warp {} of the block, lane {}", \
    "线程块 ({}, {})，线程 ({}, {})：块内 warp {}，lane {}") \
  W(no_element, "The matrix has {} × {} elements: none is here, the lane is idle.", \
    "矩阵只有 {} × {} 个元素：这里没有元素，lane 空闲。") \
  W(address_of_element, "address = base + offset = {0} + {1} · {2} = {0} + {3} bytes", \
    "地址 = 基址 + 偏移 = {0} + {1} · {2} = {0} + {3} 字节")
// clang-format on

// words::miss.in(style.language)
namespace words {
#define WARPLENS_WORD(name, english, chinese) inline constexpr TextView name{english, chinese};
WARPLENS_WORDS(WARPLENS_WORD)
#undef WARPLENS_WORD
}  // namespace words

// Fills in a text's places; both languages take the same values.
template <class... Args>
[[nodiscard]] std::string say(const TextView& text, Language language, Args&&... args) {
  return fmt::format(fmt::runtime(text.in(language)), std::forward<Args>(args)...);
}

// "group 0: lanes 0–7, 1 wavefront"; the short form leaves out the lanes.
[[nodiscard]] std::string group_label(Language language, std::uint32_t group, std::uint32_t lanes,
                                      std::uint32_t wavefronts);
[[nodiscard]] std::string group_label_short(Language language, std::uint32_t group,
                                            std::uint32_t wavefronts);
// "+12 rows": rows that did not fit.
[[nodiscard]] std::string hidden_rows_label(Language language, std::uint64_t rows);
// "rows 624–639 of 640", from 0.
[[nodiscard]] std::string rows_in_sight_label(Language language, std::uint64_t first,
                                              std::uint64_t last, std::uint64_t all);

// "5 sectors, 4 at best · 128 of 160 bytes used · 80%"; the short form leaves out the bytes.
struct SectorSummary {
  std::uint32_t sectors = 0, ideal_sectors = 0, bytes_used = 0;
};
[[nodiscard]] std::string sector_summary(Language language, const SectorSummary& summary);
[[nodiscard]] std::string sector_summary_short(Language language, const SectorSummary& summary);

// How a layout moves elements: "column' = column ^ row", "pitch 33: 1 column of padding".
[[nodiscard]] std::string layout_rule(Language language, const SharedLayout& layout);

// Every character of the above, in both languages.
[[nodiscard]] std::string word_characters();

// "0–7", "0–3, 8–11", and from four runs on "0–30 (16)": first and last lane and how many.
[[nodiscard]] std::string lane_ranges(std::uint32_t mask);

}  // namespace warplens::scene
