// The functions that the driver provides: vprintf, behind printf, and __assertfail, behind assert.
#include <cstring>

#include "kernels/machine/block/block.h"
#include "kernels/machine/block/print_format.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr char kAnyCharacter = 1;

}  // namespace

std::uint64_t Block::passed(const Issue& issue, const CallSite& call, std::size_t index,
                            std::uint32_t lane) const {
  const std::size_t stride = issue.frame.function->parameter_bytes;
  std::uint64_t value = 0;
  if (index >= call.arguments.size() || call.arguments[index] + sizeof(value) > stride) return 0;
  std::memcpy(&value, issue.frame.parameters + lane * stride + call.arguments[index],
              sizeof(value));
  return value;
}

std::span<const std::byte> Block::bytes_at(const Issue& issue, std::uint64_t address,
                                           std::uint32_t bytes, std::uint32_t lane) const {
  if (address >= kLocalWindow && address - kLocalWindow < kWindowBytes) {
    const std::uint64_t offset = address - kLocalWindow;
    if (offset + bytes > issue.warp.local_bytes()) return {};
    return {issue.warp.local(lane) + offset, bytes};
  }
  const Target target = buffer_target(address, bytes);
  if (target.origin == nullptr) return {};
  return {target.origin + (address - target.base), bytes};
}

// vprintf(format, address of the arguments) gives how many arguments the format takes.
void Block::print(const Issue& issue, const CallSite& call) {
  const std::size_t stride = issue.frame.function->parameter_bytes;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t list = passed(issue, call, 1, lane);
    const PrintReader reader{
        [&](std::uint64_t offset, std::uint32_t bytes) {
          return bytes_at(issue, list + offset, bytes, lane);
        },
        [&](std::uint64_t address) { return read_text(address, kAnyCharacter); }};
    const Printed printed =
        print_format(read_text(passed(issue, call, 0, lane), kAnyCharacter), reader);
    printed_ += printed.text;
    for (const std::uint32_t result : call.results) {
      if (result + sizeof(printed.arguments) > stride) continue;
      std::memcpy(issue.frame.parameters + lane * stride + result, &printed.arguments,
                  sizeof(printed.arguments));
    }
  });
}

// __assertfail(expression, file, line, function, bytes of a character)
void Block::fail_assertion(const Issue& issue, const CallSite& call) {
  const std::uint32_t lane = first_lane(issue.mask);
  const auto line = static_cast<std::uint32_t>(passed(issue, call, 2, lane));
  report(Kind::assertion, {issue.instruction, issue.warp.index, lane},
         finding_text::assertion(read_text(passed(issue, call, 0, lane)),
                                 read_text(passed(issue, call, 1, lane)), line));
  end_launch();
}

}  // namespace warplens::machine
