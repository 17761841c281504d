// Shared memory as the hardware sees it: 32 columns (banks), one row each 128 bytes.
//
//              bank   0  1  2 …  31
//   group 0: lanes 0–31, 32 wavefronts
//        wavefronts  32            .      how many passes each bank takes for this group
//          tile +0   [0] .  .      .      the lane's number in the word that it wants
//        tile +128   [1] .  .      .      coloured by conflict depth where lanes fight over a bank
//
// The current event's lanes are numbered marks; one word wanted by several lanes (a broadcast) is a
// stacked "×n". Groups that hardware serves one after the other (8- and 16-byte accesses, ldmatrix)
// are drawn apart, each with only the rows that it touches. With one group all of shared memory is
// drawn if its rows are high enough to be read, so that the picture stands still while a person
// steps through events; otherwise a few rows about those touched, all of them, the span of the rows
// touched, or only those rows: the first that has room.
//
// In motion the lanes of a group start as chips in a rail, where its title stands at rest; those of
// the wavefront under way travel to their words, which light up as they arrive:
//
//              7/32 [ ]…[ ][7][8] …      the rail: lanes 7 to 31 still wait
//        wavefronts 32  .  .             a bank at work is outlined
#pragma once

#include <cstdint>
#include <span>

#include "kernels/cost/shared_breakdown.h"
#include "kernels/trace/trace.h"
#include "viz/scene/access/service.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct BankViewInput {
  const analysis::SharedBreakdown* access = nullptr;  // of the current event; may be empty
  std::span<const trace::SharedArray> arrays;
  std::uint32_t shared_bytes = 0;  // static and dynamic
  const Motion* motion = nullptr;  // of `access`; null: at rest
};

// Ids: bank (a: bank) on the header; group (a: group) on a group's title; word (a: word = offset /
// 4, b: group) on each word touched; lane (a: lane, b: group) on the mark of a word that one lane
// wants. These stand in the list at every phase; those not yet served are dim.
[[nodiscard]] DrawList bank_view(const BankViewInput& input, Size size, const Style& style);

// The lanes that wait or are on their way, to be drawn over bank_view(); empty at rest. Ids: mover
// (a: lane, b: the word that it goes to).
[[nodiscard]] DrawList bank_movers(const BankViewInput& input, Size size, const Style& style);

// "tile +128": the array that holds the window's byte `offset`, and where in it; "128" where none
// does.
[[nodiscard]] std::string offset_label(std::span<const trace::SharedArray> arrays,
                                       std::uint64_t offset);

}  // namespace warplens::scene
