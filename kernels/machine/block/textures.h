// tex, tld4, suld, sust, txq and suq, on objects that the memory knows (Memory::add_texture).
//
// Texels lie in a buffer, so a surface's bytes are loaded and stored as those of any access are,
// with all that is found of it. What hardware does for them is in no event and no figure.
#pragma once

#include <optional>

#include "kernels/machine/block/load_store.h"
#include "kernels/machine/operations/texture_read.h"

namespace warplens::machine {

class Textures {
 public:
  Textures(BlockContext& block, BlockMemory& memory, LoadStore& load_store)
      : block_(&block), memory_(&memory), load_store_(&load_store) {}

  void read(const Issue& issue);
  void access_surface(const Issue& issue);
  void query(const Issue& issue);

 private:
  struct Object {
    const Memory::PlacedTexture* placed = nullptr;  // nullptr: there is none, which was reported
    std::span<const std::byte> texels{};
  };
  [[nodiscard]] Object object(const Issue& issue, std::uint32_t slot, std::uint32_t lane,
                              bool is_surface);
  // A run that reads another kind of texture than there is ends.
  [[nodiscard]] bool fits(const Issue& issue, const TexelPlace& place, const Texture& texture,
                          std::uint32_t lane);
  [[nodiscard]] TexelBits read_lane(const Issue& issue, const TextureRead& read,
                                    const Object& object, std::uint32_t lane) const;
  // The guest address of what a lane accesses; none: nothing is accessed.
  [[nodiscard]] std::optional<std::uint64_t> surface_address(const Issue& issue,
                                                             const SurfaceAccess& surface,
                                                             std::uint32_t lane);
  void use_values(const Issue& issue, std::uint32_t object, const TexelPlace& place);
  void note_uncounted(const Issue& issue, bool is_surface);

  BlockContext* block_;
  BlockMemory* memory_;
  LoadStore* load_store_;
};

}  // namespace warplens::machine
