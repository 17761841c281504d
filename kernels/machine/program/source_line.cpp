#include "kernels/machine/program/source_line.h"

#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/source_place.h"

namespace warplens::machine {

SourceLine source_line(const Program& program, const ptx::Instruction& instruction) {
  const SourcePlace place = source_place(program.module(), instruction);
  return {place.file, place.line};
}

}  // namespace warplens::machine
