#include "viz/analysis/limits/shared_loads.h"

namespace warplens::analysis {

SharedLoads shared_loads(const sass::Assembled& code, std::string_view entry) {
  constexpr std::uint8_t kWide = 16;
  SharedLoads loads;
  for (const sass::Access& access : code.accesses) {
    const bool is_load =
        access.kind == trace::EventKind::load && access.space == trace::Space::shared;
    if (!is_load || access.is_never_run || access.function != entry) continue;
    ++loads.all;
    if (access.width == kWide) ++loads.wide;
  }
  return loads;
}

}  // namespace warplens::analysis
