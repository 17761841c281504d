// What a copy by TMA brings from where to where, in the kernel's own terms.
#pragma once

#include <string>

#include "kernels/base/json_types.h"
#include "kernels/trace/trace.h"

namespace warplens::cli {

// "0:A@[128,0] box[64,64] f16 swizzle128 -> tile+1024", "3:tile+0 -> A+4096 2048 bytes"
[[nodiscard]] std::string copy_text(const trace::Trace& trace, const trace::BulkCopy& copy);

// With its units: byte of the rows, byte of the shared array, byte of the buffer, and how many.
[[nodiscard]] Json copy_json(const trace::Trace& trace, const trace::BulkCopy& copy);

}  // namespace warplens::cli
