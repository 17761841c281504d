// The functions that the driver provides: vprintf, behind printf, __assertfail, behind assert,
// malloc and free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

class AccessBounds;

class SystemCalls {
 public:
  SystemCalls(BlockContext& block, const AccessBounds& bounds) : block_(&block), bounds_(&bounds) {}

  void start() { printed_.clear(); }
  void print(const Issue& issue, const CallSite& call);
  void allocate(const Issue& issue, const CallSite& call);
  void release(const Issue& issue, const CallSite& call);
  void fail_assertion(const Issue& issue, const CallSite& call);

  // The output of printf, in the order of execution.
  [[nodiscard]] const std::string& printed() const { return printed_; }

 private:
  // The bytes at a generic address of a lane; empty where they lie in no buffer or local memory.
  [[nodiscard]] std::span<const std::byte> bytes_at(const Issue& issue, std::uint64_t address,
                                                    std::uint32_t bytes, std::uint32_t lane) const;
  // A string of global memory; it ends before the first character below `first_allowed`.
  [[nodiscard]] std::string read_text(std::uint64_t address, char first_allowed = ' ') const;

  BlockContext* block_;
  const AccessBounds* bounds_;
  std::string printed_;
};

}  // namespace warplens::machine
