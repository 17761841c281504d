#include "kernels/ptx/target.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::ptx {

bool Target::runs_on(std::uint32_t other) const {
  if (reach == Reach::alone) return other == capability;
  if (reach == Reach::family && other / 10 != capability / 10) return false;
  return other >= capability;
}

std::string Target::architecture_on(std::uint32_t other) const {
  constexpr std::string_view kSuffixes[] = {"", "f", "a"};
  return fmt::format("sm_{}{}", other, kSuffixes[static_cast<std::size_t>(reach)]);
}

Text Target::who() const {
  switch (reach) {
    case Reach::alone:
      return tr("sm_{} alone", capability);
    case Reach::family:
      return tr("sm_{} and newer of its family", capability);
    default:
      return tr("sm_{} and newer", capability);
  }
}

Target target_of(std::string_view ptx) {
  constexpr std::string_view kBegin = "\n.target sm_";
  Target target;
  const std::size_t at = ptx.find(kBegin);
  if (at == std::string_view::npos) return target;
  const std::string_view rest = ptx.substr(at + kBegin.size());
  const char* const end = rest.data() + rest.size();
  const auto [after, error] = std::from_chars(rest.data(), end, target.capability);
  if (error != std::errc() || after == end) return target;
  if (*after == 'a') target.reach = Target::Reach::alone;
  if (*after == 'f') target.reach = Target::Reach::family;
  return target;
}

}  // namespace warplens::ptx
