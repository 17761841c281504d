// A run's memory on a GPU: its buffers laid out as their specifications say, in blocks
// (memory_blocks.h). Where a program had them at other addresses its words are relocated on the
// way there, and back on the way here.
//
//   DeviceBuffers ──► upload() ──► blocks, relocation ──► launches, steps ──► results()
//                                  place_variables()
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/device/read_records.h"
#include "kernels/run/device_buffers.h"
#include "kernels/run/memory_blocks.h"
#include "kernels/run/relocation.h"

namespace warplens::run {

// The buffers of a host step (HostBuffers): a buffer that the step asks for is downloaded then, and
// write_back() uploads it after the step.
class GpuBuffers : public catalog::HostBuffers {
 public:
  // Allocates and uploads all of `initial`. Errors: what the driver does not give.
  static Result<GpuBuffers> upload(const device::Gpu& gpu, DeviceBuffers& initial);

  // Buffers that are variables of the module lie in it from now on, as it was loaded; their
  // contents are what they were. It outlives this, or what is placed after it.
  Result<void> place_variables(const ptx::Module& module, const device::LoadedModule& loaded);

  [[nodiscard]] std::uint64_t address(std::string_view buffer) const;  // 0: no such buffer
  [[nodiscard]] std::uint64_t total_bytes() const;
  [[nodiscard]] device::DeviceMemory* memory(std::string_view buffer);  // nullptr: no such buffer
  // Of all blocks.
  [[nodiscard]] std::vector<device::BufferPlace> places() const;
  // The step with words of its arguments as they are here.
  [[nodiscard]] catalog::LaunchStep relocated(catalog::LaunchStep step) const;

  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override;
  // Errors: those of the downloads, too.
  Result<void> write_back();
  // Queues a copy or a fill.
  Result<void> queue(const device::Gpu& gpu, const catalog::MemoryStep& step);

  // The out and inout buffers into those of the same names.
  Result<void> download_results(DeviceBuffers& into) const;
  // Copies of them, by name.
  using Contents = std::map<std::string, std::vector<std::byte>, std::less<>>;
  Result<Contents> results() const;

 private:
  struct Block {
    MemoryBlock what;
    device::DeviceMemory allocated;  // none: of a variable
    device::DeviceMemory memory;
  };
  struct Buffer {
    catalog::BufferRole role = catalog::BufferRole::in;
    std::uint64_t address = 0;  // as the guest sees it
    std::size_t block = 0;
    device::DeviceMemory memory;
    DeviceBuffers::VariableOf variable{};
  };
  static Result<Block> allocate(const device::Gpu& gpu, const MemoryBlock& what);
  Result<void> add(const DeviceBuffers& initial, const catalog::BufferSpec& spec);
  [[nodiscard]] std::size_t block_at(std::uint64_t address) const;
  void relocate();
  Result<void> put(Buffer& buffer, std::span<const std::byte> bytes);
  Result<void> get(const Buffer& buffer, std::span<std::byte> bytes) const;
  Result<std::vector<std::byte>> copy_of(const Buffer& buffer) const;

  std::vector<Block> blocks_;  // ascending
  std::map<std::string, Buffer, std::less<>> buffers_;
  Relocation relocation_;
  Contents copies_;  // of the present host step
  Result<void> copied_;
};

}  // namespace warplens::run
