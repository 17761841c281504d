#include "viz/swizzle/run_kernel.h"

#include <cstring>

#include "kernels/cost/access_cost.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/own_kernel.h"

namespace warplens::swizzle {

namespace {

// No two elements alike as far as their bytes allow: one byte has 256 values.
std::vector<std::byte> numbered(const Tile& tile) {
  std::vector<std::byte> bytes(tile.bytes());
  for (std::uint32_t element = 0; element < tile.elements(); ++element) {
    // 65,536 elements differ in 16 bits; an odd factor keeps all 256 of 8.
    const std::uint32_t value = tile.element_bytes == 1 ? element * 167 + 13 : element + 1;
    for (std::uint32_t byte = 0; byte < tile.element_bytes; byte += sizeof value) {
      const std::uint32_t part = value + (byte << 20);
      std::memcpy(&bytes[element * tile.element_bytes + byte], &part,
                  std::min<std::size_t>(sizeof part, tile.element_bytes));
    }
  }
  return bytes;
}

std::vector<bool> taken_by(const Accesses& accesses, const Tile& tile) {
  std::vector<bool> taken(tile.elements());
  for (const WarpAccess& warp : accesses.warps) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((warp.mask >> lane & 1) == 0) continue;
      for (std::uint32_t i = 0; i < accesses.lane_elements; ++i)
        taken[warp.element[lane] + i] = true;
    }
  }
  return taken;
}

// The expected contents of `out`; nothing if data cannot come back right.
std::vector<std::byte> expected(const SwizzleAnswer& modelled, const std::vector<std::byte>& in) {
  if (!modelled.works()) return {};
  const Tile& tile = modelled.spec.tile;
  const std::vector<bool> written = taken_by(modelled.write.accesses, tile);
  const std::vector<bool> read = taken_by(modelled.read.accesses, tile);
  std::vector<std::byte> out(in.size());
  for (std::uint32_t element = 0; element < tile.elements(); ++element) {
    if (!read[element]) continue;
    if (!written[element]) return {};
    const std::size_t first = std::size_t{element} * tile.element_bytes;
    std::memcpy(&out[first], &in[first], tile.element_bytes);
  }
  return out;
}

run::OwnBuffer buffer(std::string name, catalog::BufferRole role, const Tile& tile) {
  run::OwnBuffer buffer;
  buffer.name = std::move(name);
  buffer.role = role;
  buffer.type = tile.element_bytes == 1   ? catalog::ElementType::u8
                : tile.element_bytes == 2 ? catalog::ElementType::u16
                : tile.element_bytes == 8 ? catalog::ElementType::u64
                                          : catalog::ElementType::u32;
  buffer.count = tile.bytes() / catalog::size_of(buffer.type);
  return buffer;
}

}  // namespace

Result<trace::Run> run_kernel(const SwizzleAnswer& modelled, const KernelShape& kernel,
                              std::stop_token stop) {
  TRY(auto module, ptx::parse(kernel.ptx, "swizzle.ptx"));
  const Tile& tile = modelled.spec.tile;
  run::OwnKernel own;
  own.module = std::make_shared<const ptx::Module>(std::move(module));
  own.ptx = std::make_shared<const std::string>(kernel.ptx);
  own.entry = kernel.entry;
  own.grid = {1, 1, 1};
  own.block = {kernel.warps * kWarpSize, 1, 1};
  own.dynamic_shared_bytes = kernel.dynamic_shared_bytes;
  run::OwnBuffer in = buffer("in", catalog::BufferRole::in, tile);
  in.contents = numbered(tile);
  std::vector<std::byte> out = expected(modelled, *in.contents);
  own.arguments = {std::move(in), buffer("out", catalog::BufferRole::out, tile)};
  if (!out.empty()) own.expectations = {{"out", std::move(out), {}}};
  run::Options options;
  options.machine.cost = analysis::add_cost;
  options.machine.threads = 1;
  options.machine.stop = std::move(stop);
  return run::run_own(own, options);
}

}  // namespace warplens::swizzle
