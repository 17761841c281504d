// The PTX inserted at the beginning of a function that records. Special registers are those of PTX
// ISA section 10.
#include <algorithm>
#include <cstddef>

#include "kernels/device/instrument.h"
#include "kernels/device/recording_code.h"

namespace warplens::device {
namespace {

constexpr std::uint32_t kFrameOffset = 4;  // in a slice's header

// %$thread: the thread's linear index in the grid less that of the window's first, and %$in.
void find_thread(InsertedCode& code) {
  code.add("mov.u32 %$a, %ctaid.z; mov.u32 %$b, %nctaid.y; mul.wide.u32 %$thread, %$a, %$b;");
  code.add("mov.u32 %$a, %ctaid.y; cvt.u64.u32 %$wide, %$a; add.u64 %$thread, %$thread, %$wide;");
  code.add("mov.u32 %$a, %nctaid.x; cvt.u64.u32 %$wide, %$a;");
  code.add("mul.lo.u64 %$thread, %$thread, %$wide;");
  code.add("mov.u32 %$a, %ctaid.x; cvt.u64.u32 %$wide, %$a; add.u64 %$thread, %$thread, %$wide;");

  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(RecordingControl, first_block));
  code.add("sub.u64 %$thread, %$thread, %$wide;");
  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(RecordingControl, block_count));
  code.add("setp.lt.u64 %$in, %$thread, %$wide;");

  code.add("mov.u32 %$a, %ntid.x; mov.u32 %$b, %ntid.y; mul.lo.u32 %$a, %$a, %$b;");
  code.add("mov.u32 %$b, %ntid.z; mul.lo.u32 %$a, %$a, %$b;");
  code.add("cvt.u64.u32 %$wide, %$a; mul.lo.u64 %$thread, %$thread, %$wide;");
  code.add("mov.u32 %$a, %tid.z; mov.u32 %$b, %ntid.y; mul.lo.u32 %$a, %$a, %$b;");
  code.add("mov.u32 %$b, %tid.y; add.u32 %$a, %$a, %$b;");
  code.add("mov.u32 %$b, %ntid.x; mul.lo.u32 %$a, %$a, %$b;");
  code.add("mov.u32 %$b, %tid.x; add.u32 %$a, %$a, %$b;");
  code.add("cvt.u64.u32 %$wide, %$a; add.u64 %$thread, %$thread, %$wide;");
}

// Its name is known where the function's first instruction stands.
bool is_known(const machine::PlacedVariable& variable, const ptx::Function& function) {
  if (variable.function == nullptr) return function.is_entry;
  if (variable.function != &function) return false;
  const auto declared = std::ranges::find(function.variables, variable.name, &ptx::Variable::name);
  return declared != function.variables.end() && written_name(variable.name) == variable.name &&
         declared->ptx_line <= function.instructions.front().ptx_line;
}

void note_shared(const machine::PlacedVariable& variable, std::size_t index, InsertedCode& code) {
  if (variable.name.starts_with('%')) {  // a special register
    code.add("mov.u32 %$a, {}; cvt.u64.u32 %$wide, %$a;", variable.name);
  } else {
    code.add("mov.u64 %$wide, {};", variable.name);
  }
  code.add("@%$in st.global.u64 [%$place+{}], %$wide;", 8 * index);
}

void note_local(const machine::PlacedVariable& variable, std::size_t index, InsertedCode& code) {
  code.add("mov.u32 %$site, {}; mov.u32 %$mask, %$frame;", kLocalPlace | index);
  code.add("mov.u64 %$address, {}; mov.pred %$on, %$in;", variable.name);
  append_record(code);
}

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// As the machine lays frames out (program/symbols.cpp, block/calls.cpp of kernels/machine).
std::uint64_t frame_bytes(const ptx::Function& function,
                          std::span<const machine::PlacedVariable> placed) {
  std::uint64_t end = 0;
  for (const machine::PlacedVariable& variable : placed) {
    const bool is_own = variable.function == &function && variable.space == ptx::StateSpace::local;
    if (is_own) end = std::max<std::uint64_t>(end, variable.offset + variable.bytes);
  }
  return align_up(end, 16);
}

std::uint32_t frame_alignment(const ptx::Function& function) {
  std::uint32_t alignment = 1;
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space == ptx::StateSpace::local) {
      alignment = std::max(alignment, variable.alignment);
    }
  }
  return alignment;
}

// %$frame: where the call's local variables begin.
void find_frame(const ptx::Function& function, InsertedCode& code) {
  code.add("mov.u32 %$called_at, 0;");
  if (!function.is_entry) {
    code.add("@%$in ld.global.u32 %$called_at, [%$slice+{}];", kFrameOffset);
  }
  const std::uint32_t alignment = frame_alignment(function);
  code.add("add.u32 %$frame, %$called_at, {}; and.b32 %$frame, %$frame, {};", alignment - 1,
           -static_cast<std::int64_t>(alignment));
}

}  // namespace

void begin_function(const ptx::Function& function, std::span<const machine::PlacedVariable> placed,
                    InsertedCode& code) {
  code.add("{{ .reg .b32 %$a, %$b; .reg .b64 %$thread, %$wide;");
  find_thread(code);
  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(RecordingControl, slice_bytes));
  code.add("mul.lo.u64 %$thread, %$thread, %$wide;");
  code.add("ld.global.u64 %$slice, [$control+{}];", offsetof(RecordingControl, slices));
  code.add("add.u64 %$slice, %$slice, %$thread;");
  code.add("ld.global.u32 %$capacity, [$control+{}];", offsetof(RecordingControl, capacity));
  code.add("ld.global.u64 %$place, [$control+{}];", offsetof(RecordingControl, places));
  find_frame(function, code);
  const auto note = [&](ptx::StateSpace space, auto how) {
    for (std::size_t i = 0; i < placed.size(); ++i) {
      if (placed[i].space == space && is_known(placed[i], function)) how(placed[i], i, code);
    }
  };
  note(ptx::StateSpace::shared, note_shared);
  note(ptx::StateSpace::local, note_local);
  code.add("}}");
}

void before_call(const ptx::Function& function, std::span<const machine::PlacedVariable> placed,
                 InsertedCode& code) {
  code.add("add.u32 %$word, %$frame, {}; @%$in st.global.u32 [%$slice+{}], %$word;",
           frame_bytes(function, placed), kFrameOffset);
}

void after_call(InsertedCode& code) {
  code.add(" @%$in st.global.u32 [%$slice+{}], %$called_at;", kFrameOffset);
}

}  // namespace warplens::device
