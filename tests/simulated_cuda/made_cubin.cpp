#include "tests/simulated_cuda/made_cubin.h"

#include <elf.h>

#include <cstring>
#include <string>

namespace warplens::simulated {
namespace {

class Texts {
 public:
  std::uint32_t add(const std::string& text) {
    const auto at = static_cast<std::uint32_t>(bytes_.size());
    bytes_ += text;
    bytes_ += '\0';
    return at;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_ = std::string(1, '\0');
};

template <class T>
void append(std::vector<std::byte>& to, const T* from, std::size_t count) {
  const auto* first = reinterpret_cast<const std::byte*>(from);
  to.insert(to.end(), first, first + count * sizeof(T));
}

// Sections in the order of the file.
enum Section : std::uint16_t { kNone, kCode, kGlobal, kConstant, kSymbols, kTexts, kNames, kCount };

std::vector<Elf64_Sym> symbols_of(const ptx::Module& module, Texts& texts) {
  std::vector<Elf64_Sym> symbols(1);
  const auto add = [&](const std::string& name, int type, Section section, std::uint64_t bytes) {
    Elf64_Sym symbol{};
    symbol.st_name = texts.add(name);
    symbol.st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_GLOBAL, type));
    symbol.st_shndx = section;
    symbol.st_size = bytes;
    symbols.push_back(symbol);
  };
  for (const ptx::Function& function : module.functions)
    if (function.is_entry) add(function.name, STT_FUNC, kCode, 0);
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space == ptx::StateSpace::global)
      add(variable.name, STT_OBJECT, kGlobal, variable.size);
    if (variable.space == ptx::StateSpace::constant)
      add(variable.name, STT_OBJECT, kConstant, variable.size);
  }
  return symbols;
}

}  // namespace

std::vector<std::byte> made_cubin(const ptx::Module& module) {
  Texts texts, names;
  const std::vector<Elf64_Sym> symbols = symbols_of(module, texts);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  std::vector<std::byte> file;
  append(file, &header, 1);
  std::vector<Elf64_Shdr> sections(kCount);
  sections[kCode].sh_name = names.add(".text.kernels");
  sections[kGlobal].sh_name = names.add(".nv.global");
  sections[kConstant].sh_name = names.add(".nv.constant3");
  const auto put = [&](Section section, const char* name, const auto* from, std::size_t count) {
    sections[section].sh_name = names.add(name);
    sections[section].sh_offset = file.size();
    append(file, from, count);
    sections[section].sh_size = file.size() - sections[section].sh_offset;
  };
  put(kSymbols, ".symtab", symbols.data(), symbols.size());
  sections[kSymbols].sh_type = SHT_SYMTAB;
  sections[kSymbols].sh_link = kTexts;
  put(kTexts, ".strtab", texts.bytes().data(), texts.bytes().size());
  sections[kNames].sh_name = names.add(".shstrtab");
  sections[kNames].sh_offset = file.size();
  append(file, names.bytes().data(), names.bytes().size());
  sections[kNames].sh_size = names.bytes().size();
  header.e_shoff = file.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kCount;
  header.e_shstrndx = kNames;
  append(file, sections.data(), sections.size());
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

}  // namespace warplens::simulated
