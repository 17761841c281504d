// Any PTX that the front end accepts must load and run to an end: a trace with findings or an
// error.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "kernels/machine/machine.h"
#include "kernels/ptx/parser.h"

namespace {

using namespace warplens;

// Every eight bytes of the parameters hold a buffer's address, so that pointers mean something.
std::vector<std::byte> parameters_of(const ptx::Function& entry, std::uint64_t address) {
  constexpr std::uint64_t kMost = 1 << 16;
  std::uint64_t size = 0;
  for (const ptx::Variable& parameter : entry.parameters) {
    size = (size + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
    size += parameter.size;
    if (size > kMost) return {};
  }
  std::vector<std::byte> bytes(size);
  for (std::size_t at = 0; at + sizeof(address) <= bytes.size(); at += sizeof(address)) {
    std::memcpy(bytes.data() + at, &address, sizeof(address));
  }
  return bytes;
}

// Of every shape that an instruction may ask for, on a buffer of 4096 bytes.
std::vector<Texture> textures() {
  std::vector<Texture> all;
  for (const bool is_surface : {false, true}) {
    for (std::uint32_t dimensions = 1; dimensions <= 3; ++dimensions) {
      for (const std::uint64_t layers : {0, 2}) {
        if (dimensions == 3 && layers != 0) continue;
        Texture texture;
        texture.is_surface = is_surface;
        texture.dimensions = dimensions;
        texture.sizes = {7, 5, 3};
        texture.layers = layers;
        texture.type = layers == 0 ? Texture::Type::f32 : Texture::Type::u8;
        texture.channels = layers == 0 ? 1 : 4;
        texture.reads_floats = layers != 0;
        texture.filter = Texture::Filter::linear;
        texture.is_normalized = dimensions == 2;
        if (texture.is_normalized) texture.address.fill(Texture::Address::mirror);
        all.push_back(texture);
        if (dimensions != 2) continue;
        texture.sizes = {5, 5, 1};
        texture.is_cube = true;
        all.push_back(texture);
      }
    }
  }
  return all;
}

bool has_textures(const ptx::Function& entry) {
  return std::ranges::any_of(entry.instructions, [](const ptx::Instruction& instruction) {
    const std::string& opcode = instruction.opcode;
    return opcode == "tex" || opcode == "tld4" || opcode == "txq" || opcode == "suld" ||
           opcode == "sust" || opcode == "sured" || opcode == "suq";
  });
}

// With a texture, its handle takes the place of addresses.
void run_entry(const std::shared_ptr<const ptx::Module>& module, const ptx::Function& entry,
               const Texture* texture = nullptr) {
  const auto program = machine::Program::load(module, entry.name);
  if (!program.has_value()) return;
  machine::Memory memory;
  trace::Buffer buffer;
  buffer.name = "data";
  buffer.bytes = 4096;
  const auto address = memory.allocate(buffer);
  if (!address.has_value()) return;
  machine::LaunchRequest launch;
  launch.grid = {2, 1, 1};
  launch.block = {48, 1, 1};
  launch.dynamic_shared_bytes = 1024;
  const std::uint64_t passed =
      texture == nullptr ? *address : memory.add_texture(*texture, *address);
  launch.parameters = parameters_of(entry, passed);
  machine::RunOptions options;
  options.threads = 1;
  options.instruction_budget = 2000;
  (void)machine::run(*program, launch, memory, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto parsed = ptx::parse(text, "fuzz.ptx");
  if (!parsed.has_value()) return 0;
  const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry) continue;
    run_entry(module, function);
    if (!has_textures(function)) continue;
    for (const Texture& texture : textures()) run_entry(module, function, &texture);
  }
  return 0;
}
