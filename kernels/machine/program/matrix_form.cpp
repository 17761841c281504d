#include "kernels/machine/program/matrix_form.h"

#include <algorithm>

#include "kernels/machine/program/wmma_form.h"

namespace warplens::machine {
namespace {

using FormInstruction = ptx::Instruction;
using Words = std::vector<std::string>;

FormOperand form_operand(char letter, FragmentMap map, std::size_t index, bool is_result = false) {
  return {letter, std::move(map), is_result, index};
}

// {d}, {a}, {b}, {c}
MatrixForm form_of(const MatrixMultiply& multiply) {
  using enum MatrixOperand;
  MatrixForm form;
  form.is_sparse = multiply.sparsity.has_value();
  form.operands = {form_operand('a', fragment_map(multiply, a), 1),
                   form_operand('b', fragment_map(multiply, b), 2),
                   form_operand('c', fragment_map(multiply, c), 3),
                   form_operand('d', fragment_map(multiply, d), 0, true)};
  return form;
}

MatrixForm form_of(const WgmmaMultiply& multiply) {
  using enum MatrixOperand;
  MatrixForm form;
  form.warps = WgmmaMultiply::kWarps;
  form.is_sparse = multiply.sparsity.has_value();
  form.operands = {form_operand('a', fragment_map(multiply, a), 1),
                   form_operand('b', fragment_map(multiply, b), 2),
                   form_operand('c', fragment_map(multiply, c), 0),
                   form_operand('d', fragment_map(multiply, d), 0, true)};
  return form;
}

std::optional<MatrixForm> multiply_form(const FormInstruction& instruction) {
  if (instruction.opcode == "wgmma") {
    const auto multiply = read_wgmma(instruction);
    return multiply ? std::optional(form_of(*multiply)) : std::nullopt;
  }
  const bool is_wmma = instruction.opcode == "wmma";
  auto multiply = is_wmma ? read_wmma_multiply(instruction) : read_mma(instruction);
  if (!multiply || (!is_wmma && !place_mma(*multiply))) return std::nullopt;
  MatrixForm form = form_of(*multiply);
  form.is_opaque = is_wmma;
  return form;
}

std::optional<MatrixForm> rows_form(const FormInstruction& instruction) {
  const auto rows = read_matrix_rows(instruction);
  if (!rows) return std::nullopt;
  MatrixForm form;
  form.operands = {form_operand('r', fragment_map_of_rows(rows->matrices, rows->is_transposed),
                                rows->is_store ? 1 : 0, !rows->is_store)};
  return form;
}

std::optional<MatrixForm> wmma_access_form(const FormInstruction& instruction) {
  const auto access = read_wmma_form(instruction);
  if (!access) return std::nullopt;
  constexpr char kLetters[] = {'a', 'b', 'c'};
  const char letter = access->is_store ? 'd' : kLetters[static_cast<std::size_t>(access->role)];
  MatrixForm form;
  form.is_opaque = true;
  form.operands = {form_operand(letter, fragment_map(access->fragment, access->role, access->shape),
                                access->is_store ? 1 : 0, !access->is_store)};
  return form;
}

std::optional<MatrixForm> tensor_form(const FormInstruction& instruction) {
  const auto image = read_tensor_image(instruction);
  if (!image) return std::nullopt;
  const bool is_store = instruction.has("st");
  const std::size_t stored = image->shape == TensorImage::Shape::b32x2 ? 2 : 1;
  MatrixForm form;
  form.operands = {form_operand('t', fragment_map(*image), is_store ? stored : 0, !is_store)};
  return form;
}

bool is_shape(std::string_view word) {
  return word.size() > 1 && word[0] == 'm' && word[1] >= '0' && word[1] <= '9';
}

std::string usual_sum(std::string_view factor) {
  const auto element = matrix_element(factor);
  if (element && is_integer(*element)) return "s32";
  return factor == "f64" ? "f64" : "f32";
}

// A short name's words: the shape, and types as far as they are written.
struct ShortName {
  std::string shape, sum, a, b;
  Words others;  // "sp", "load", "a"
};

ShortName read_short(const Words& words) {
  ShortName name;
  Words types;
  for (const std::string& word : words) {
    if (is_shape(word)) {
      name.shape = word;
    } else if (matrix_element(word)) {
      types.push_back(word);
    } else {
      name.others.push_back(word);
    }
  }
  if (types.empty()) return name;
  const bool has_sum = types.size() > 1;  // D, A{, B{, C}}
  name.a = types[has_sum ? 1 : 0];
  name.b = types.size() > 2 ? types[2] : name.a;
  name.sum = has_sum ? types[0] : usual_sum(name.a);
  return name;
}

// Floats of 6 and 4 bits.
bool needs_kind(const ShortName& name) {
  return name.a.starts_with("e2m") || name.b.starts_with("e2m") || name.a == "e3m2" ||
         name.b == "e3m2";
}

Words whole_mma(const ShortName& name) {
  Words words = name.others;
  for (const char* word : {"sync", "aligned"}) words.emplace_back(word);
  words.push_back(name.shape);
  for (const char* word : {"row", "col"}) words.emplace_back(word);
  if (needs_kind(name)) words.emplace_back("kind::f8f6f4");
  words.insert(words.end(), {name.sum, name.a, name.b, name.sum});
  if (name.a == "b1") words.insert(words.end(), {"xor", "popc"});
  return words;
}

Words whole_wgmma(const ShortName& name) {
  Words words{"mma_async"};
  words.insert(words.end(), name.others.begin(), name.others.end());
  words.insert(words.end(), {"sync", "aligned", name.shape, name.sum, name.a, name.b});
  if (name.a == "b1") words.insert(words.end(), {"and", "popc"});
  return words;
}

Words whole_wmma(const ShortName& name) {
  Words words = name.others;
  if (!words.empty()) {  // load.a, store.d
    const bool is_b = words.back() == "b";
    words.insert(words.end(), {"sync", "aligned", is_b ? "col" : "row", name.shape, name.a});
    return words;
  }
  words = {"mma", "sync", "aligned", "row", "col", name.shape, name.sum};
  if (name.a != "f16") words.insert(words.end(), {name.a, name.b});
  words.push_back(name.sum);
  if (name.a == "b1") words.insert(words.begin() + 1, {"xor", "popc"});
  return words;
}

Words whole_rows(Words words) {
  const auto has = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  if (!has("x1") && !has("x2") && !has("x4")) words.insert(words.begin(), "x1");
  words.insert(words.begin(), {"sync", "aligned", "m8n8"});
  words.insert(words.end(), {"shared", "b16"});
  return words;
}

Words whole_tensor(Words words) {
  words.insert(words.begin() + 1, {"sync", "aligned"});
  words.emplace_back("b32");
  return words;
}

FormInstruction named(std::string_view name) {
  Words words;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    words.emplace_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  FormInstruction instruction;
  instruction.opcode = words.front();
  words.erase(words.begin());
  if (std::ranges::find(words, "sync") == words.end()) {
    if (instruction.opcode.ends_with("matrix")) words = whole_rows(std::move(words));
    if (instruction.opcode == "mma") words = whole_mma(read_short(words));
    if (instruction.opcode == "wgmma") words = whole_wgmma(read_short(words));
    if (instruction.opcode == "tcgen05" && !words.empty()) words = whole_tensor(std::move(words));
    if (instruction.opcode == "wmma") words = whole_wmma(read_short(words));
  }
  instruction.modifiers = std::move(words);
  return instruction;
}

}  // namespace

std::optional<MatrixForm> matrix_form(const FormInstruction& instruction) {
  const std::string& opcode = instruction.opcode;
  std::optional<MatrixForm> form;
  if (opcode == "ldmatrix" || opcode == "stmatrix") {
    form = rows_form(instruction);
  } else if (opcode == "wmma" && !instruction.has("mma")) {
    form = wmma_access_form(instruction);
  } else if (opcode == "mma" || opcode == "wmma" || opcode == "wgmma") {
    form = multiply_form(instruction);
  } else if (opcode == "tcgen05") {
    form = tensor_form(instruction);
  }
  if (form) form->name = instruction.mnemonic();
  return form;
}

Result<MatrixForm> matrix_form_named(std::string_view name) {
  if (auto form = matrix_form(named(name))) return std::move(*form);
  return fail(tr(
      "{} is no instruction on matrices that is known here: write mma.m16n8k16.f16, "
      "wgmma.m64n64k16.bf16, wmma.m16n16k16.f16, ldmatrix.x4.trans, tcgen05.ld.32x32b.x8, or what "
      "PTX has",
      name));
}

}  // namespace warplens::machine
