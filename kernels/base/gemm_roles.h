// Which of a kernel's buffers are the matrices of a product C = A · B, and which shared arrays hold
// tiles of its factors. What a kernel multiplies is said by its descriptor; a trace cannot know it.
#pragma once

#include <string>
#include <vector>

namespace warplens {

struct GemmRoles {
  std::string a, b, c;  // buffers, row-major: m × k, k × n, m × n
  // Arrays that stores from registers fill; copies that go by themselves (cp.async) need no name.
  std::vector<std::string> shared_a, shared_b;
  // What a lane reads is multiplied with what any lane of its warp reads (mma.sync), not only with
  // its own.
  bool is_by_warp = false;
  // A buffer of several matrices like C, one below the other, each of a part of C's sums.
  std::string parts{};
  std::string pitched_b{};  // a buffer that B's rows are copied to first, longer than they are
};

}  // namespace warplens
