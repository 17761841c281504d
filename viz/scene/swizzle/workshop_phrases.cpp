#include "viz/scene/swizzle/workshop_phrases.h"

#include <array>

#include "viz/scene/access/metrics_view.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {
namespace {

using swizzle::Direction;
using swizzle::SwizzleAnswer;

constexpr TextView kWrite = tr("write");
constexpr TextView kRead = tr("read");
constexpr TextView kChange = tr("{} → {} wavefronts");
constexpr TextView kNotPossible = tr("not possible");
constexpr TextView kAccessChange = tr("{} {} of {}: {} → {} wavefronts");
constexpr TextView kEachItsPlace = tr("Each of the {} elements has a place of its own");
constexpr TextView kCollide = tr("Elements ({}, {}) and ({}, {}) are both put at {}");
constexpr TextView kNoneLost = tr("{} bytes, none lost");
constexpr TextView kLost = tr("{} bytes, {} of them lost");
constexpr TextView kRanRight =
    tr("A kernel with these accesses ran on the CPU: same addresses, same wavefronts, right data.");
constexpr TextView kRanUnread =
    tr("A kernel with these accesses ran on the CPU: same addresses, same wavefronts; not all that "
       "is read was written.");
constexpr TextView kRanCollided =
    tr("A kernel with these accesses ran on the CPU: same addresses; its data cannot come back "
       "right.");
constexpr TextView kNoWriting = tr("Writing is not possible with this map: {}");
constexpr TextView kNoReading = tr("Reading is not possible with this map: {}");
constexpr TextView kBefore = tr("before");
constexpr TextView kAfter = tr("after");
constexpr TextView kBankOf = tr("{}: bank of each {}");
constexpr std::array<TextView, 4> kPieces{
    {tr_in("bank of each", "element"), tr_in("bank of each", "word"),
     tr_in("bank of each", "8 bytes"), tr_in("bank of each", "16 bytes")}};
constexpr TextView kLineIsColumn = tr("columns run across");
constexpr TextView kOneWavefront = tr("{}: {} {} of {}, 1 wavefront");
constexpr TextView kWavefronts = tr("{}: {} {} of {}, {} wavefronts");
constexpr TextView kImpossible = tr("{}: {} {} of {}, not possible");
constexpr TextView kWays = tr("{}, {}-way conflict");
constexpr TextView kOneInPlaceOf = tr("{} wavefront in place of {}");
constexpr TextView kInPlaceOf = tr("{} wavefronts in place of {}");
constexpr TextView kElement = tr("element ({}, {}): offset {} → {}, bank {} → {}");
constexpr TextView kItsLanes = tr("{}; lane {}");
constexpr TextView kRows = tr("rows {}–{} of {}");
constexpr TextView kColumns = tr("columns {}–{} of {}");

TextView verb(Direction direction) { return direction == Direction::write ? kWrite : kRead; }

const swizzle::Pattern& asked(const SwizzleAnswer& answer, Direction direction) {
  return direction == Direction::write ? answer.spec.write : answer.spec.read;
}

std::uint32_t wavefronts_of(const swizzle::PatternCost& cost, std::uint32_t index) {
  return cost.accesses[index].wavefronts;
}

// The first access that the hardware refuses, writing before reading.
std::string fault_phrase(Language language, const SwizzleAnswer& answer) {
  for (const Direction direction : {Direction::write, Direction::read}) {
    const auto& fault = pattern_of(answer, direction).after.fault;
    if (fault.has_value()) {
      return say(direction == Direction::write ? kNoWriting : kNoReading, language, fault->text);
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

std::string pattern_name(Language language, const std::string& text) {
  constexpr std::array<std::pair<std::string_view, TextView>, 3> kNames{
      {{"rows", tr_in("pattern", "rows")},
       {"columns", tr_in("pattern", "columns")},
       {"groups", tr_in("pattern", "groups")}}};
  for (const auto& [name, words] : kNames) {
    if (text == name) return std::string(words.in(language));
    if (!text.starts_with(name) || !text.ends_with('B')) continue;
    const std::string bytes = text.substr(name.size() + 1, text.size() - name.size() - 2);
    return tr(tr_in("pattern", "{}.{}B"), words, bytes).in(language);
  }
  return text;
}

std::string pattern_phrase(Language language, const SwizzleAnswer& answer, Direction direction) {
  constexpr std::size_t kLongest = 28;  // a list of 32 lanes is far longer
  std::string pattern =
      pattern_name(language, swizzle::text_of(asked(answer, direction), direction));
  if (pattern.size() > kLongest) pattern = pattern.substr(0, kLongest) + "…";
  return fmt::format("{}  {}", verb(direction).in(language), pattern);
}

std::string change_phrase(Language language, const SwizzleAnswer& answer, Direction direction) {
  const swizzle::PatternAnswer& pattern = pattern_of(answer, direction);
  if (pattern.after.fault.has_value()) return std::string(kNotPossible.in(language));
  return say(kChange, language, with_separators(pattern.before.wavefronts),
             with_separators(pattern.after.wavefronts));
}

std::string access_change_phrase(Language language, const SwizzleAnswer& answer,
                                 WorkshopAccess access) {
  const swizzle::PatternAnswer& pattern = pattern_of(answer, access.direction);
  return say(kAccessChange, language, verb(access.direction), access.index + 1,
             pattern.accesses.warps.size(), wavefronts_of(pattern.before, access.index),
             wavefronts_of(pattern.after, access.index));
}

std::string proof_phrase(Language language, const SwizzleAnswer& answer) {
  const swizzle::Placement& after = answer.after;
  const std::string proof =
      after.is_bijection()
          ? say(kEachItsPlace, language, with_separators(answer.spec.tile.elements()))
          : say(kCollide, language, after.collision->first.row, after.collision->first.column,
                after.collision->second.row, after.collision->second.column,
                after.collision->offset);
  const std::string bytes =
      after.bytes_lost == 0
          ? say(kNoneLost, language, with_separators(after.bytes))
          : say(kLost, language, with_separators(after.bytes), with_separators(after.bytes_lost));
  return fmt::format("{} · {}", proof, bytes);
}

std::string run_phrase(Language language, const SwizzleAnswer& answer) {
  if (std::string fault = fault_phrase(language, answer); !fault.empty()) return fault;
  if (answer.run == nullptr) return {};
  if (!answer.after.is_bijection()) return std::string(kRanCollided.in(language));
  const bool is_right = answer.run->verdict == trace::Verdict::match;
  return std::string((is_right ? kRanRight : kRanUnread).in(language));
}

std::string map_title(Language language, const SwizzleAnswer& answer, const MapCells& cells,
                      bool is_after) {
  const std::uint32_t bytes = cells.elements * answer.spec.tile.element_bytes;
  const std::size_t piece = cells.elements == 1 ? 0 : bytes == 4 ? 1 : bytes == 8 ? 2 : 3;
  std::string words = say(kBankOf, language, is_after ? kAfter : kBefore, kPieces[piece]);
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
  const warplens::Text title = tr(words, is_after ? kAfter : kBefore, verb(access.direction),
                                  access.index + 1, at.pattern->accesses.warps.size(), wavefronts);
  const std::uint32_t ways = at.cost->accesses[access.index].max_way;
  if (ways <= 1 || at.cost->fault.has_value()) return title.in(language);
  return say(kWays, language, title, ways);
}

std::string saved_phrase(Language language, std::uint32_t before, std::uint32_t after) {
  return say(after == 1 ? kOneInPlaceOf : kInPlaceOf, language, after, before);
}

std::string element_phrase(Language language, const WorkshopScene& scene, std::uint32_t element) {
  const SwizzleAnswer& answer = *scene.answer;
  const swizzle::Tile& tile = answer.spec.tile;
  const MatrixPlace place = tile.place_at(element);
  const std::uint32_t before = answer.before.offsets[element];
  const std::uint32_t after = answer.after.offsets[element];
  const warplens::Text words = tr(kElement, place.row, place.column, before, after,
                                  bank_of(tile, before), bank_of(tile, after));
  const std::uint32_t lanes = lanes_on(scene, element);
  return lanes == 0 ? words.in(language) : say(kItsLanes, language, words, lane_ranges(lanes));
}

std::string part_phrase(Language language, const swizzle::Tile& tile, const TilePart& part) {
  const bool by_rows = tile.order == swizzle::Order::row;
  warplens::Text words;
  const auto add = [&](const TextView& of, std::uint32_t first, std::uint32_t last,
                       std::uint32_t all) {
    if (last - first + 1 == all) return;
    const warplens::Text more = tr(of, first, last, all);
    words = words.empty() ? more : tr("{}, {}", words, more);
  };
  add(by_rows ? kRows : kColumns, part.first_line, part.last_line, tile.lines());
  add(by_rows ? kColumns : kRows, part.first_place, part.last_place, tile.line_length());
  return words.in(language);
}

}  // namespace warplens::scene
