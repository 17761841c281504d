// One GPU, ready for work: memory, compiled PTX, launches, events.
//
//   Gpu gpu = Gpu::open(driver)
//   LoadedModule module = gpu.compile(ptx text)       or gpu.load(cubin)
//   Kernel kernel = module.kernel(entry)
//   DeviceMemory memory = gpu.allocate(bytes); memory.upload(…)
//   gpu.launch(kernel, {grid, block}, arguments); gpu.synchronize()
//
// All of it in the device's primary context, on its default stream unless a stream is named, so
// that libraries that use the runtime API (cuBLAS) see the same memory. The calling thread's
// current context is set by every call; objects may be used from one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/tensor_map.h"
#include "kernels/base/texture.h"
#include "kernels/device/owned.h"
#include "kernels/ptx/module.h"

namespace warplens::device {

class DeviceMemory {
 public:
  [[nodiscard]] std::uint64_t address() const { return handle_.get(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  // Both wait until the copy is done. Errors: more bytes than there are after `offset`.
  Result<void> upload(std::span<const std::byte> from, std::uint64_t offset = 0);
  Result<void> download(std::span<std::byte> to, std::uint64_t offset = 0) const;
  Result<void> fill(std::uint8_t value);
  // Queues a copy of the first `bytes` of `from`. Errors: more than either has.
  Result<void> copy_from(const DeviceMemory& from, std::uint64_t bytes);
  // Some of it, which ends with this. Errors: more than there are after `offset`.
  Result<DeviceMemory> part(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  friend class Gpu;
  friend class LoadedModule;
  Result<void> check_range(std::uint64_t offset, std::uint64_t bytes) const;

  Owned<api::CUdeviceptr> handle_;
  std::uint64_t bytes_ = 0;
};

// A texture or surface object, and the array whose texels it gives: a copy of a buffer's. One of
// linear memory is of the buffer itself.
class TextureObject {
 public:
  // What a kernel is passed.
  [[nodiscard]] std::uint64_t handle() const;
  [[nodiscard]] bool is_surface() const { return texture_.is_surface; }
  // Both queue a copy of all texels, which lie in `memory` as Texture says.
  Result<void> take(const DeviceMemory& memory) const;
  Result<void> give(const DeviceMemory& memory) const;

 private:
  friend class Gpu;
  Result<void> copy(api::CUDA_MEMCPY3D::Side from, api::CUDA_MEMCPY3D::Side to) const;
  [[nodiscard]] api::CUDA_MEMCPY3D::Side side_of(const DeviceMemory& memory) const;
  [[nodiscard]] api::CUDA_MEMCPY3D::Side side_of_array() const;

  Texture texture_;
  Owned<api::CUarray> array_;  // first, so that it outlives the object
  Owned<api::CUtexObject> texture_object_;
  Owned<api::CUsurfObject> surface_object_;
};

// An entry of a module, with what the assembler made of it.
struct Kernel {
  api::CUfunction function = nullptr;
  std::uint32_t registers = 0;  // a thread
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes = 0;      // a thread; spills among them
  std::uint32_t maximum_threads = 0;  // a block
  bool is_cooperative = false;        // must be launched with all blocks resident
};

class LoadedModule {
 public:
  // Errors: no such entry.
  Result<Kernel> kernel(const ptx::Function& entry) const;
  // A module-scope variable's bytes, which stay the module's and end with it. Errors: no such
  // variable.
  Result<DeviceMemory> memory(const std::string& name) const;

 private:
  friend class Gpu;
  Owned<api::CUmodule> handle_;
};

struct CompileOptions {
  std::uint32_t maximum_registers = 0;  // a thread; 0: as many as the assembler likes
};

struct LaunchShape {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::optional<Dim3> cluster{};  // in blocks; none: as the kernel is compiled
};
// Each argument's bytes, in the order of the kernel's parameters.
using Arguments = std::span<const std::span<const std::byte>>;

class Event {
 public:
  Result<void> record();
  // Until it is reached.
  Result<void> wait() const;
  // Waits for both. Seconds from `start` to this one.
  Result<double> seconds_since(const Event& start) const;
  // The raw event, for calls that are timed one by one.
  [[nodiscard]] api::CUevent handle() const { return handle_.get(); }

 private:
  friend class Gpu;
  Owned<api::CUevent> handle_;
};

class Gpu {
 public:
  // Errors: no device of that number; its context cannot be made.
  static Result<Gpu> open(const Driver& driver, int ordinal = 0);

  [[nodiscard]] const Description& description() const { return owner_->description; }
  [[nodiscard]] const Driver& driver() const { return owner_->driver; }
  // Current for the calling thread; for libraries that take one.
  [[nodiscard]] api::CUcontext context() const;

  Result<std::uint64_t> free_bytes() const;
  // Aligned to 256. Zero bytes are an error of the caller's.
  Result<DeviceMemory> allocate(std::uint64_t bytes) const;
  // PTX text; its .version is lowered to what the driver takes (ptx_version.h). Errors hold the
  // assembler's first line.
  Result<LoadedModule> compile(const std::string& ptx, const CompileOptions& options = {}) const;
  // A binary for this GPU, as nvcc -cubin makes it. Errors: one that is not, or is for another GPU.
  Result<LoadedModule> load(std::span<const std::byte> image) const;
  Result<Event> event() const;
  // One that waits for the default stream, which waits for it, as cudaStreamCreate makes it.
  Result<Owned<api::CUstream>> stream() const;
  // The 128 bytes (CUtensorMap) that a kernel is passed for the map. Errors: the driver's, which
  // refuses below compute capability 9.0.
  Result<std::vector<std::byte>> tensor_map(const TensorMap& map) const;
  // An object of the texels that `memory` holds, without them: TextureObject::take(). Errors: the
  // driver's.
  Result<TextureObject> texture(const Texture& texture, const DeviceMemory& memory) const;
  // How many blocks of so many threads an SM holds at once, by the driver
  // (cuOccupancyMaxActiveBlocksPerMultiprocessor). 0: not even one fits. Errors: as launch().
  Result<std::uint32_t> blocks_an_sm(const Kernel& kernel, std::uint32_t threads,
                                     std::uint32_t dynamic_shared_bytes) const;
  // Returns once the launch is queued. Errors: what CUDA does not accept of it.
  Result<void> launch(const Kernel& kernel, const LaunchShape& shape, Arguments arguments) const;
  // Both are queued, and of memory that is allocated: from address to address; `count` elements of
  // 1, 2 or 4 bytes, of which `to` is a multiple.
  Result<void> copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) const;
  Result<void> fill(std::uint64_t to, std::uint32_t value, std::uint32_t element_bytes,
                    std::uint64_t count) const;
  // Waits for everything queued. Errors: what a kernel did (an illegal address…); the context is
  // then of no use any more.
  Result<void> synchronize() const;
  // Makes this GPU's context current on the calling thread, for libraries that expect one.
  void make_current() const { current(); }

 private:
  const api::Functions& current() const;
  Result<void> launch_clusters(const Kernel& kernel, const LaunchShape& shape,
                               void** arguments) const;
  Result<void> allow_shared(const Kernel& kernel, std::uint32_t dynamic_bytes) const;
  Result<LoadedModule> load(const char* image, std::string_view doing,
                            const CompileOptions& options) const;
  std::shared_ptr<const PrimaryContext> owner_;
};

}  // namespace warplens::device
