// Forms of PTX instructions (forms.txt), each as a kernel that runs it on the values of inputs.h.
//
//   module_of(forms)   entries form_0, form_1, …  (.u64 inputs, .u64 results, .u64 memory)
//
// Thread t of kThreads reads source s of the letter L at inputs[(index of L * kSources + s) *
// kThreads + t] and writes result r to results[r * kThreads + t], each a word of 64 bits, zeros
// above.
//
// May depend on: kernels/base.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::instructions {

inline constexpr unsigned kThreads = 4096, kBlock = 128;
inline constexpr unsigned kSources = 4, kResults = 4;
// Bytes of global memory that are a thread's own.
inline constexpr unsigned kThreadBytes = 16;
// What values may be, forms.txt says of each.
inline constexpr std::string_view kLetters = "ilsfdhHeEnbpyg";

struct Form {
  std::string text;  // operands are %d0…, %s0…
  std::string results, sources;

  // "add.s32 %d0, %s0, %s1 : i = i i"
  [[nodiscard]] std::string name() const;
};

// Those that the lines of a list stand for.
[[nodiscard]] std::vector<Form> forms_of(std::string_view list);
[[nodiscard]] std::string module_of(std::span<const Form> forms);

}  // namespace warplens::instructions
