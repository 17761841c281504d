#include "kernels/ptx/parser.h"

#include <charconv>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "kernels/ptx/body.h"
#include "kernels/ptx/declarations.h"
#include "kernels/ptx/expression.h"
#include "kernels/ptx/locations.h"

namespace warplens::ptx {
namespace {

// Digits that are a number to the last one.
bool read_whole(std::string_view digits, std::uint32_t& number) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc{} && stop == end;
}

class ModuleParser {
 public:
  ModuleParser(std::string_view text, const std::vector<Token>& tokens)
      : cursor_(text, tokens), locations_(module_), context_{cursor_, symbol_uses_, bytes_} {}

  // The module without its text; a failure is in cursor().
  Module run() {
    if (!cursor_.at(".version")) cursor_.fail_expected("PTX text to begin with .version");
    while (!cursor_.at_end()) parse_directive();
    if (!cursor_.failed()) finish();
    return std::move(module_);
  }
  [[nodiscard]] const TokenCursor& cursor() const { return cursor_; }

 private:
  struct Linkage {
    bool is_extern = false;
  };
  struct Alias {
    std::string_view name;
    std::string_view target;
    std::uint32_t line;
  };

  void parse_directive() {
    if (cursor_.accept(";")) return;
    if (cursor_.accept(".version")) return parse_version();
    if (cursor_.accept(".target")) return parse_target();
    if (cursor_.accept(".address_size")) return parse_address_size();
    if (cursor_.accept(".file")) return locations_.parse_file(cursor_);
    if (cursor_.accept(".loc")) return locations_.parse_loc(cursor_);
    if (cursor_.accept(".pragma")) return skip_pragma(cursor_);
    if (cursor_.accept(".section")) return skip_section();
    if (cursor_.accept(".alias")) return parse_alias();
    bool is_extern = false;
    while (cursor_.at(".extern") || cursor_.at(".visible") || cursor_.at(".weak") ||
           cursor_.at(".common")) {
      is_extern |= cursor_.text(cursor_.take()) == ".extern";
    }
    if (cursor_.at(".entry") || cursor_.at(".func")) return parse_function();
    if (variable_space(cursor_.peek_text()) && !cursor_.at(".reg")) {
      return parse_module_variables(is_extern);
    }
    cursor_.fail_expected("a directive such as .entry or .global");
  }

  void parse_version() {
    const std::string_view number = cursor_.peek_text();
    const std::size_t dot = number.find('.');
    if (!cursor_.at(Token::Kind::number) || dot == std::string_view::npos ||
        !read_whole(number.substr(0, dot), module_.version_major) ||
        !read_whole(number.substr(dot + 1), module_.version_minor)) {
      return cursor_.fail_expected("a version such as 9.0");
    }
    cursor_.take();
  }

  void parse_target() {
    const std::string_view target = cursor_.expect_word("a target such as sm_75");
    if (module_.target.empty()) module_.target = target;
    while (cursor_.accept(",")) cursor_.expect_word("a target option");
  }

  void parse_address_size() {
    if (parse_count_atom(cursor_, "the address size") != 64 && !cursor_.failed()) {
      cursor_.fail("only 64-bit addresses are supported; compile with -m64");
    }
  }

  void skip_section() {
    if (!cursor_.at(Token::Kind::dotted) && !cursor_.at(Token::Kind::word)) {
      return cursor_.fail_expected("the name of a section");
    }
    cursor_.take();
    cursor_.skip_braces();
  }

  void parse_alias() {
    const std::uint32_t line = cursor_.line();
    const std::string_view name = cursor_.expect_word("the name of an alias");
    cursor_.expect(",");
    aliases_.push_back({name, cursor_.expect_word("the name of a function"), line});
    cursor_.expect(";");
  }

  void parse_module_variables(bool is_extern) {
    for (Variable& variable : parse_variables(context_, is_extern)) {
      const auto [entry, fresh] = variable_index_.try_emplace(
          variable.name, static_cast<std::uint32_t>(module_.variables.size()));
      module_names_.insert(entry->first);
      if (fresh) {
        module_.variables.push_back(std::move(variable));
      } else if (module_.variables[entry->second].is_extern) {
        module_.variables[entry->second] = std::move(variable);
      } else if (!is_extern) {
        return cursor_.fail_at(variable.ptx_line, in_quotes(variable.name) + " is declared twice");
      }
    }
  }

  void parse_function() {
    Function function;
    function.ptx_line = cursor_.line();
    function.is_entry = cursor_.text(cursor_.take()) == ".entry";
    while (cursor_.at(".attribute")) skip_attribute(cursor_);
    if (cursor_.at("(")) function.returns = parse_parameters(context_);
    const std::string_view name = cursor_.expect_word("the name of a function");
    function.name = name;
    module_names_.insert(name);
    if (cursor_.at("(")) function.parameters = parse_parameters(context_);
    if (function.is_entry && !cursor_.failed()) check_parameters(function);
    parse_performance_directives(function);
    if (cursor_.at("{")) {
      parse_body(context_, locations_, module_names_, function);
    } else {
      function.is_declaration = true;
      cursor_.expect(";");
    }
    if (!cursor_.failed()) add_function(name, std::move(function));
  }

