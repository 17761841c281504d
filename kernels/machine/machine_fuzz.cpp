// Any PTX that the front end accepts must load and run to an end: a trace with findings or an
// error.
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

void run_entry(const std::shared_ptr<const ptx::Module>& module, const ptx::Function& entry) {
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
  launch.parameters = parameters_of(entry, *address);
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
    if (function.is_entry) run_entry(module, function);
  }
  return 0;
}
