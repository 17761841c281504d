// The objects that texture and surface instructions are given, looked up for one lane; how a run
// ends that PTX leaves undefined.
#pragma once

#include <span>
#include <string>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/issue.h"
#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine {

struct BlockMemory;

class TextureObjects {
 public:
  TextureObjects(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  struct Object {
    const Memory::PlacedTexture* placed = nullptr;  // nullptr: there is none, which was reported
    std::span<const std::byte> texels{};
  };
  [[nodiscard]] Object find(const Issue& issue, std::uint32_t slot, std::uint32_t lane,
                            bool is_surface);
  // A run that reads another kind of texture than there is ends.
  [[nodiscard]] bool fits(const Issue& issue, const TexelPlace& place, const Texture& texture,
                          std::uint32_t lane);
  void end(const Issue& issue, std::uint32_t lane, const FindingText& why);
  // "tex.2d.v4.f32.f32"
  [[nodiscard]] std::string opcode(const Issue& issue) const;
  void use_values(const Issue& issue, std::uint32_t object, const TexelPlace& place);
  void note_uncounted(const Issue& issue, bool is_surface);

 private:
  BlockContext* block_;
  BlockMemory* memory_;
};

[[nodiscard]] std::int32_t whole_number(const Issue& issue, std::uint32_t slot, std::uint32_t lane);
// 0 where there are no layers.
[[nodiscard]] std::uint32_t layer_of(const Issue& issue, const TexelPlace& place,
                                     std::uint32_t lane);

}  // namespace warplens::machine
