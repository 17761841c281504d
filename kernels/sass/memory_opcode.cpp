#include "kernels/sass/memory_opcode.h"

#include <algorithm>
#include <array>

namespace warplens::sass {

namespace {

using trace::EventKind;
using trace::Space;

struct Name {
  std::string_view opcode;
  EventKind kind;
  Space space;
};

constexpr std::array<Name, 17> kNames{{
    {"LDG", EventKind::load, Space::global},
    {"STG", EventKind::store, Space::global},
    {"LDS", EventKind::load, Space::shared},
    {"STS", EventKind::store, Space::shared},
    {"LDL", EventKind::load, Space::local},
    {"STL", EventKind::store, Space::local},
    {"LD", EventKind::load, Space::none},
    {"ST", EventKind::store, Space::none},
    {"LDSM", EventKind::load_matrix, Space::shared},
    {"STSM", EventKind::store_matrix, Space::shared},
    {"LDGSTS", EventKind::async_copy, Space::shared},
    {"ATOM", EventKind::atomic, Space::none},
    {"ATOMG", EventKind::atomic, Space::global},
    {"ATOMS", EventKind::atomic, Space::shared},
    {"RED", EventKind::atomic, Space::global},
    {"REDG", EventKind::atomic, Space::global},
    {"REDS", EventKind::atomic, Space::shared},
}};

struct Width {
  std::string_view modifier;
  std::uint8_t bytes;
};

constexpr std::array<Width, 13> kWidths{{
    {"U8", 1},
    {"S8", 1},
    {"U16", 2},
    {"S16", 2},
    {"64", 8},
    {"U64", 8},
    {"S64", 8},
    {"F64", 8},
    {"F32x2", 8},
    {"96", 12},
    {"128", 16},
    {"F32x4", 16},
    {"256", 32},
}};

// "E", "128", "CONSTANT" of "LDG.E.128.CONSTANT".
class Modifiers {
 public:
  explicit Modifiers(std::string_view opcode) {
    std::size_t dot = opcode.find('.');
    while (dot != std::string_view::npos) {
      const std::size_t next = opcode.find('.', dot + 1);
      all_.push_back(opcode.substr(dot + 1, next - dot - 1));
      dot = next;
    }
  }
  [[nodiscard]] bool have(std::string_view modifier) const {
    return std::ranges::find(all_, modifier) != all_.end();
  }
  [[nodiscard]] std::uint8_t width() const {
    const auto found =
        std::ranges::find_if(kWidths, [&](const Width& width) { return have(width.modifier); });
    return found == kWidths.end() ? std::uint8_t{4} : found->bytes;
  }

 private:
  std::vector<std::string_view> all_;
};

// LDSM.16.M88.4 loads four matrices whose rows have 16 bytes.
std::uint8_t matrices(const Modifiers& modifiers) {
  if (modifiers.have("4")) return 4;
  return modifiers.have("2") ? 2 : 1;
}

}  // namespace

std::optional<Access> memory_opcode(std::string_view opcode) {
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const auto found = std::ranges::find(kNames, name, &Name::opcode);
  if (found == kNames.end()) return std::nullopt;
  const Modifiers modifiers(opcode);
  Access access;
  access.kind = found->kind;
  access.space = found->space;
  access.width = modifiers.width();
  if (access.kind == EventKind::load_matrix || access.kind == EventKind::store_matrix) {
    access.width = 16;
    access.traits.matrices = matrices(modifiers);
  }
  access.traits.is_async_bypass_l1 = name == "LDGSTS" && modifiers.have("BYPASS");
  access.traits.zero_fills = name == "LDGSTS" && modifiers.have("ZFILL");
  access.traits.constant_one_add = modifiers.have("POPC") && modifiers.have("INC");
  access.traits.result_used = !name.starts_with("RED") && !access.traits.constant_one_add;
  return access;
}

}  // namespace warplens::sass
