#include "kernels/machine/operations/atomic_update.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

namespace warplens::machine {
namespace {

std::uint64_t flushed(std::uint64_t bits) {
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<std::uint32_t>(flush_denormal(value));
}

std::uint64_t next_value(const AtomicOperation& operation, std::uint64_t old, std::uint64_t b,
                         std::uint64_t c) {
  if (operation.is_compare_and_swap) return old == b ? c : old;
  if (operation.flushes) {
    const std::uint64_t next =
        apply(operation.operation, operation.type, flushed(old), flushed(b)).value_or(old);
    return flushed(next);
  }
  if (operation.keeps_nans) {
    for (const std::uint64_t value : {b, old}) {
      if (std::isnan(std::bit_cast<double>(value))) return value;
    }
  }
  return apply(operation.operation, operation.type, old, b).value_or(old);
}

template <class Bits>
std::uint64_t update(const AtomicOperation& operation, std::byte* place, std::uint64_t b,
                     std::uint64_t c) {
  std::atomic_ref<Bits> value(*reinterpret_cast<Bits*>(place));
  Bits old = value.load(std::memory_order_relaxed);
  while (!value.compare_exchange_weak(old, static_cast<Bits>(next_value(operation, old, b, c)),
                                      std::memory_order_relaxed)) {
  }
  return old;
}

bool is_bits(ptx::ScalarType type) {
  return type == ptx::ScalarType::b16 || type == ptx::ScalarType::b32 ||
         type == ptx::ScalarType::b64;
}

}  // namespace

std::optional<AtomicOperation> find_atomic(std::string_view word, ptx::ScalarType type) {
  if (type == ptx::ScalarType::b128 && (word == "cas" || word == "exch")) {
    return AtomicOperation{
        .is_compare_and_swap = word == "cas", .operation = ScalarOperation::exchange, .type = type};
  }
  if (ptx::size_of(type) > sizeof(std::uint64_t)) return std::nullopt;
  if (word == "cas") {
    if (!is_bits(type)) return std::nullopt;
    return AtomicOperation{
        .is_compare_and_swap = true, .operation = ScalarOperation::exchange, .type = type};
  }
  const auto operation = scalar_operation(word);
  if (!operation || !apply(*operation, type, 0, 0)) return std::nullopt;
  return AtomicOperation{.operation = *operation, .type = type};
}

AtomicOperation in_global_memory(AtomicOperation operation) {
  const bool is_sum = !operation.is_compare_and_swap && operation.operation == ScalarOperation::add;
  operation.flushes = is_sum && operation.type == ptx::ScalarType::f32;
  operation.keeps_nans = is_sum && operation.type == ptx::ScalarType::f64;
  return operation;
}

WideBits update_wide(const AtomicOperation& operation, std::byte* place, const WideBits& b,
                     const WideBits& c) {
  WideBits old;
  std::memcpy(&old, place, sizeof old);
  const WideBits next = !operation.is_compare_and_swap ? b : old == b ? c : old;
  std::memcpy(place, &next, sizeof next);
  return old;
}

std::uint64_t update_atomically(const AtomicOperation& operation, std::byte* place, std::uint64_t b,
                                std::uint64_t c) {
  switch (ptx::size_of(operation.type)) {
    case 2:
      return update<std::uint16_t>(operation, place, b, c);
    case 4:
      return update<std::uint32_t>(operation, place, b, c);
    default:
      return update<std::uint64_t>(operation, place, b, c);
  }
}

}  // namespace warplens::machine
