#include "viz/scene/swizzle/workshop_words.h"

#include <array>

#include "viz/scene/draw/words.h"
#include "viz/scene/tables/metrics_view.h"

namespace warplens::scene {
namespace {

using swizzle::Direction;
using swizzle::SwizzleAnswer;

constexpr TextView kWrite{"write", "写"};
constexpr TextView kRead{"read", "读"};
constexpr TextView kChange{"{} → {} wavefronts", "{} → {} 个 wavefront"};
constexpr TextView kNotPossible{"not possible", "无法进行"};
constexpr TextView kAccessChange{"{} {} of {}: {} → {} wavefronts",
                                 "第 {1} 次{0}（共 {2} 次）：{3} → {4} 个 wavefront"};
constexpr TextView kEachItsPlace{"each of the {} elements has a place of its own",
                                 "{} 个元素各有自己的位置"};
constexpr TextView kCollide{"elements ({}, {}) and ({}, {}) are both put at {}",
                            "元素（{}, {}）和（{}, {}）都放在 {}"};
constexpr TextView kNoneLost{"{} bytes, none lost", "{} 字节，没有浪费"};
constexpr TextView kLost{"{} bytes, {} of them lost", "{} 字节，其中浪费 {} 字节"};
constexpr TextView kRanRight{
    "A kernel with these accesses ran on the CPU: same addresses, same wavefronts, right data.",
    "有这些访问的核函数在 CPU 上运行过：地址相同，wavefront 数相同，数据正确。"};
constexpr TextView kRanUnread{
    "A kernel with these accesses ran on the CPU: same addresses, same wavefronts; not all that is "
    "read was written.",
    "有这些访问的核函数在 CPU 上运行过：地址相同，wavefront 数相同；读到的并非都写过。"};
constexpr TextView kRanCollided{
    "A kernel with these accesses ran on the CPU: same addresses; its data cannot come back right.",
    "有这些访问的核函数在 CPU 上运行过：地址相同；数据不可能正确读回。"};
constexpr TextView kNoWriting{"Writing is not possible with this map: {}", "这个映射下无法写：{}"};
constexpr TextView kNoReading{"Reading is not possible with this map: {}", "这个映射下无法读：{}"};
constexpr TextView kBefore{"before", "之前"};
constexpr TextView kAfter{"after", "之后"};
constexpr TextView kBankOf{"{}: bank of each {}", "{}：每{}的 bank"};
constexpr std::array<TextView, 4> kPieces{{{"element", "个元素"},
                                           {"word", "个 4 字节字"},
                                           {"8 bytes", " 8 字节"},
                                           {"16 bytes", " 16 字节"}}};
constexpr TextView kLineIsColumn{"columns run across", "tile 的列横着画"};
constexpr TextView kOneWavefront{"{}: {} {} of {}, 1 wavefront",
                                 "{0}：第 {2} 次{1}（共 {3} 次），1 个 wavefront"};
constexpr TextView kWavefronts{"{}: {} {} of {}, {} wavefronts",
                               "{0}：第 {2} 次{1}（共 {3} 次），{4} 个 wavefront"};
constexpr TextView kImpossible{"{}: {} {} of {}, not possible",
                               "{0}：第 {2} 次{1}（共 {3} 次），无法进行"};
constexpr TextView kWays{", {}-way conflict", "，{} 路冲突"};
constexpr TextView kOneInPlaceOf{"{} wavefront in place of {}", "{} 个 wavefront，原为 {} 个"};
constexpr TextView kInPlaceOf{"{} wavefronts in place of {}", "{} 个 wavefront，原为 {} 个"};
constexpr TextView kElement{"element ({}, {}): offset {} → {}, bank {} → {}",
                            "元素（{}, {}）：偏移 {} → {}，bank {} → {}"};
constexpr TextView kItsLanes{"; lane {}", "；lane {}"};
constexpr TextView kRows{"rows {}–{} of {}", "第 {}–{} 行，共 {} 行"};
constexpr TextView kColumns{"columns {}–{} of {}", "第 {}–{} 列，共 {} 列"};

std::string_view verb(Language language, Direction direction) {
  return (direction == Direction::write ? kWrite : kRead).in(language);
}

const swizzle::Pattern& asked(const SwizzleAnswer& answer, Direction direction) {
  return direction == Direction::write ? answer.spec.write : answer.spec.read;
}

std::uint32_t wavefronts_of(const swizzle::PatternCost& cost, std::uint32_t index) {
  return cost.accesses[index].wavefronts;
}

// The first access that the hardware refuses, writing before reading.
std::string fault_words(Language language, const SwizzleAnswer& answer) {
  for (const Direction direction : {Direction::write, Direction::read}) {
    const auto& fault = pattern_of(answer, direction).after.fault;
    if (fault.has_value()) {
      return say(direction == Direction::write ? kNoWriting : kNoReading, language,
                 fault->text.in(language));
    }
  }
  return {};
}

// Lanes of the access that want the element.
std::uint32_t lanes_on(const WorkshopScene& scene, std::uint32_t element) {
  const swizzle::Accesses& accesses = pattern_of(*scene.answer, scene.access.direction).accesses;
  const swizzle::WarpAccess& warp = accesses.warps[scene.access.index];
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool wants =
        element >= warp.element[lane] && element - warp.element[lane] < accesses.lane_elements;
    if ((warp.mask >> lane & 1u) != 0 && wants) lanes |= 1u << lane;
  }
  return lanes;
}

}  // namespace

std::string pattern_words(Language language, const SwizzleAnswer& answer, Direction direction) {
  return fmt::format("{}  {}", verb(language, direction),
                     swizzle::text_of(asked(answer, direction), direction));
}

