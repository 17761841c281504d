// suld, sust and sured, on objects that the memory knows (Memory::add_texture).
//
// Texels lie in a buffer, so a surface's bytes are loaded, stored and updated as those of any
// access are, with all that is found of it. What hardware does for them is in no event and no
// figure.
#pragma once

#include <optional>

#include "kernels/machine/block/atomics.h"
#include "kernels/machine/block/load_store.h"
#include "kernels/machine/block/texture_objects.h"

namespace warplens::machine {

class Surfaces {
 public:
  Surfaces(BlockContext& block, BlockMemory& memory, LoadStore& load_store, Atomics& atomics)
      : block_(&block), objects_(block, memory), load_store_(&load_store), atomics_(&atomics) {}

  void access(const Issue& issue);

 private:
  // What a lane accesses: a guest address, and by which of the accesses that its texels choose.
  struct Target {
    std::uint64_t address = 0;
    std::uint32_t access = 0;
    std::uint32_t atomic = 0;
  };
  // None: nothing is accessed, the run may have ended.
  [[nodiscard]] std::optional<Target> target(const Issue& issue, const SurfaceAccess& surface,
                                             std::uint32_t lane);
  // Those that texels of the surface take; none: PTX leaves it undefined.
  [[nodiscard]] std::optional<Target> form_for(const SurfaceAccess& surface,
                                               const Texture& texture) const;
  [[nodiscard]] std::optional<std::uint64_t> address_in(const Issue& issue,
                                                        const SurfaceAccess& surface,
                                                        const Memory::PlacedTexture& placed,
                                                        std::uint32_t width, std::uint32_t lane);
  // Writes a lane's values as its texel has them. False: they do not fit, and the run has ended.
  [[nodiscard]] bool convert(const Issue& issue, const SurfaceAccess& surface,
                             const Texture& texture, std::uint32_t lane);
  void access_lanes(const Issue& issue, const SurfaceAccess& surface, const Target& target,
                    const LaneAddresses& addresses);

  BlockContext* block_;
  TextureObjects objects_;
  LoadStore* load_store_;
  Atomics* atomics_;
};

}  // namespace warplens::machine
