// What a step asks before it shows it. None of the kinds stores its answer: that is computed from
// the trace, the recordings or the host timeline at hand.
//
//   number   a figure: of an event, of its launch, of a host timeline, of a matrix
//   choice   the same, as one of a few numbers
//   best     which of several kernels has the least or the most of something
//   order    several kernels, that with the least first
//   lanes    the lanes of a warp that stand in a relation to one of them
//   cell     where a lane of an access lands
//   point    where a vector lands that a matrix moves
//
// An answer is one number, whatever the kind:
//
//   number, choice   that number
//   best             the kernel's place in the list, from 0
//   order            a digit a kernel, its place from 1: 312
//   lanes            the mask of lanes; the lane that is asked about is not among them
//   cell             of an element, its row × the buffer's columns + its column; the bank
//   point            algebra::number_of() its place
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/session/figures.h"
#include "app/session/goal.h"

namespace warplens::lessons {

// How lanes are asked about. In an access of several groups a bank's lanes are those of one group.
enum class LaneRelation : std::uint8_t {
  same_bank,    // want another word of a bank that the lane wants: they collide with it
  same_word,    // want a word that the lane wants
  same_sector,  // touch a sector of global memory that the lane touches
  idle,         // take no part in the access; of no lane
  active,       // take part; likewise
};
inline constexpr std::array<std::string_view, 5> kLaneRelationNames{
    "same_bank", "same_word", "same_sector", "idle", "active"};

// Whether the relation is one to a lane.
[[nodiscard]] constexpr bool is_of_a_lane(LaneRelation relation) {
  return relation < LaneRelation::idle;
}

enum class CellKind : std::uint8_t { element, bank };
inline constexpr std::array<std::string_view, 2> kCellKindNames{"element", "bank"};

// Kernels, and what they are compared by.
struct Ranking {
  // One of the two.
  std::optional<session::Figure> figure;  // of session::kSumFigures
  session::MeasurePtr measure{};
  bool picks_most = false;               // best: the one with most, not with least
  std::vector<session::NamedKernel> of;  // two or more, kMostOptions at most
};

struct Prediction {
  enum class Kind : std::uint8_t { number, choice, best, order, lanes, cell, point };
  Kind kind = Kind::number;
  session::Figure figure = session::Figure::wavefronts;
  // The event that is asked about; the cursor goes there once it is answered.
  std::optional<session::Anchor> at{};
  session::AskedPtr asked{};                        // in place of a figure; null: none
  std::vector<std::int64_t> choices{};              // choice: each once
  Ranking ranking{};                                // best, order
  LaneRelation relation = LaneRelation::same_bank;  // lanes
  CellKind cell = CellKind::element;                // cell
  std::uint32_t lane = 0;                           // lanes, cell: the lane that is asked about
  std::uint32_t told = 1;  // cell: so many lanes, from 0 on, are shown all the same
};

// That many options have a digit and a row each.
inline constexpr std::size_t kMostOptions = 5;

// How many options the text lists, and gives a reason for: 0 where there are none to choose from.
[[nodiscard]] std::size_t option_count(const Prediction& prediction);

// The answer that stands for an option, and back: of choice and best alone.
[[nodiscard]] std::int64_t answer_of(const Prediction& prediction, std::size_t option);
[[nodiscard]] std::optional<std::size_t> option_of(const Prediction& prediction,
                                                   std::int64_t answer);

// 312 → {2, 0, 1}, places from 0; only digits of an order of `count` kernels are taken.
[[nodiscard]] std::vector<std::size_t> places_of(std::int64_t order, std::size_t count);

// From the results on screen, and those that the session has run beside them; nothing while they
// are on their way, and where there is no such event or recording.
[[nodiscard]] std::optional<std::int64_t> expected_answer(const Prediction& prediction,
                                                          const session::Session& session,
                                                          const session::Stage& stage);

// The buffer whose element a cell's question is about; null where there is none.
[[nodiscard]] const trace::Buffer* asked_buffer(const Prediction& prediction,
                                                const session::Session& session);

// What each kernel of a ranking is compared by; nothing likewise.
[[nodiscard]] std::optional<std::vector<double>> ranked_by(const Ranking& ranking,
                                                           const session::Session& session);

}  // namespace warplens::lessons
