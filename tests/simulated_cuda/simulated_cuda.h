// libcuda.so.1 without a GPU: the entry points of kernels/device/driver_api.h over the machine.
//
// Device memory is the machine's memory (freed memory is kept for the next of its size), a module
// is parsed PTX, a launch is interpreted before it returns, and events read the host's clock. What
// a kernel does wrong is the context's error from then on, as with CUDA.
//
// The environment variable WARPLENS_SIMULATED_CUDA makes it fail, looked at by every call:
//   no_device         it does not start
//   no_context        the device gives no context
//   out_of_memory     it has 1 MiB
//   no_pinned_memory  the host has no page-locked memory
//   old_driver        it is one for CUDA 12.0 and refuses newer PTX
//   wrong_upload      the first bit of each larger upload arrives set
//   wrong_argument    the last 32-bit argument of each launch arrives one less
//   wrong_traced      it does so where the kernel is instrumented
//   wrong_rounding    it does so where the kernel adds and names no rounding
//   changing          it arrives less by 1, 2, 3 and so on where the kernel is not instrumented
//   wrong_results     a bit changes in what is copied back
//   late_copies       a copy to the device in a stream is done only when something waits for it:
//   the
//                     host, an event, the next work in that stream
//   wrong_occupancy   one block less is said to be resident of those with shared memory
//   named_h200        it calls itself an NVIDIA H200
//   small_multiprocessor  an SM is said to hold 1,024 threads
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/device/driver_api.h"
#include "kernels/machine/machine.h"
#include "tests/simulated_cuda/entry_points.h"

// The driver's handles.
namespace warplens::device::api {

struct CUctx_st {};

struct CUfunc_st {
  CUmodule module = nullptr;
  const ptx::Function* entry = nullptr;
  machine::Program program;
  int dynamic_shared_bytes = 48 * 1024;  // that a launch may ask for
};

struct CUmod_st {
  std::shared_ptr<const ptx::Module> ptx;
  int maximum_registers = 255;
  std::map<std::string, CUfunc_st, std::less<>> functions;
};

// A launch with everything that it needs.
struct Launch {
  CUfunction function = nullptr;
  machine::LaunchRequest request;
};

// Bytes of device memory to device memory, and one element all over some.
struct DeviceCopy {
  CUdeviceptr to = 0, from = 0;
  std::size_t bytes = 0;
};
struct DeviceFill {
  CUdeviceptr to = 0;
  std::size_t count = 0;
  unsigned value = 0, element_bytes = 1;
};

struct CUgraphNode_st {
  std::variant<Launch, DeviceCopy, DeviceFill> work;
  std::vector<void*> parameters{};  // of a launch, into its bytes
};

struct CUgraph_st {
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;  // each waits for the one before it
};

struct CUgraphExec_st {
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
};

struct CUstream_st {
  CUgraph captured = nullptr;  // into which work goes, rather than to the device
};

struct CUarray_st {
  Texture texture;
  CUdeviceptr address = 0;  // its texels, as Texture says they lie
};

struct CUevent_st {
  std::chrono::steady_clock::time_point at{};
};

}  // namespace warplens::device::api

namespace warplens::simulated {

// Names, values and texts as in CUDA's reference of CUresult.
enum Status : device::api::CUresult {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  no_device = 100,
  invalid_device = 101,
  invalid_context = 201,
  invalid_ptx = 218,
  unsupported_ptx_version = 222,
  invalid_handle = 400,
  not_found = 500,
  illegal_address = 700,
  launch_timeout = 702,
  assertion = 710,
  illegal_instruction = 715,
  misaligned_address = 716,
  launch_failed = 719,
};

struct State {
  std::mutex mutex;
  machine::Memory memory;
  std::map<std::uint64_t, std::uint64_t> live;        // bytes by address
  std::multimap<std::uint64_t, std::uint64_t> freed;  // addresses by bytes
  int retained = 0;                                   // contexts handed out
  Status error = success;                             // what a kernel did; stays
  device::api::CUctx_st context;
  struct LateCopy {
    device::api::CUstream stream = nullptr;
    device::api::CUdeviceptr to = 0;
    std::vector<std::byte> bytes;
  };
  std::vector<LateCopy> late;
};
[[nodiscard]] State& state();

// Does what is late of a stream, or of all.
void catch_up(std::optional<device::api::CUstream> stream);

// Is it told to fail so?
[[nodiscard]] bool fails_as(std::string_view what);
[[nodiscard]] std::uint64_t total_bytes();
[[nodiscard]] std::uint64_t used_bytes();
// Host bytes of a range of device memory; empty when it is not all of one allocation.
[[nodiscard]] std::span<std::byte> host_bytes(std::uint64_t address, std::uint64_t bytes);
// Offset of each of the entry's parameters.
[[nodiscard]] std::vector<std::size_t> parameter_offsets(const ptx::Function& entry);
// Puts the work into the graph that the stream is captured into; false: it is not.
bool put_into_graph(
    device::api::CUstream stream,
    std::variant<device::api::Launch, device::api::DeviceCopy, device::api::DeviceFill> work);
device::api::CUresult run(const device::api::DeviceCopy& copy);
device::api::CUresult run(const device::api::DeviceFill& fill);

}  // namespace warplens::simulated
