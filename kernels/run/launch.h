// One launch on the machine: arguments laid out, the entry decoded, the trace handed back.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

// A kernel argument as bytes, with what to call it in a message.
struct PlainArgument {
  std::string name;  // "in", "argument 3"
  std::vector<std::byte> bytes;
};
// The low `size` bytes of `bits`, little-endian.
[[nodiscard]] PlainArgument plain_argument(std::string name, std::uint64_t bits,
                                           std::uint32_t size);

using AddressOf = std::function<std::uint64_t(std::string_view buffer)>;
// The bytes that a kernel is passed for a map; the machine's are TensorMap::encode()'s.
using EncodeMap = std::function<Result<std::vector<std::byte>>(const TensorMap& map)>;
Result<std::vector<std::byte>> encode_for_machine(const TensorMap& map);
// Puts bytes at the beginning of a buffer.
using StoreBytes =
    std::function<Result<void>(std::string_view buffer, std::span<const std::byte> bytes)>;
// The handle of an object of a buffer's texels.
using MakeTexture =
    std::function<Result<std::uint64_t>(const Texture& texture, std::string_view buffer)>;
// `step`'s arguments, with the addresses that its buffers have. Errors: no buffer of that name (0),
// a tensor map that TMA does not take, a texture that CUDA does not have. Maps that lie in buffers
// are stored there, if `store` is; without `texture` there are no textures.
Result<std::vector<PlainArgument>> plain_arguments(const catalog::LaunchStep& step,
                                                   const AddressOf& address_of,
                                                   const EncodeMap& encode = encode_for_machine,
                                                   const StoreBytes& store = {},
                                                   const MakeTexture& texture = {});

// The entry's parameter space: each argument at its parameter's naturally aligned offset. Errors:
// another number of arguments, an argument of another size.
Result<std::vector<std::byte>> lay_out(const ptx::Function& entry,
                                       std::span<const PlainArgument> arguments);

struct EntryLaunch {
  std::string entry;        // may be empty when the module has one entry
  std::string kernel_name;  // for the trace; empty: the entry's name in the source
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::optional<Dim3> cluster{};  // in blocks; none: as the kernel is compiled
};
Result<trace::Trace> launch(const std::shared_ptr<const ptx::Module>& module,
                            const EntryLaunch& shape, std::span<const PlainArgument> arguments,
                            machine::Memory& memory, const machine::RunOptions& options);

// The shared arrays' arrangements that `step` knows.
void name_layouts(const catalog::LaunchStep& step, trace::Trace& trace);

// `step.entry` may be empty when the module has one entry.
Result<std::shared_ptr<const trace::Trace>> launch(const std::shared_ptr<const ptx::Module>& module,
                                                   std::string_view kernel_name,
                                                   const catalog::LaunchStep& step,
                                                   DeviceBuffers& buffers,
                                                   const machine::RunOptions& options);

}  // namespace warplens::run
