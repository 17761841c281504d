// A shared tile as people say it: who wrote it and who reads it, its descriptor field by field, how
// an address comes about, and what disagrees.
//
//   written with 128-byte swizzle at k.cu:41, read with 64-byte swizzle at k.cu:77: 112 of 128
//   units are not where they are looked for
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/base/text.h"
#include "viz/hardware_tile/tile_match.h"

namespace warplens::hardware_tile {

// "k.cu:41", "PTX line 12".
[[nodiscard]] Text place_phrase(const std::string& file, std::uint32_t line,
                                std::uint32_t ptx_line);
// "written with 128-byte swizzle at k.cu:41"
[[nodiscard]] Text written_phrase(const trace::Trace& trace, const TileWriter& writer);
// "read with 64-byte swizzle at k.cu:77"
[[nodiscard]] Text read_phrase(const TileMoment& moment);
// "128-byte swizzle, k.cu:41", "ldmatrix.x4, k.cu:50"; "lane of st.shared, k.cu:30" where lanes
// are all that is known
[[nodiscard]] Text brief_written(const trace::Trace& trace, const TileWriter& writer);
// Of all that one line asked for in several blocks: "128-byte swizzle, k.cu:41, blocks 0, 1"; else
// of the first. There is one.
[[nodiscard]] Text brief_written(const trace::Trace& trace, std::span<const TileWriter> writers);
[[nodiscard]] Text brief_read(const TileMoment& moment);
// "Read by warps 0 to 3", "Read by tensor cores, for warp 0"
[[nodiscard]] Text who_reads(const TileMoment& moment);
// One line that is complete by itself.
[[nodiscard]] Text verdict(const trace::Trace& trace, const TileMoment& moment);

// What a loop that is unrolled has many times is one line.
[[nodiscard]] bool are_of_one_line(const trace::Trace& trace, const TileWriter& a,
                                   const TileWriter& b);

// "TMA: a box of 64 × 64 f16, rows of 128 bytes, from 0x400 on"
[[nodiscard]] Text writer_phrase(const trace::Trace& trace, const TileWriter& writer);
// "wgmma.m64n64k16.f32.f16.f16: A, K-major"; of tcgen05.mma the same
[[nodiscard]] Text reader_phrase(const TileReader& reader);
// "0x600 is row 4 of the pattern of 8 rows of 128 bytes"; empty: no swizzle.
[[nodiscard]] Text phase_phrase(std::uint64_t address, std::uint32_t swizzle_bytes);
// "bits 4 to 6 are exchanged by XOR with bits 7 to 9"; empty: no swizzle.
[[nodiscard]] Text exchange_phrase(std::uint32_t swizzle_bytes);

struct DescriptorField {
  TextView name;
  std::uint32_t first_bit = 0, last_bit = 0;
  std::uint64_t raw = 0;
  Text meaning;
};
// Those of tcgen05 have more fields, and wider ones.
[[nodiscard]] std::vector<DescriptorField> descriptor_fields(std::uint64_t bits, bool is_mn_major,
                                                             bool is_tcgen05 = false);

// "0x400 + 1 × 1024 + 3 × 128 + 2 × 16 = 0x9a0, XOR 0x30 = 0x990"
[[nodiscard]] std::string steps_word(const AddressSteps& steps);
// Why: "bits 7 to 9 are 3: bits 4 to 6 are exchanged by them"; empty: no swizzle.
[[nodiscard]] Text exchanged_phrase(const AddressSteps& steps);

// "row 3, columns 16 to 23" of a box; "row 3, unit 2" where elements are not known.
[[nodiscard]] Text box_element_phrase(const TileWriter& writer, TilePlace place);
// "A[3][8…15]"; "row 3 of matrix 2"
[[nodiscard]] Text read_element_phrase(const TileReader& reader, const ReadUnit& unit);
// "core matrix 1, 0"
[[nodiscard]] Text core_phrase(const TileReader& reader, const ReadUnit& unit);

// All that is to be said of a unit, a line each.
[[nodiscard]] std::vector<Text> unit_phrases(const trace::Trace& trace, const TileMoment& moment,
                                             std::uint64_t address);

// The same in a line.
[[nodiscard]] Text unit_phrase(const TileMoment& moment, std::uint64_t address);

[[nodiscard]] std::uint32_t swizzle_of(const TileMoment& moment);  // of its descriptor; 0: none
[[nodiscard]] std::string address_word(std::uint64_t address);     // "0x0400"

}  // namespace warplens::hardware_tile
