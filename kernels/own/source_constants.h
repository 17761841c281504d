// Integer constants of a source: constexpr, const, enum or #define, and static members of
// structures, those of templates with the arguments that a kernel gives them.
//
//   struct Tile64 { static constexpr int kThreads = 2 * 64; };         Tile64::kThreads
//   template <int M> struct Policy { enum { THREADS = M * 2 }; };      Policy<64>::THREADS
//   template <class Config> __global__ void k() { … Config::THREADS }  as k<Policy<64>> has it
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/own/expression.h"
#include "kernels/own/source_text.h"

namespace warplens::own {

// What a template's parameters stand for.
struct TemplateArguments {
  Values numbers;
  std::map<std::string, std::string, std::less<>> types;  // "Config": "Policy<64>"
};

class SourceConstants {
 public:
  // `given`: the arguments of the kernel's own template.
  SourceConstants(std::string_view source, TemplateArguments given = {});

  // BLOCK, TILE, THREADS and alike outside of structures.
  [[nodiscard]] const std::vector<NamedConstant>& of_blocks() const { return of_blocks_; }
  // The same of structures, as a kernel's text names them: "Config::kThreads".
  [[nodiscard]] std::vector<NamedConstant> members_named_in(std::string_view body) const;
  // How many threads a block has, as the structures say that the kernel's template is given.
  [[nodiscard]] std::vector<NamedConstant> threads_of_arguments() const;

 private:
  struct Definition {
    std::string name, value;
  };
  struct Structure {
    std::string name;
    std::vector<std::string> parameters;  // of its template: "int M = 4"
    std::vector<std::string> bases;
    std::vector<Definition> constants;
    std::map<std::string, std::string, std::less<>> aliases;
  };
  // A structure with its template's arguments. Without one: outside of all.
  struct Scope {
    const Structure* structure = nullptr;
    TemplateArguments arguments;
  };
  struct Name {
    std::vector<std::string> parts;  // "Policy<64>", "kThreads"
    std::size_t end = 0;             // behind it
  };

  // `left`: how many names may yet be looked up, which ends those that stand for themselves.
  static std::vector<Definition> definitions_in(std::string_view text, std::size_t most);
  static std::map<std::string, std::string, std::less<>> aliases_in(std::string_view text);
  static Name name_at(std::string_view text, std::size_t at);
  void take_structures(std::string& text);
  void take_constants(std::string_view text);
  std::optional<Structure> structure_at(std::string_view text, std::size_t at,
                                        std::size_t& end) const;
  [[nodiscard]] std::optional<std::int64_t> value_of(std::string_view expression,
                                                     const Scope& scope, int& left) const;
  [[nodiscard]] std::optional<std::int64_t> value_of(const Name& name, const Scope& scope,
                                                     int& left) const;
  [[nodiscard]] std::optional<std::int64_t> member(const Scope& scope, std::string_view name,
                                                   int& left) const;
  [[nodiscard]] std::optional<Scope> scope_of(const std::vector<std::string>& type,
                                              const Scope& scope, int& left) const;
  [[nodiscard]] std::optional<Scope> scope_of(std::string_view type, const Scope& scope,
                                              int& left) const;
  [[nodiscard]] std::optional<Scope> part_of(const std::string& part, const Scope& within,
                                             const Scope& scope, int& left) const;

  Scope outside_;
  std::vector<Structure> structures_;
  std::map<std::string, std::string, std::less<>> aliases_;
  std::vector<NamedConstant> of_blocks_;
};

}  // namespace warplens::own
