#include "kernels/ptx/body.h"

#include <algorithm>

#include "kernels/ptx/expression.h"
#include "kernels/ptx/operands.h"

namespace warplens::ptx {
namespace {

class BodyParser {
 public:
  BodyParser(DeclarationContext& context, Locations& locations,
             const std::unordered_set<std::string_view>& module_names, Function& function)
      : context_(context),
        cursor_(context.cursor),
        locations_(locations),
        function_(function),
        scopes_(function, module_names),
        operands_(cursor_, scopes_) {}

  void run() {
    locations_.enter_function();
    declare_all(function_.returns);
    declare_all(function_.parameters);
    const std::uint32_t opened = cursor_.line();
    function_.body_begin = cursor_.peek().end;
    cursor_.expect("{");
    const std::size_t outermost = scopes_.depth();
    while (!cursor_.failed()) {
      if (cursor_.at_end()) return cursor_.fail_at(opened, "this { is never closed");
      if (scopes_.depth() == outermost && cursor_.accept("}")) break;
      parse_statement();
    }
    if (!cursor_.failed()) resolve();
  }

 private:
  // A name whose meaning is known only when the whole body has been read.
  struct OpenInstruction {
    std::uint32_t index;
    std::uint32_t scope;
  };
  struct OpenTarget {
    std::uint32_t list;
    std::uint32_t scope;
    std::string_view label;
    std::uint32_t line;
  };

  void declare_all(std::vector<Variable>& variables) {
    for (Variable& variable : variables) {
      if (variable.name == "_") continue;
      if (variable.space == StateSpace::reg) {
        declare_register_parameter(variable);
      } else {
        declare_variable(variable);
      }
    }
  }

  void declare_register_parameter(const Variable& variable) {
    // The name lives in `function_`; the scope needs one that stays where it is.
    const auto& names = register_parameters_.emplace(variable.name);
    if (!names.second ||
        !scopes_.declare_register(*names.first, variable.type, variable.vector_width)) {
      cursor_.fail_at(variable.ptx_line, in_quotes(variable.name) + " is declared twice");
    }
  }

  void declare_variable(Variable& variable) {
    const std::string_view name = *names_.emplace(variable.name).first;
    if (!scopes_.declare_variable(name, variable.name)) {
      cursor_.fail_at(variable.ptx_line, in_quotes(name) + " is declared twice");
    }
  }

  void parse_statement() {
    if (cursor_.accept("{")) {
      if (scopes_.depth() >= Scopes::kMaximumDepth) {
        return cursor_.fail("more than {} nested {{ }}", Scopes::kMaximumDepth);
      }
      return scopes_.enter();
    }
    if (cursor_.accept("}")) return scopes_.leave();
    if (cursor_.accept(";")) return;
    if (cursor_.at(Token::Kind::dotted)) return parse_directive();
    if (cursor_.at(Token::Kind::word) && cursor_.text(cursor_.peek(1)) == ":") {
      return parse_label();
    }
    parse_instruction();
  }

  void parse_directive() {
    if (cursor_.at(".reg")) return parse_registers(cursor_, scopes_);
    if (cursor_.accept(".loc")) return locations_.parse_loc(cursor_);
    if (cursor_.accept(".file")) return locations_.parse_file(cursor_);
    if (cursor_.accept(".pragma")) return skip_pragma(cursor_);
    const bool is_extern = cursor_.accept(".extern");
    if (!is_extern && !cursor_.accept(".visible")) cursor_.accept(".weak");
    if (!variable_space(cursor_.peek_text())) {
      return cursor_.fail("{} has no place in a function", in_quotes(cursor_.peek_text()));
    }
    for (Variable& variable : parse_variables(context_, is_extern)) {
      declare_variable(variable);
      function_.variables.push_back(std::move(variable));
    }
  }

  void parse_label() {
    const std::uint32_t line = cursor_.line();
    const std::string_view name = cursor_.text(cursor_.take());
    cursor_.take();
    LabelTarget target;
    if (cursor_.accept(".branchtargets")) {
      target = parse_branch_targets(name);
    } else if (cursor_.accept(".calltargets")) {
      target = parse_call_targets(name);
    } else if (cursor_.accept(".callprototype")) {
      target = parse_prototype(name);
    } else {
      target.index = static_cast<std::uint32_t>(function_.instructions.size());
    }
    if (!scopes_.declare_label(name, target)) {
      cursor_.fail_at(line, fmt::format("label {} is defined twice", in_quotes(name)));
    }
  }

  LabelTarget parse_branch_targets(std::string_view name) {
    const auto index = static_cast<std::uint32_t>(function_.target_lists.size());
    function_.target_lists.push_back({std::string(name), {}, {}});
    do {
      const std::uint32_t line = cursor_.line();
      open_targets_.push_back({index, scopes_.current(), cursor_.expect_word("a label"), line});
    } while (cursor_.accept(","));
    cursor_.expect(";");
    return {LabelTarget::Kind::target_list, index};
  }

  LabelTarget parse_call_targets(std::string_view name) {
    const auto index = static_cast<std::uint32_t>(function_.target_lists.size());
    function_.target_lists.push_back({std::string(name), {}, {}});
    do {
      const std::uint32_t line = cursor_.line();
      const std::string callee(cursor_.expect_word("the name of a function"));
      function_.target_lists.back().functions.push_back(callee);
      context_.symbol_uses.push_back({callee, line});
    } while (cursor_.accept(","));
    cursor_.expect(";");
    return {LabelTarget::Kind::target_list, index};
  }

