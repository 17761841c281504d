// The multifunction unit (SASS's MUFU, one instruction each) to the bit, as an H200 computes it:
// ex2, lg2, rcp, rsq, sqrt, sin, cos, tanh of floats, halves, and of a double's upper word.
//
//   mufu::rcp(33) → 0x3cf83e0f, one unit below the nearest float
//
// A table's quadratic, evaluated in integers that are never rounded, with a square whose low
// columns are left out; the result is truncated (Oberman and Siu, "A High-Performance
// Area-Efficient Multifunction Interpolator", 2005, describe such a unit). Denormal inputs and
// results are zeros, except tanh's. Compared with an H200 for all inputs (docs/PTX.md, "Approximate
// functions"); other architectures were not measured.
#pragma once

#include <cstdint>

namespace warplens::machine::mufu {

float ex2(float x);
float lg2(float x);
float rcp(float x);
float rsq(float x);
float sqrt(float x);
float tanh(float x);
float sin(float turns);  // of 2π · turns
float cos(float turns);

std::uint16_t ex2_f16(std::uint16_t x);
std::uint16_t ex2_bf16(std::uint16_t x);
std::uint16_t tanh_f16(std::uint16_t x);
std::uint16_t tanh_bf16(std::uint16_t x);

// Of a double by its upper word alone (RCP64H, RSQ64H): the result's upper word.
std::uint32_t rcp64h(std::uint32_t x);
std::uint32_t rsq64h(std::uint32_t x);

}  // namespace warplens::machine::mufu
