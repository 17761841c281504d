#include "kernels/machine/block/system_calls.h"

#include <cstring>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/print_format.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr char kAnyCharacter = 1;

// The value that a lane passes as argument `index`; 0 if there is none.
std::uint64_t argument(const Issue& issue, const CallSite& call, std::size_t index,
                       std::uint32_t lane) {
  const std::size_t stride = issue.frame.function->parameter_bytes;
  std::uint64_t value = 0;
  if (index >= call.arguments.size() || call.arguments[index] + sizeof(value) > stride) return 0;
  std::memcpy(&value, issue.frame.parameters + lane * stride + call.arguments[index],
              sizeof(value));
  return value;
}

void give_result(const Issue& issue, const CallSite& call, std::uint32_t lane,
                 std::span<const std::byte> value) {
  const std::size_t stride = issue.frame.function->parameter_bytes;
  for (const std::uint32_t result : call.results) {
    if (result + value.size() > stride) continue;
    std::memcpy(issue.frame.parameters + lane * stride + result, value.data(), value.size());
  }
}

}  // namespace

std::span<const std::byte> SystemCalls::bytes_at(const Issue& issue, std::uint64_t address,
                                                 std::uint32_t bytes, std::uint32_t lane) const {
  if (is_in_local_windows(address)) {
    const std::uint64_t offset = local_address(address).offset;
    const std::uint64_t size = issue.warp.local_bytes();
    if (size < bytes || offset > size - bytes) return {};
    return {issue.warp.local(lane) + offset, bytes};
  }
  const MemoryRange buffer = bounds_->buffer_at(address, bytes);
  if (buffer.origin == nullptr) return {};
  return {buffer.origin + (address - buffer.base), bytes};
}

std::string SystemCalls::read_text(std::uint64_t address, char first_allowed) const {
  constexpr std::size_t kLongest = 1000;
  std::string text;
  while (text.size() < kLongest) {
    const MemoryRange buffer = bounds_->buffer_at(address + text.size(), 1);
    if (buffer.origin == nullptr) break;
    const auto c = static_cast<char>(buffer.origin[address + text.size() - buffer.base]);
    if (static_cast<unsigned char>(c) < static_cast<unsigned char>(first_allowed)) break;
    text += c;
  }
  return text;
}

// vprintf(format, address of the arguments) gives how many arguments the format takes.
void SystemCalls::print(const Issue& issue, const CallSite& call) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t list = argument(issue, call, 1, lane);
    const PrintReader reader{
        [&](std::uint64_t offset, std::uint32_t bytes) {
          return bytes_at(issue, list + offset, bytes, lane);
        },
        [&](std::uint64_t address) { return read_text(address, kAnyCharacter); }};
    const Printed printed =
        print_format(read_text(argument(issue, call, 0, lane), kAnyCharacter), reader);
    printed_ += printed.text;
    give_result(issue, call, lane, std::as_bytes(std::span(&printed.arguments, 1)));
  });
}

// malloc(bytes) gives an address, or 0 where the heap has no room.
void SystemCalls::allocate(const Issue& issue, const CallSite& call) {
  Memory& memory = *block_->launch->memory;
  const std::uint64_t base = memory.buffers()[memory.heap_buffer()].address;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const auto offset = memory.heap()->allocate(argument(issue, call, 0, lane));
    const std::uint64_t address = offset ? base + *offset : 0;
    give_result(issue, call, lane, std::as_bytes(std::span(&address, 1)));
  });
}

// free(address of a block, or 0)
void SystemCalls::release(const Issue& issue, const CallSite& call) {
  Memory& memory = *block_->launch->memory;
  const std::uint64_t base = memory.buffers()[memory.heap_buffer()].address;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t address = argument(issue, call, 0, lane);
    if (address == 0) return;
    const Heap::Release released = memory.heap()->release(address - base);
    if (released == Heap::Release::done) return;
    block_->report.add(trace::FindingKind::out_of_bounds,
                       {issue.instruction, issue.warp.index, lane},
                       released == Heap::Release::twice ? finding_text::freed_twice(address)
                                                        : finding_text::frees_no_block(address));
  });
}

// __assertfail(expression, file, line, function, bytes of a character)
void SystemCalls::fail_assertion(const Issue& issue, const CallSite& call) {
  const std::uint32_t lane = first_lane(issue.mask);
  const auto line = static_cast<std::uint32_t>(argument(issue, call, 2, lane));
  block_->end_launch(trace::FindingKind::assertion, {issue.instruction, issue.warp.index, lane},
                     finding_text::assertion(read_text(argument(issue, call, 0, lane)),
                                             read_text(argument(issue, call, 1, lane)), line));
}

}  // namespace warplens::machine