  // (.param .b32 _) _ (.param .b64 _, …) .noreturn;
  LabelTarget parse_prototype(std::string_view name) {
    Prototype prototype;
    prototype.name = name;
    if (cursor_.at("(")) prototype.returns = parse_parameters(context_);
    cursor_.expect_word("_");
    if (cursor_.at("(")) prototype.parameters = parse_parameters(context_);
    while (cursor_.at(Token::Kind::dotted)) {
      prototype.is_noreturn |= cursor_.text(cursor_.take()) == ".noreturn";
      if (cursor_.at(Token::Kind::number)) cursor_.take();
    }
    cursor_.expect(";");
    function_.prototypes.push_back(std::move(prototype));
    return {LabelTarget::Kind::prototype,
            static_cast<std::uint32_t>(function_.prototypes.size() - 1)};
  }

  void parse_instruction() {
    Instruction instruction;
    instruction.ptx_line = cursor_.line();
    instruction.text_begin = cursor_.peek().begin;
    instruction.location = locations_.current();
    if (cursor_.accept("@")) parse_guard(instruction);
    instruction.opcode = cursor_.expect_word("an instruction");
    if (instruction.opcode.starts_with('%')) {
      return cursor_.fail_at(instruction.ptx_line, "an instruction cannot start with a register");
    }
    while (cursor_.at(Token::Kind::dotted)) {
      instruction.modifiers.emplace_back(cursor_.text(cursor_.take()).substr(1));
    }
    if (!cursor_.at(";")) parse_operands(instruction);
    instruction.text_end = cursor_.peek().end;
    if (!cursor_.expect(";")) return;
    if (operands_.take_open_names()) {
      open_instructions_.push_back(
          {static_cast<std::uint32_t>(function_.instructions.size()), scopes_.current()});
    }
    function_.instructions.push_back(std::move(instruction));
  }

  void parse_guard(Instruction& instruction) {
    instruction.guard_negated = cursor_.accept("!");
    const std::string_view name = cursor_.expect_word("a predicate register");
    const auto index = scopes_.find_register(name);
    if (!index) return cursor_.fail("register {} is not declared", in_quotes(name));
    instruction.guard = *index;
  }

  void parse_operands(Instruction& instruction) {
    const bool is_call = instruction.opcode == "call";
    do {
      instruction.operands.push_back(operands_.parse(is_call));
    } while (cursor_.accept(","));
  }

  void resolve() {
    for (const OpenInstruction& open : open_instructions_) {
      Instruction& instruction = function_.instructions[open.index];
      for (Operand& operand : instruction.operands) {
        resolve_operand(operand, open.scope, instruction.ptx_line);
      }
      resolve_prototype(instruction, open.scope);
    }
    for (const OpenTarget& open : open_targets_) {
      const LabelTarget* target = scopes_.find_label(open.scope, open.label);
      if (target == nullptr || target->kind != LabelTarget::Kind::instruction) {
        return cursor_.fail_at(open.line,
                               fmt::format("there is no label {}", in_quotes(open.label)));
      }
      function_.target_lists[open.list].labels.push_back(target->index);
    }
  }

  // Operands nest no deeper than OperandParser allows.
  void resolve_operand(Operand& operand, std::uint32_t scope, std::uint32_t line) {
    for (Operand& element : operand.elements) resolve_operand(element, scope, line);
    if (operand.component != kOpenName) return;
    operand.component = -1;
    const LabelTarget* target = scopes_.find_label(scope, operand.text);
    if (target == nullptr) {
      context_.symbol_uses.push_back({operand.text, line});
      return;
    }
    operand.index = target->index;
    if (target->kind == LabelTarget::Kind::instruction) operand.kind = Operand::Kind::label;
  }

  void resolve_prototype(Instruction& instruction, std::uint32_t scope) {
    if (instruction.opcode != "call" || instruction.operands.empty()) return;
    const Operand& last = instruction.operands.back();
    if (last.kind != Operand::Kind::symbol || last.index == kNone) return;
    const LabelTarget* target = scopes_.find_label(scope, last.text);
    if (target == nullptr || target->kind != LabelTarget::Kind::prototype) return;
    instruction.call_prototype = target->index;
    instruction.never_returns = function_.prototypes[target->index].is_noreturn;
  }

  DeclarationContext& context_;
  TokenCursor& cursor_;
  Locations& locations_;
  Function& function_;
  std::unordered_set<std::string> names_;  // what the scopes' views point to
  std::unordered_set<std::string> register_parameters_;
  Scopes scopes_;
  OperandParser operands_;
  std::vector<OpenInstruction> open_instructions_;
  std::vector<OpenTarget> open_targets_;
};

}  // namespace

void parse_body(DeclarationContext& context, Locations& locations,
                const std::unordered_set<std::string_view>& module_names, Function& function) {
  BodyParser(context, locations, module_names, function).run();
}

void skip_pragma(TokenCursor& cursor) {
  do {
    if (!cursor.at(Token::Kind::string)) return cursor.fail_expected("a string");
    cursor.take();
  } while (cursor.accept(","));
  cursor.expect(";");
}

}  // namespace warplens::ptx
