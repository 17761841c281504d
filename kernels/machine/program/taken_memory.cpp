#include "kernels/machine/program/taken_memory.h"

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

bool takes_heap(const Program& program) { return program.image().uses_heap; }

bool takes_stack(const Program& program) { return program.image().allocates_stack; }

}  // namespace warplens::machine
