// Any bytes as what a program left, from another machine say, give none or a program that is whole.
// The first byte chooses: those bytes, or a fatbin.
#include <cstdint>
#include <sstream>
#include <string>

#include "kernels/capturing/fatbin.h"
#include "kernels/capturing/program_of.h"

using namespace warplens::capturing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data + 1), size - 1);
  if (data[0] % 4 == 0) {
    for (const FatbinImage& image : images_of_fatbins(bytes))
      if (image.contents.size() > (std::size_t{512} << 20)) __builtin_trap();
    return 0;
  }
  std::istringstream file(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  auto spooled = read_spool(file, bytes.size());
  if (!spooled) return 0;
  std::vector<Spooled> all;
  all.push_back(std::move(*spooled));
  const Gathered gathered = program_of(std::move(all), "fuzzed");
  for (const auto& episode : gathered.program.episodes)
    for (const auto& allocation : episode.allocations)
      for (const auto& part : allocation.parts)
        if (part.address < allocation.address) __builtin_trap();
  return 0;
}
