// PTX rewritten so that a GPU records what it does to memory.
//
// Before each recorded instruction the rewritten kernel notes (site, active mask, address) in a
// slice of memory that is the thread's own, so what is recorded does not hang on who ran first:
//
//   slices:  thread 0                    thread 1 …       of the blocks of a window, in linear
//   order
//            count · record · record …   count · record …
//
// The host sets a module-scope variable (RecordingControl) before the launch. With a capacity of 0
// nothing but the counts is written: that pass tells how long the slices must be. The text keeps
// its lines, and its own instructions their order. add, sub and mul say `.rn`, because the
// assembler is free to fuse those that name no rounding (PTX ISA, "mul").
//
// What the machine's decoder takes for a recorded access is one on a GPU as well, with the same
// number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/machine/machine.h"

namespace warplens::device {

// The variable that the rewritten kernel reads, as it lies in memory. Addresses are the GPU's.
struct RecordingControl {
  std::uint64_t slices = 0;       // of the window's first thread; aligned to 16
  std::uint64_t places = 0;       // 8 bytes for each of Instrumented::placed; shared ones are set
  std::uint64_t first_block = 0;  // of the window; threads of other blocks record nothing
  std::uint64_t block_count = 0;
  std::uint64_t slice_bytes = 0;
  std::uint32_t capacity = 0;  // records a slice
  std::uint32_t padding = 0;
};
static_assert(sizeof(RecordingControl) == 48);

// A slice begins with the number of records that its thread made (u32), kept or not, and where the
// frame of the function that it runs begins in its local memory, as the machine lays it out (u32).
inline constexpr std::uint64_t kSliceHeaderBytes = 16;
struct Record {
  std::uint32_t site = 0;
  std::uint32_t mask = 0;  // lanes that were active
  // The address that the instruction used, relative to its state space; for a branch 1 if it was
  // taken. A cp.async makes two records: source, then destination; a copy by TMA makes those of
  // bulk_copy_records.h.
  std::uint64_t address = 0;
};
static_assert(sizeof(Record) == 16);
// Set in Record::site where a generic address turned out to be in parameter space.
inline constexpr std::uint32_t kUnrecordedSpace = 0x80000000u;
// A record that says where a local variable of a call lies: the site is this and an index of
// Instrumented::placed, the mask is where the call's frame begins.
inline constexpr std::uint32_t kLocalPlace = 0x40000000u;

[[nodiscard]] constexpr std::uint64_t slice_bytes(std::uint32_t capacity) {
  return kSliceHeaderBytes + std::uint64_t{capacity} * sizeof(Record);
}

// What a site is that its records do not say.
struct SiteKind {
  std::uint32_t first = 0;  // the first site of the same instruction
  // The lanes of a warp arrive together (PTX ISA, "bar"), wherever each has noted its mask.
  bool is_aligned_barrier = false;
  std::uint32_t records = 1;  // that each execution makes of a lane
  const ptx::Instruction* instruction = nullptr;
};

struct Instrumented {
  machine::Program program;     // the entry as it was; its sites are those of the records
  std::vector<SiteKind> sites;  // beside program.sites()
  std::string ptx;
  std::string control;  // name of the module-scope variable
  // Variables whose addresses the kernel notes as far as it comes by: where a GPU puts them is its
  // own affair. Shared ones in RecordingControl::places, local ones in each thread's records.
  std::vector<machine::PlacedVariable> placed;
};

// `entry` may be empty when the module has one entry. Errors: no such entry; PTX older than 6.2,
// which has no activemask.
Result<Instrumented> instrument(const std::shared_ptr<const ptx::Module>& module,
                                std::string_view entry);

}  // namespace warplens::device
