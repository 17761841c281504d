#include "kernels/captured/decoded_launch.h"

#include <fmt/format.h>

#include <cstring>

#include "kernels/captured/launch_pointers.h"
#include "kernels/captured/memory_layout.h"
#include "kernels/own/signature.h"
#include "kernels/own/tensor_map_form.h"
#include "kernels/own/tensor_map_text.h"

namespace warplens::captured {
namespace {

constexpr std::size_t kMostShownBytes = 64;

template <class T>
T value_in(std::span<const std::byte> bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
  return value;
}

std::string digits(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes.first(std::min(bytes.size(), kMostShownBytes)))
    text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return bytes.size() > kMostShownBytes ? text + "…" : text;
}

std::string number(std::span<const std::byte> bytes, ptx::ScalarType type) {
  using enum ptx::ScalarType;
  if (bytes.size() != ptx::size_of(type)) return digits(bytes);
  switch (type) {
    case f32:
      return fmt::format("{}", value_in<float>(bytes));
    case f64:
      return fmt::format("{}", value_in<double>(bytes));
    case s32:
    case u32:
    case b32:
      return fmt::format("{}", value_in<std::int32_t>(bytes));
    case s64:
      return fmt::format("{}", value_in<std::int64_t>(bytes));
    case u64:
    case b64:
      return fmt::format("{:#x}", value_in<std::uint64_t>(bytes));
    case s16:
    case u16:
    case b16:
      return fmt::format("{}", value_in<std::int16_t>(bytes));
    default:
      return digits(bytes);
  }
}

DecodedPointer decoded(const PointerWord& word) {
  const Allocation& allocation = *word.allocation;
  return {word.offset,         word.address,
          name_of(allocation), word.address - allocation.address,
          allocation.bytes,    kept_bytes(allocation)};
}

std::string map_text(std::span<const std::byte> bytes) {
  const auto map = tensor_map_in(bytes);
  const auto form = map.has_value() ? own::form_of(*map) : std::nullopt;
  return form.has_value() ? own::tensor_map_text(*form) : "";
}

}  // namespace

std::vector<DecodedParameter> decoded_parameters(const Launch& launch, const Episode& episode,
                                                 const ptx::Module* module,
                                                 const std::vector<std::string>& sources) {
  const ptx::Function* entry = module == nullptr ? nullptr : module->find_function(launch.entry);
  if (entry != nullptr && entry->parameters.size() != launch.parameters.size()) entry = nullptr;
  const own::Signature signature =
      entry == nullptr ? own::Signature{} : own::signature_of(*entry, sources);
  std::vector<DecodedParameter> all;
  for (std::size_t i = 0; i < launch.parameters.size(); ++i) {
    const auto bytes = bytes_of(launch, launch.parameters[i]);
    DecodedParameter& one = all.emplace_back();
    one.name = launch.parameters[i].name;
    if (one.name.empty())
      one.name = entry == nullptr ? fmt::format("arg{}", i) : signature.parameters[i].name;
    one.bytes = launch.parameters[i].bytes;
    const ptx::ScalarType type =
        entry == nullptr ? ptx::ScalarType::none : entry->parameters[i].type;
    if (entry != nullptr) one.type = ptx::name_of(type);
    one.tensor_map = map_text(bytes);
    const std::size_t behind = one.tensor_map.empty() ? 0 : TensorMap::kBytes;
    if (one.tensor_map.empty()) one.value = number(bytes, type);
    if (behind != 0) {
      for (const PointerWord& word : pointers_in(bytes.first(8), episode))
        one.pointers.push_back(decoded(word));
    }
    for (PointerWord word : pointers_in(bytes.subspan(behind), episode)) {
      word.offset += static_cast<std::uint32_t>(behind);
      one.pointers.push_back(decoded(word));
    }
  }
  return all;
}

}  // namespace warplens::captured
