// The order in which a trace's events stand. Neither is what hardware does: blocks are independent,
// and which of them gets how far when is not told.
//
//   recorded  block after block; in a block as the interpreter ran its warps
//   turns     all recorded blocks resident at once: each warp makes one access, block 0 first, then
//             each makes its next. A warp past more barriers than another waits for its turn.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::trace {

struct Trace;

enum class Order : std::uint8_t { recorded, turns };
inline constexpr std::array<std::string_view, 2> kOrderNames{"recorded", "turns"};

[[nodiscard]] constexpr std::string_view name_of(Order order) {
  return kOrderNames[static_cast<std::size_t>(order)];
}
[[nodiscard]] std::optional<Order> order_named(std::string_view name);

// `trace`, whose events stand as recorded, with blocks and warps taking turns. A pass of a loop may
// record branches between accesses: a turn is an access to memory with what follows it.
[[nodiscard]] Trace in_turns(const Trace& trace);

}  // namespace warplens::trace