std::string change_words(Language language, const SwizzleAnswer& answer, Direction direction) {
  const swizzle::PatternAnswer& pattern = pattern_of(answer, direction);
  if (pattern.after.fault.has_value()) return std::string(kNotPossible.in(language));
  return say(kChange, language, with_separators(pattern.before.wavefronts),
             with_separators(pattern.after.wavefronts));
}

std::string access_change_words(Language language, const SwizzleAnswer& answer,
                                WorkshopAccess access) {
  const swizzle::PatternAnswer& pattern = pattern_of(answer, access.direction);
  return say(kAccessChange, language, verb(language, access.direction), access.index + 1,
             pattern.accesses.warps.size(), wavefronts_of(pattern.before, access.index),
             wavefronts_of(pattern.after, access.index));
}

std::string proof_words(Language language, const SwizzleAnswer& answer) {
  const swizzle::Placement& after = answer.after;
  std::string proof =
      after.is_bijection()
          ? say(kEachItsPlace, language, with_separators(answer.spec.tile.elements()))
          : say(kCollide, language, after.collision->first.row, after.collision->first.column,
                after.collision->second.row, after.collision->second.column,
                after.collision->offset);
  const std::string bytes =
      after.bytes_lost == 0
          ? say(kNoneLost, language, with_separators(after.bytes))
          : say(kLost, language, with_separators(after.bytes), with_separators(after.bytes_lost));
  if (language == Language::en) proof.front() = proof.front() == 'e' ? 'E' : proof.front();
  return fmt::format("{} · {}", proof, bytes);
}

std::string run_words(Language language, const SwizzleAnswer& answer) {
  if (std::string fault = fault_words(language, answer); !fault.empty()) return fault;
  if (answer.run == nullptr) return {};
  if (!answer.after.is_bijection()) return std::string(kRanCollided.in(language));
  const bool is_right = answer.run->verdict == run::Verdict::match;
  return std::string((is_right ? kRanRight : kRanUnread).in(language));
}

std::string map_title(Language language, const SwizzleAnswer& answer, const MapCells& cells,
                      bool is_after) {
  const std::uint32_t bytes = cells.elements * answer.spec.tile.element_bytes;
  const std::size_t piece = cells.elements == 1 ? 0 : bytes == 4 ? 1 : bytes == 8 ? 2 : 3;
  std::string words = say(kBankOf, language, (is_after ? kAfter : kBefore).in(language),
                          kPieces[piece].in(language));
  if (answer.spec.tile.order == swizzle::Order::column) {
    words += fmt::format(" · {}", kLineIsColumn.in(language));
  }
  return words;
}

std::string rows_title(Language language, const SwizzleAnswer& answer, WorkshopAccess access,
                       bool is_after) {
  const WorkshopCost at = cost_of(answer, access.direction, is_after);
  const std::uint32_t wavefronts = wavefronts_of(*at.cost, access.index);
  const TextView words = at.cost->fault.has_value() ? kImpossible
                         : wavefronts == 1          ? kOneWavefront
                                                    : kWavefronts;
  std::string title = say(words, language, (is_after ? kAfter : kBefore).in(language),
                          verb(language, access.direction), access.index + 1,
                          at.pattern->accesses.warps.size(), wavefronts);
  const std::uint32_t ways = at.cost->accesses[access.index].max_way;
  if (ways > 1 && !at.cost->fault.has_value()) title += say(kWays, language, ways);
  return title;
}

std::string saved_words(Language language, std::uint32_t before, std::uint32_t after) {
  return say(after == 1 ? kOneInPlaceOf : kInPlaceOf, language, after, before);
}

std::string element_words(Language language, const WorkshopScene& scene, std::uint32_t element) {
  const SwizzleAnswer& answer = *scene.answer;
  const swizzle::Tile& tile = answer.spec.tile;
  const MatrixPlace place = tile.place_at(element);
  const std::uint32_t before = answer.before.offsets[element];
  const std::uint32_t after = answer.after.offsets[element];
  std::string words = say(kElement, language, place.row, place.column, before, after,
                          bank_of(tile, before), bank_of(tile, after));
  const std::uint32_t lanes = lanes_on(scene, element);
  if (lanes != 0) words += say(kItsLanes, language, lane_ranges(lanes));
  return words;
}

std::string part_words(Language language, const swizzle::Tile& tile, const TilePart& part) {
  const bool by_rows = tile.order == swizzle::Order::row;
  std::string words;
  const auto add = [&](const TextView& of, std::uint32_t first, std::uint32_t last,
                       std::uint32_t all) {
    if (last - first + 1 == all) return;
    if (!words.empty()) words += language == Language::zh ? "，" : ", ";
    words += say(of, language, first, last, all);
  };
  add(by_rows ? kRows : kColumns, part.first_line, part.last_line, tile.lines());
  add(by_rows ? kColumns : kRows, part.first_place, part.last_place, tile.line_length());
  return words;
}

std::string workshop_characters() {
  std::string all;
  for (const TextView& words :
       {kWrite,        kRead,       kChange,     kNotPossible, kAccessChange, kEachItsPlace,
        kCollide,      kNoneLost,   kLost,       kRanRight,    kRanUnread,    kRanCollided,
        kNoWriting,    kNoReading,  kBefore,     kAfter,       kBankOf,       kLineIsColumn,
        kOneWavefront, kWavefronts, kImpossible, kWays,        kOneInPlaceOf, kInPlaceOf,
        kElement,      kItsLanes,   kRows,       kColumns}) {
    all += fmt::format("{}{}", words.en, words.zh);
  }
  for (const TextView& words : kPieces) all += fmt::format("{}{}", words.en, words.zh);
  return all;
}

}  // namespace warplens::scene
