#include "kernels/ptx/declarations.h"

#include <algorithm>
#include <bit>

#include "kernels/ptx/expression.h"

namespace warplens::ptx {
namespace {

// Reads what stands between the state space and the name into `shape`.
void parse_shape(TokenCursor& cursor, Variable& shape) {
  bool is_pointer = false;
  bool has_alignment = false;
  while (cursor.at(Token::Kind::dotted)) {
    const std::string_view word = cursor.peek_text();
    if (word == ".attribute") {
      skip_attribute(cursor);
      continue;
    }
    cursor.take();
    if (word == ".align") {
      const std::uint32_t alignment = parse_count(cursor, "an alignment");
      if (!std::has_single_bit(alignment)) cursor.fail(".align takes a power of two");
      // After .ptr it is the alignment of what is pointed to.
      if (!is_pointer) shape.alignment = alignment;
      has_alignment |= !is_pointer;
    } else if (word == ".ptr") {
      is_pointer = true;
    } else if (word == ".v2" || word == ".v4" || word == ".v8") {
      shape.vector_width = static_cast<std::uint32_t>(word[2] - '0');
    } else if (const auto type = scalar_type(word)) {
      shape.type = *type;
    } else if (!is_pointer || !variable_space(word)) {
      cursor.fail("'{}' has no place in a declaration", word);
    }
  }
  if (!has_alignment) {
    shape.alignment = std::max(1u, std::bit_floor(size_of(shape.type) * shape.vector_width));
  }
}

struct Dimensions {
  std::vector<std::uint32_t> extents;  // an empty first one counts as 1
  bool unsized = false;
};

Dimensions parse_dimensions(TokenCursor& cursor) {
  constexpr std::size_t kMost = 32;
  Dimensions dimensions;
  while (cursor.accept("[")) {
    if (dimensions.extents.size() == kMost) cursor.fail("more than {} dimensions", kMost);
    if (cursor.accept("]")) {
      if (!dimensions.extents.empty()) cursor.fail("only the first dimension may be empty");
      dimensions.unsized = true;
      dimensions.extents.push_back(1);
      continue;
    }
    dimensions.extents.push_back(parse_count(cursor, "an array dimension"));
    cursor.expect("]");
  }
  return dimensions;
}

// The bytes of the whole array, of one of its rows, and so on down to one element.
std::vector<std::uint64_t> row_sizes(TokenCursor& cursor, const Dimensions& dimensions,
                                     std::uint64_t element) {
  std::vector<std::uint64_t> sizes(dimensions.extents.size() + 1, element);
  for (std::size_t i = dimensions.extents.size(); i-- > 0;) {
    const std::uint32_t extent = dimensions.extents[i];
    const bool fits = extent == 0 || sizes[i + 1] <= kMaximumVariable / extent;
    if (!fits) cursor.fail("this array is larger than 2^40 bytes");
    sizes[i] = fits ? sizes[i + 1] * extent : 0;
  }
  return sizes;
}

// The name, the dimensions and the initialiser of one declarator.
Variable parse_declarator(DeclarationContext& context, const Variable& shape) {
  TokenCursor& cursor = context.cursor;
  Variable variable = shape;
  variable.ptx_line = cursor.line();
  const std::string_view name = cursor.expect_word("the name of a variable");
  variable.name = name;
  const Dimensions dimensions = parse_dimensions(cursor);
  const std::vector<std::uint64_t> rows =
      row_sizes(cursor, dimensions, std::uint64_t{size_of(shape.type)} * shape.vector_width);
  variable.size = dimensions.unsized ? 0 : rows.front();
  if (cursor.accept("=")) {
    parse_initializer(context, rows, variable);
  } else if (dimensions.unsized && !shape.is_extern && shape.space != StateSpace::param) {
    cursor.fail("{} needs a size: only an .extern array may have none", in_quotes(name));
  }
  return variable;
}

Variable parse_space_and_shape(TokenCursor& cursor, bool is_extern) {
  Variable shape;
  shape.is_extern = is_extern;
  const auto space = variable_space(cursor.peek_text());
  if (!space) cursor.fail_expected("a state space such as .param");
  if (space) shape.space = *space;
  cursor.take();
  shape.type = ScalarType::none;
  const std::uint32_t line = cursor.line();
  parse_shape(cursor, shape);
  if (shape.type == ScalarType::none) cursor.fail_at(line, "this declaration has no type");
  return shape;
}

}  // namespace

std::optional<StateSpace> variable_space(std::string_view word) {
  if (word == ".global") return StateSpace::global;
  if (word == ".shared") return StateSpace::shared;
  if (word == ".const") return StateSpace::constant;
  if (word == ".local") return StateSpace::local;
  if (word == ".param") return StateSpace::param;
  if (word == ".reg") return StateSpace::reg;
  if (word == ".tex") return StateSpace::global;
  return std::nullopt;
}

void skip_attribute(TokenCursor& cursor) {
  cursor.take();
  cursor.expect("(");
  std::size_t depth = 1;
  while (depth > 0 && !cursor.at_end()) {
    const std::string_view word = cursor.text(cursor.take());
    if (word == "(") ++depth;
    if (word == ")") --depth;
  }
  if (depth > 0) cursor.fail("expected ')' after .attribute");
}

std::vector<Variable> parse_variables(DeclarationContext& context, bool is_extern) {
  TokenCursor& cursor = context.cursor;
  const Variable shape = parse_space_and_shape(cursor, is_extern);
  std::vector<Variable> variables;
  do {
    variables.push_back(parse_declarator(context, shape));
  } while (cursor.accept(","));
  cursor.expect(";");
  return variables;
}

std::vector<Variable> parse_parameters(DeclarationContext& context) {
  TokenCursor& cursor = context.cursor;
  std::vector<Variable> parameters;
  if (!cursor.expect("(") || cursor.accept(")")) return parameters;
  do {
    parameters.push_back(parse_declarator(context, parse_space_and_shape(cursor, false)));
  } while (cursor.accept(","));
  cursor.expect(")");
  return parameters;
}

void parse_registers(TokenCursor& cursor, Scopes& scopes) {
  const Variable shape = parse_space_and_shape(cursor, false);
  do {
    const std::string_view name = cursor.expect_word("the name of a register");
    bool fresh = true;
    if (cursor.accept("<")) {
      const std::uint32_t count = parse_count_atom(cursor, "the number of registers");
      cursor.expect(">");
      if (count > kMaximumRegisters) {
        cursor.fail("{} registers are more than a function can have", count);
      }
      fresh = scopes.declare_range(name, count, shape.type, shape.vector_width);
    } else {
      fresh = scopes.declare_register(name, shape.type, shape.vector_width);
    }
    if (!fresh) cursor.fail("register {} is declared twice", in_quotes(name));
  } while (cursor.accept(","));
  cursor.expect(";");
}

}  // namespace warplens::ptx
