// Parameters that are handles of textures and surfaces: by their declared type, or because tex,
// suld and the like are given them.
#include <algorithm>
#include <array>

#include "kernels/own/inference.h"
#include "kernels/own/texture_text.h"

namespace warplens::own {
namespace {

using OperandKind = ptx::Operand::Kind;

bool is_texture_opcode(std::string_view opcode) {
  return opcode == "tex" || opcode == "tld4" || opcode == "txq";
}

bool is_surface_opcode(std::string_view opcode) {
  return opcode == "suld" || opcode == "sust" || opcode == "sured" || opcode == "suq";
}

// The register that the parameter is loaded into.
std::optional<std::uint32_t> register_of(const ptx::Function& entry,
                                         const ptx::Variable& variable) {
  for (const ptx::Instruction& instruction : entry.instructions) {
    if (instruction.opcode != "ld" || !instruction.has("param")) continue;
    if (instruction.operands.size() != 2 || instruction.operands[0].kind != OperandKind::reg)
      continue;
    const ptx::Operand& memory = instruction.operands[1];
    if (!memory.elements.empty() && memory.elements[0].text == variable.name)
      return instruction.operands[0].index;
  }
  return std::nullopt;
}

bool is_object(const ptx::Operand& operand, std::uint32_t reg) {
  return operand.kind == OperandKind::memory && !operand.elements.empty() &&
         operand.elements[0].kind == OperandKind::reg && operand.elements[0].index == reg;
}

// The first instruction that is given the parameter's handle.
const ptx::Instruction* texture_use(const ptx::Function& entry, const ptx::Variable& variable) {
  const auto reg = register_of(entry, variable);
  if (!reg) return nullptr;
  const auto uses = [&](const ptx::Instruction& instruction) {
    const bool is_of_one =
        is_texture_opcode(instruction.opcode) || is_surface_opcode(instruction.opcode);
    return is_of_one && std::ranges::any_of(instruction.operands, [&](const ptx::Operand& operand) {
             return is_object(operand, *reg);
           });
  };
  const auto found = std::ranges::find_if(entry.instructions, uses);
  return found == entry.instructions.end() ? nullptr : &*found;
}

std::size_t texture_dimensions(const ptx::Instruction& use) {
  if (use.has("1d") || use.has("a1d")) return 1;
  return use.has("3d") ? 3 : 2;
}

void guess_texels(const ptx::Instruction& use, FormTexture& texture) {
  texture.sizes.assign(texture_dimensions(use), "64");
  if (use.has("a1d") || use.has("a2d") || use.has("acube")) texture.layers = "4";
  texture.is_cube = use.has("cube") || use.has("acube");
  if (texture.is_surface) {
    if (use.has("b8")) texture.type = Texture::Type::u8;
    if (use.has("b16")) texture.type = Texture::Type::u16;
    texture.channels = use.has("v4") ? 4 : use.has("v2") ? 2 : 1;
    return;
  }
  const bool is_fetch = use.modifiers.size() > 1 && use.modifiers.back() == "s32";
  texture.is_linear_memory = is_fetch && texture.sizes.size() == 1 && texture.layers.empty();
  if (use.has("u32")) texture.type = Texture::Type::u32;
  if (use.modifiers.size() > 1 && *(use.modifiers.end() - 2) == "s32")
    texture.type = Texture::Type::i32;
}

}  // namespace

std::optional<FormTexture> infer_texture(const SignatureParameter& parameter,
                                         const ptx::Function& entry,
                                         const ptx::Variable& variable) {
  if (variable.size != sizeof(std::uint64_t)) return std::nullopt;
  const std::string& declared = parameter.type.text;
  const ptx::Instruction* const use = texture_use(entry, variable);
  const bool is_texture = declared.find("cudaTextureObject_t") != std::string::npos;
  const bool is_surface = declared.find("cudaSurfaceObject_t") != std::string::npos;
  if (use == nullptr && !is_texture && !is_surface) return std::nullopt;
  FormTexture texture;
  texture.name = parameter.name;
  texture.is_surface = use == nullptr ? is_surface : is_surface_opcode(use->opcode);
  texture.sizes = {"64", "64"};
  if (use != nullptr) guess_texels(*use, texture);
  if (!texture.is_surface) texture.contents = catalog::Fill{catalog::Fill::Kind::random, 1};
  texture.why = texture.is_surface ? tr("nothing says what it describes: give it, as in "
                                        "--arg '{}:surface{{f32,[256,128]}}=@BUFFER'",
                                        parameter.name)
                                   : tr("nothing says what it describes: give it, as in "
                                        "--arg '{}:texture{{f32,[256,128],filter=linear}}=@BUFFER'",
                                        parameter.name);
  return texture;
}

}  // namespace warplens::own
