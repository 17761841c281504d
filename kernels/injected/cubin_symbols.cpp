#include "kernels/injected/cubin_symbols.h"

#include <elf.h>
#include <cstddef>
#include <cstdint>

#include <cstring>
#include <optional>
#include <string_view>

namespace warplens::injected {
namespace {

using Bytes = std::span<const std::byte>;

// Of a table at an offset; nothing where it goes beyond the end.
template <class T>
std::optional<T> entry(Bytes bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string_view text_at(Bytes texts, std::uint64_t at) {
  if (at >= texts.size()) return {};
  const auto* first = reinterpret_cast<const char*>(texts.data()) + at;
  return {first, ::strnlen(first, texts.size() - at)};
}

class Elf {
 public:
  static std::optional<Elf> read(Bytes bytes) {
    const auto header = entry<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
      return std::nullopt;
    return Elf(bytes, *header);
  }
  [[nodiscard]] std::optional<Elf64_Shdr> section(std::uint64_t index) const {
    if (index >= header_.e_shnum) return std::nullopt;
    return entry<Elf64_Shdr>(bytes_, header_.e_shoff + index * sizeof(Elf64_Shdr));
  }
  [[nodiscard]] std::uint64_t sections() const { return header_.e_shnum; }
  [[nodiscard]] Bytes contents(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size() || bytes_.size() - section.sh_offset < section.sh_size)
      return {};
    return bytes_.subspan(section.sh_offset, section.sh_size);
  }
  [[nodiscard]] std::string_view name_of(const Elf64_Shdr& section) const {
    const auto names = this->section(header_.e_shstrndx);
    return names ? text_at(contents(*names), section.sh_name) : std::string_view();
  }

 private:
  Elf(Bytes bytes, const Elf64_Ehdr& header) : bytes_(bytes), header_(header) {}

  Bytes bytes_;
  Elf64_Ehdr header_;
};

void add_symbol(const Elf& elf, const Elf64_Sym& symbol, std::string_view name,
                CubinSymbols& symbols) {
  constexpr std::string_view kCode = ".text.", kGlobal = ".nv.global", kConstant = ".nv.constant3";
  const auto section = elf.section(symbol.st_shndx);
  if (!section || name.empty()) return;
  const std::string_view where = elf.name_of(*section);
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_FUNC && where.starts_with(kCode)) symbols.kernels.emplace_back(name);
  if (type == STT_OBJECT && (where.starts_with(kGlobal) || where.starts_with(kConstant)))
    symbols.variables.emplace_back(name);
}

}  // namespace

CubinSymbols symbols_of(Bytes cubin) {
  CubinSymbols symbols;
  const auto elf = Elf::read(cubin);
  if (!elf) return symbols;
  for (std::uint64_t i = 0; i < elf->sections(); ++i) {
    const auto section = elf->section(i);
    if (!section || section->sh_type != SHT_SYMTAB) continue;
    const auto names = elf->section(section->sh_link);
    const Bytes table = elf->contents(*section);
    for (std::uint64_t at = 0; names && at + sizeof(Elf64_Sym) <= table.size();
         at += sizeof(Elf64_Sym)) {
      const auto symbol = entry<Elf64_Sym>(table, at);
      add_symbol(*elf, *symbol, text_at(elf->contents(*names), symbol->st_name), symbols);
    }
  }
  return symbols;
}

}  // namespace warplens::injected