  // A launch copies them: larger ones, which no GPU takes, are refused before anything does.
  void check_parameters(const Function& entry) {
    std::uint64_t bytes = 0;
    for (const Variable& parameter : entry.parameters) {
      const std::uint64_t alignment = parameter.alignment;
      bytes = (bytes + alignment - 1) / alignment * alignment + parameter.size;
      if (bytes <= kMaximumEntryParameters) continue;
      return cursor_.fail_at(
          parameter.ptx_line,
          fmt::format("the parameters of {} take more than {} bytes: pass a pointer instead",
                      in_quotes(entry.name), kMaximumEntryParameters));
    }
  }

  void parse_performance_directives(Function& function) {
    while (cursor_.at(Token::Kind::dotted)) {
      const std::string_view word = cursor_.text(cursor_.take());
      if (word == ".pragma") {
        skip_pragma(cursor_);
        continue;
      }
      if (word == ".noreturn") function.is_noreturn = true;
      if (word == ".explicitcluster") function.is_explicit_cluster = true;
      const Dim3 extents = parse_extents();
      const auto product = static_cast<std::uint32_t>(extents.count());
      if (word == ".maxntid") function.max_threads = product;
      if (word == ".reqntid") function.required_threads = product;
      if (word == ".reqnctapercluster") function.cluster = extents;
      if (word == ".maxclusterrank") function.max_cluster_blocks = product;
    }
  }

  // The numbers after a directive such as .maxntid 32, 8, 1.
  Dim3 parse_extents() {
    Dim3 extents;
    if (!cursor_.at(Token::Kind::number)) return extents;
    std::uint64_t product = 1;
    std::size_t read = 0;
    do {
      const std::uint64_t extent = parse_count_atom(cursor_, "a limit");
      product *= extent;
      if (product > 0xffffffffu || extent > 0xffffffffu) {
        cursor_.fail("the product of these limits exceeds 32 bits");
        return {};
      }
      std::uint32_t* const sides[] = {&extents.x, &extents.y, &extents.z};
      if (read < std::size(sides)) *sides[read] = static_cast<std::uint32_t>(extent);
      if (++read > std::size(sides)) cursor_.fail("more than three limits");
    } while (cursor_.accept(","));
    return extents;
  }

  // A definition takes the place of its declaration.
  void add_function(std::string_view name, Function function) {
    const auto [entry, fresh] =
        function_index_.try_emplace(name, static_cast<std::uint32_t>(module_.functions.size()));
    if (fresh) {
      module_.functions.push_back(std::move(function));
      return;
    }
    Function& known = module_.functions[entry->second];
    const bool is_noreturn = known.is_noreturn || function.is_noreturn;
    if (!known.is_declaration && !function.is_declaration) {
      return cursor_.fail_at(function.ptx_line, in_quotes(name) + " is defined twice");
    }
    if (known.is_declaration) known = std::move(function);
    known.is_noreturn = is_noreturn;
  }

  void finish() {
    for (const Alias& alias : aliases_) resolve_alias(alias);
    for (const SymbolUse& use : symbol_uses_) {
      if (module_names_.contains(use.name)) continue;
      return cursor_.fail_at(use.line, in_quotes(use.name) + " is not declared");
    }
    locations_.resolve_files();
    for (Function& function : module_.functions) mark_calls(function);
  }

  // An alias is a copy of its function; a few lines of text must not ask for gigabytes.
  static constexpr std::size_t kMaximumCopied = std::size_t{1} << 20;

  void resolve_alias(const Alias& alias) {
    const auto target = function_index_.find(alias.target);
    if (target == function_index_.end()) {
      return cursor_.fail_at(alias.line, in_quotes(alias.target) + " is not declared");
    }
    const Function& original = module_.functions[target->second];
    copied_ += 1 + original.instructions.size() + original.registers.size();
    if (copied_ > kMaximumCopied) return cursor_.fail_at(alias.line, "too many aliases");
    Function copy = module_.functions[target->second];
    copy.name = alias.name;
    module_names_.insert(alias.name);
    add_function(alias.name, std::move(copy));
  }

  void mark_calls(Function& function) {
    for (Instruction& instruction : function.instructions) {
      if (instruction.opcode != "call") continue;
      for (const Operand& operand : instruction.operands) {
        if (operand.kind != Operand::Kind::symbol) continue;
        const auto callee = function_index_.find(operand.text);
        if (callee == function_index_.end()) continue;
        instruction.never_returns |= module_.functions[callee->second].is_noreturn;
      }
    }
  }

  TokenCursor cursor_;
  Module module_;
  Locations locations_;
  std::vector<SymbolUse> symbol_uses_;
  std::uint64_t bytes_ = 0;
  DeclarationContext context_;
  std::unordered_set<std::string_view> module_names_;
  std::unordered_map<std::string, std::uint32_t> variable_index_;
  std::unordered_map<std::string_view, std::uint32_t> function_index_;
  std::vector<Alias> aliases_;
  std::size_t copied_ = 0;
};

}  // namespace

Result<Module> parse(std::string_view text, std::string_view file_name) {
  TRY(const auto tokens, lex(text, file_name));
  ModuleParser parser(text, tokens);
  Module module = parser.run();
  const TokenCursor& cursor = parser.cursor();
  if (cursor.failed()) {
    return fail(error_at(file_name, cursor.failed_line(), cursor.message()));
  }
  module.text = text;
  module.file_name = file_name;
  return module;
}

}  // namespace warplens::ptx
