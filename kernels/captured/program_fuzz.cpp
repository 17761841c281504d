// Any bytes as a program's capture give an error or a program that is safe to run again.
//
// The first byte chooses: an index alone; a zip. What lies behind checksums is
// program_file_test.cpp's.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "kernels/base/whole_file.h"
#include "kernels/captured/decoded_launch.h"
#include "kernels/captured/program_check.h"
#include "kernels/captured/program_chunks.h"
#include "kernels/captured/program_file.h"
#include "kernels/captured/replay.h"

namespace {

using namespace warplens::captured;
using Input = std::span<const std::byte>;

void use(const Program& program) {
  for (const Episode& episode : program.episodes) {
    for (const Step& step : episode.steps)
      if (const auto* launch = std::get_if<Launch>(&step))
        (void)decoded_parameters(*launch, episode, nullptr);
    (void)replay_of(program, episode);
  }
}

// A valid index that is written must be read back the same.
void read_index(Input input) {
  const Bytes bytes(input.begin(), input.end());
  const auto index = decode_index(bytes);
  if (!index.has_value() || !check_index(*index).has_value()) return;
  const auto again = decode_index(encode_index(*index));
  if (!again.has_value() || !(again->program == index->program)) __builtin_trap();
}

void read_zip(Input input) {
  const int file = ::memfd_create("program", MFD_CLOEXEC);
  if (file < 0 || !warplens::write_all(file, input)) __builtin_trap();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  (void)looks_like_a_program(path);
  if (const auto program = read_program(path)) use(*program);
  ::close(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Input input = std::as_bytes(std::span(data + 1, size - 1));
  if (data[0] % 2 == 0) read_index(input);
  if (data[0] % 2 == 1) read_zip(input);
  return 0;
}
