// What a function that records begins with. Special registers are PTX ISA 10's.
#include <algorithm>
#include <cstddef>

#include "kernels/device/instrument/instrument.h"
#include "kernels/device/instrument/recording_code.h"

namespace warplens::device {
namespace {

// %$thread: the thread's linear index in the grid less that of the window's first, and %$in.
void find_thread(InsertedCode& code) {
  code.add("mov.u32 %$a, %ctaid.z; mov.u32 %$b, %nctaid.y; mul.wide.u32 %$thread, %$a, %$b;");
  code.add("mov.u32 %$a, %ctaid.y; cvt.u64.u32 %$wide, %$a; add.u64 %$thread, %$thread, %$wide;");
  code.add("mov.u32 %$a, %nctaid.x; cvt.u64.u32 %$wide, %$a;");
  code.add("mul.lo.u64 %$thread, %$thread, %$wide;");
  code.add("mov.u32 %$a, %ctaid.x; cvt.u64.u32 %$wide, %$a; add.u64 %$thread, %$thread, %$wide;");

  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(Control, first_block));
  code.add("sub.u64 %$thread, %$thread, %$wide;");
  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(Control, block_count));
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

void note_place(const machine::PlacedVariable& variable, std::size_t index, InsertedCode& code) {
  if (variable.name.starts_with('%')) {  // a special register
    code.add("mov.u32 %$a, {}; cvt.u64.u32 %$wide, %$a;", variable.name);
  } else {
    code.add("mov.u64 %$wide, {};", variable.name);
  }
  code.add("@%$in st.global.u64 [%$place+{}], %$wide;", 8 * index);
}

}  // namespace

void begin_function(const ptx::Function& function,
                    std::span<const machine::PlacedVariable> placed, InsertedCode& code) {
  code.add("{{ .reg .b32 %$a, %$b; .reg .b64 %$thread, %$wide;");
  find_thread(code);
  code.add("ld.global.u64 %$wide, [$control+{}];", offsetof(Control, slice_bytes));
  code.add("mul.lo.u64 %$thread, %$thread, %$wide;");
  code.add("ld.global.u64 %$slice, [$control+{}];", offsetof(Control, slices));
  code.add("add.u64 %$slice, %$slice, %$thread;");
  code.add("ld.global.u32 %$capacity, [$control+{}];", offsetof(Control, capacity));
  code.add("ld.global.u64 %$place, [$control+{}];", offsetof(Control, places));
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (is_known(placed[i], function)) note_place(placed[i], i, code);
  }
  code.add("}}");
}

}  // namespace warplens::device
