#include "app/features/workshop/seen_swizzle.h"

namespace warplens::workshop {

SeenSwizzle seen_swizzle(const swizzle::SwizzleAnswer& answer) {
  const bool came_back = answer.run != nullptr && answer.run->verdict == trace::Verdict::match;
  return {answer.spec, answer.works() && came_back, answer.wavefronts(), answer.after.bytes_lost};
}

}  // namespace warplens::workshop
