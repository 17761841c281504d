// tex, tld4, txq and suq, on objects that the memory knows (Memory::add_texture).
//
// What hardware does for them is in no event and no figure.
#pragma once

#include "kernels/machine/block/texture_objects.h"
#include "kernels/machine/operations/texture_read.h"

namespace warplens::machine {

class Textures {
 public:
  Textures(BlockContext& block, BlockMemory& memory) : block_(&block), objects_(block, memory) {}

  void read(const Issue& issue);
  void query(const Issue& issue);

 private:
  // What PTX leaves undefined ends the run.
  [[nodiscard]] bool can_read(const Issue& issue, const TextureRead& read, const Texture& texture,
                              std::uint32_t lane);
  [[nodiscard]] bool can_ask(const Issue& issue, const TextureQuery& query, const Texture& texture,
                             std::uint32_t lane);

  BlockContext* block_;
  TextureObjects objects_;
};

}  // namespace warplens::machine
