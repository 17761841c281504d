// Elements of a buffer as values: conversion, filling, comparing, printing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/catalog/family.h"
#include "kernels/run/run.h"

namespace warplens::run {

// f32 of .f32, i32 of .s32, u32 of .b32, f16 of .f16x2; nothing: no element is of that type.
[[nodiscard]] std::optional<catalog::ElementType> element_of(ptx::ScalarType type);

// Bytes that a buffer takes, its pitch applied. Errors: no elements, a pitch that is shorter than a
// row or no multiple of the element, more than Memory::kMaximumBytes.
Result<std::uint64_t> bytes_of(const catalog::BufferSpec& spec);
[[nodiscard]] std::uint64_t pitch_of(const catalog::BufferSpec& spec);  // bytes from row to row

// Fills a zeroed buffer, element by element in row-major order; padding stays zero.
//   constant  Fill::value, rounded to the type; what an integer cannot hold becomes its nearest
//   iota    the element's index, converted to the type; with a modulus, what is left of it
//   random  SplitMix64 (Steele, Lea, Flood 2014) of seed and index, so that every element stands by
//           itself: integers take its low bits, floating point its top bits as a number in [-1, 1)
//           that the type holds exactly. With a range: evenly between its ends, integers whole
//   picture catalog::drawn_pixel() of an image of the buffer's rows and columns
void fill(const catalog::BufferSpec& spec, std::span<std::byte> bytes);

// Adds the elements of `actual` that differ from `expected` to `mismatch`. Exact: equal bits.
// Otherwise as catalog::Tolerance says; two NaNs are equal.
void compare(const catalog::BufferSpec& spec, std::span<const std::byte> expected,
             std::span<const std::byte> actual, const catalog::Tolerance& tolerance,
             std::optional<trace::Mismatch>& mismatch);

// The same for one element (row-major, padding not counted) of `actual`.
void compare_element(const catalog::BufferSpec& spec, std::uint64_t element, double expected,
                     std::span<const std::byte> actual, const catalog::Tolerance& tolerance,
                     std::optional<trace::Mismatch>& mismatch);

}  // namespace warplens::run
