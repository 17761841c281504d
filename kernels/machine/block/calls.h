// call and ret: frames, and the parameters that go from one to the other.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/system_calls.h"

namespace warplens::machine {

class Calls {
 public:
  Calls(BlockContext& block, SystemCalls& system) : block_(&block), system_(&system) {}

  // True: go on in this fragment.
  bool call(const Issue& issue);
  // Returns from a frame that has a caller.
  void leave(const Issue& issue);

 private:
  void call_indirectly(const Issue& issue, const CallSite& call);
  // `fragment` goes on in a new frame of `function`.
  void enter(const Issue& issue, Fragment& fragment, const CallSite& call, std::uint32_t function,
             std::uint32_t lanes);
  void pass_arguments(const CallFrame& from, CallFrame& to, std::uint32_t lanes);
  void pass_results(const CallFrame& from, CallFrame& to, std::uint32_t lanes);
  // One value from frame to frame, with what is tracked of it.
  void move_parameter(const CallFrame& from, CallFrame& to, const ParameterCopy& copy,
                      std::uint32_t lanes);

  BlockContext* block_;
  SystemCalls* system_;
};

}  // namespace warplens::machine
