#include "viz/code/code_model.h"

#include <algorithm>
#include <map>

#include "kernels/base/trimmed.h"
#include "kernels/sass/instruction.h"

namespace warplens::code {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string without_tabs(std::string_view line) {
  std::string text;
  for (const char c : line) text += c == '\t' ? std::string("  ") : std::string(1, c);
  return text;
}

// Single blanks, and less indentation.
std::string tidy_ptx(std::string_view line) {
  const bool is_indented = line.starts_with(' ') || line.starts_with('\t');
  std::string text = is_indented ? "  " : "";
  for (const char c : trimmed(line)) {
    const bool is_blank = c == '\t' || c == ' ';
    if (!is_blank || !text.ends_with(' ')) text += is_blank ? ' ' : c;
  }
  return text;
}

bool is_shown_ptx(std::string_view line) {
  const std::string_view words = trimmed(line);
  return !words.empty() && !words.starts_with(".loc") && !words.starts_with(".pragma") &&
         !words.starts_with("//");
}

// Rows of the PTX lines of the entry, then of functions that may be called.
class ModelMaker {
 public:
  explicit ModelMaker(const CodeParts& parts) : parts_(parts), places_(parts.module) {
    model_.kernel = parts.kernel;
    model_.entry = parts.entry;
    model_.capability = parts.capability;
  }

  CodeModel make() {
    add_ptx();
    add_source();
    link_source();
    link_calls();
    add_sass();
    return std::move(model_);
  }

 private:
  void add_ptx() {
    const std::vector<std::string_view> lines = lines_of(parts_.module.text);
    add_functions(lines, [&](const ptx::Function& function) {
      return function.is_entry && function.name == parts_.entry;
    });
    add_functions(lines, [](const ptx::Function& function) {
      return !function.is_entry && !function.is_declaration;
    });
  }

  template <class Wanted>
  void add_functions(const std::vector<std::string_view>& lines, const Wanted& wanted) {
    for (const ptx::Function& function : parts_.module.functions) {
      if (wanted(function)) add_function(lines, function);
    }
  }

  void add_function(const std::vector<std::string_view>& lines, const ptx::Function& function) {
    for (std::size_t i = std::max(function.ptx_line, 1u) - 1; i < lines.size(); ++i) {
      if (is_shown_ptx(lines[i])) {
        const auto line = static_cast<std::uint32_t>(i + 1);
        row_of_ptx_line_[line] = static_cast<std::uint32_t>(model_.ptx.size());
        model_.ptx.push_back({tidy_ptx(lines[i]), line, {}, {}, {}});
      }
      if (lines[i].starts_with('}')) return;
    }
  }

  // Files in which the rows of PTX have places, that with most of them first.
  [[nodiscard]] std::vector<std::uint32_t> files_in_use() const {
    std::map<std::uint32_t, std::size_t> uses;
    for (const PtxCodeRow& row : model_.ptx) {
      const auto chain = places_.of(row.line);
      if (!chain.empty()) ++uses[chain.back().file];
      for (const SourcePlace& place : chain) uses.try_emplace(place.file, 0);
    }
    std::vector<std::uint32_t> files;
    for (const auto& [file, count] : uses) files.push_back(file);
    std::ranges::stable_sort(files, std::greater<>(),
                             [&](std::uint32_t file) { return uses.at(file); });
    return files;
  }

  void add_source() {
    for (const std::uint32_t file : files_in_use()) {
      const std::string& name = places_.files()[file];
      const std::string_view text = parts_.source ? parts_.source(name) : std::string_view();
      if (text.empty()) continue;
      model_.source.push_back({name.substr(name.rfind('/') + 1), 0, {}});
      std::uint32_t line = 0;
      for (const std::string_view each : lines_of(text)) {
        row_of_source_[{file, ++line}] = static_cast<std::uint32_t>(model_.source.size());
        model_.source.push_back({without_tabs(each), line, {}});
      }
    }
  }

  void link_source() {
    for (PtxCodeRow& row : model_.ptx) {
      for (const SourcePlace& place : places_.of(row.line)) {
        const auto found = row_of_source_.find(place);
        if (found == row_of_source_.end()) continue;
        if (std::ranges::find(row.source, found->second) == row.source.end()) {
          row.source.push_back(found->second);
        }
      }
    }
  }

  // By name, as `call` writes it.
  void link_calls() {
    std::map<std::string, std::vector<std::uint32_t>> calls;
    for (const ptx::Function& function : parts_.module.functions) {
      for (const ptx::Instruction& instruction : function.instructions) {
        const auto row = row_of_ptx_line_.find(instruction.ptx_line);
        if (instruction.opcode != "call" || row == row_of_ptx_line_.end()) continue;
        for (const ptx::Operand& operand : instruction.operands) {
          if (!operand.text.empty()) calls[operand.text].push_back(row->second);
        }
      }
    }
    for (const ptx::Function& function : parts_.module.functions) {
      const auto found = calls.find(function.name);
      if (function.is_entry || found == calls.end()) continue;
      for (const ptx::Instruction& instruction : function.instructions) {
        const auto row = row_of_ptx_line_.find(instruction.ptx_line);
        if (row != row_of_ptx_line_.end()) model_.ptx[row->second].calls = found->second;
      }
    }
  }

  void add_sass() {
    const sass::ListedFunction* function =
        parts_.listing == nullptr ? nullptr : parts_.listing->find(parts_.entry);
    if (function == nullptr) return;
    model_.pressure = register_pressure(*function, parts_.module);
    for (const sass::ListedInstruction& instruction : function->instructions) {
      row_of_address_[instruction.address] = static_cast<std::uint32_t>(model_.sass.size());
      add_row(instruction);
    }
    for (const Spill& spill : model_.pressure.spills) {
      model_.sass[spill.instruction].is_spill = true;
    }
    link_branches(*function);
    add_figures();
  }

  void add_row(const sass::ListedInstruction& instruction) {
    SassCodeRow row;
    row.text = trimmed(std::string_view(instruction.text).substr(0, instruction.text.find("(*")));
    row.address = instruction.address;
    row.live = instruction.live;
    row.is_in_loop = instruction.is_in_loop;
    row.straight_run = instruction.straight_run;
    const auto found = row_of_ptx_line_.find(instruction.ptx_line);
    if (found != row_of_ptx_line_.end()) row.ptx = found->second;
    model_.sass.push_back(std::move(row));
  }

  void link_branches(const sass::ListedFunction& function) {
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
      if (!function.instructions[i].target) continue;
      const auto found = row_of_address_.find(*function.instructions[i].target);
      if (found == row_of_address_.end()) continue;
      model_.sass[i].target = found->second;
    }
  }

  static void add_figure(const SassCodeRow& row, CodeFigures& into) {
    ++into.instructions;
    if (row.live) into.live = std::max(into.live, row.live->general);
    into.spills += row.is_spill ? 1 : 0;
  }

  void add_figures() {
    for (const SassCodeRow& row : model_.sass) {
      if (row.ptx == trace::kNone) continue;
      PtxCodeRow& of = model_.ptx[row.ptx];
      add_figure(row, of.figures);
      for (const std::uint32_t source : of.source) add_figure(row, model_.source[source].figures);
    }
  }

  const CodeParts& parts_;
  PtxPlaces places_;
  CodeModel model_;
  std::map<std::uint32_t, std::uint32_t> row_of_ptx_line_, row_of_address_;
  std::map<SourcePlace, std::uint32_t> row_of_source_;
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool holds(std::string_view text, std::string_view words) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  return std::ranges::search(text, words, same).begin() != text.end() || words.empty();
}

// Of the source rows that belong to a PTX row: its own line first, then those that call it.
void light_source(const PtxCodeRow& row, std::vector<Lit>& source) {
  for (std::size_t i = 0; i < row.source.size(); ++i) {
    source[row.source[i]] = std::max(source[row.source[i]], i == 0 ? Lit::yes : Lit::by_call);
  }
}

void light_sass_of(const CodeModel& model, std::uint32_t ptx, Lit how, LitRows& rows) {
  for (std::size_t i = 0; i < model.sass.size(); ++i) {
    if (model.sass[i].ptx == ptx) rows[2][i] = std::max(rows[2][i], how);
  }
}

void light_from_source(const CodeModel& model, std::uint32_t row, LitRows& rows) {
  rows[0][row] = Lit::yes;
  for (std::uint32_t i = 0; i < model.ptx.size(); ++i) {
    const auto& chain = model.ptx[i].source;
    const auto at = std::ranges::find(chain, row);
    if (at == chain.end()) continue;
    rows[1][i] = at == chain.begin() ? Lit::yes : Lit::by_call;
  }
  for (std::size_t i = 0; i < model.sass.size(); ++i) {
    if (model.sass[i].ptx != trace::kNone) rows[2][i] = rows[1][model.sass[i].ptx];
  }
}

}  // namespace

std::size_t CodeModel::rows(CodeColumn column) const {
  if (column == CodeColumn::source) return source.size();
  return column == CodeColumn::ptx ? ptx.size() : sass.size();
}

std::string_view CodeModel::text(CodeColumn column, std::size_t row) const {
  if (column == CodeColumn::source) return source[row].text;
  return column == CodeColumn::ptx ? ptx[row].text : sass[row].text;
}

CodeModel code_model(const CodeParts& parts) { return ModelMaker(parts).make(); }

void add_needs(const analysis::BlockNeeds& needs, CodeModel& model) {
  model.needs = needs;
  const analysis::Multiprocessor* sm = analysis::multiprocessor(model.capability);
  if (sm == nullptr || needs.threads == 0) return;
  model.next = next_block(*sm, needs);
  model.resident_warps = analysis::occupancy(*sm, needs).warps;
  model.most_warps = sm->warps;
}

LitRows lit(const CodeModel& model, const std::optional<CodeMark>& mark) {
  LitRows rows;
  for (const CodeColumn column : kAllCodeColumns) {
    rows[static_cast<std::size_t>(column)].resize(model.rows(column), Lit::no);
  }
  if (!mark || mark->row >= model.rows(mark->column)) return rows;
  if (mark->column == CodeColumn::source) {
    light_from_source(model, mark->row, rows);
    return rows;
  }
  std::uint32_t ptx = mark->row;
  if (mark->column == CodeColumn::sass) {
    rows[2][mark->row] = Lit::yes;
    ptx = model.sass[mark->row].ptx;
  }
  if (ptx == trace::kNone) return rows;
  for (const std::uint32_t call : model.ptx[ptx].calls) rows[1][call] = Lit::by_call;
  rows[1][ptx] = Lit::yes;
  light_source(model.ptx[ptx], rows[0]);
  light_sass_of(model, ptx, mark->column == CodeColumn::sass ? Lit::by_call : Lit::yes, rows);
  return rows;
}

std::vector<CodeMark> found(const CodeModel& model, std::string_view words) {
  std::vector<CodeMark> all;
  if (words.empty()) return all;
  for (const CodeColumn column : kAllCodeColumns) {
    for (std::size_t i = 0; i < model.rows(column); ++i) {
      if (holds(model.text(column, i), words))
        all.push_back({column, static_cast<std::uint32_t>(i)});
    }
  }
  return all;
}

std::optional<std::uint32_t> ptx_row(const CodeModel& model, std::uint32_t ptx_line) {
  const auto row = std::ranges::find(model.ptx, ptx_line, &PtxCodeRow::line);
  if (row == model.ptx.end()) return std::nullopt;
  return static_cast<std::uint32_t>(row - model.ptx.begin());
}

const CodeHelp* help_at(const CodeModel& model, const LitRows& rows) {
  const auto& ptx = rows[static_cast<std::size_t>(CodeColumn::ptx)];
  const auto found = std::ranges::find_if(model.helps, [&](const CodeHelp& help) {
    return help.ptx < ptx.size() && ptx[help.ptx] != Lit::no;
  });
  return found == model.helps.end() ? nullptr : &*found;
}

std::string copied_text(const CodeModel& model, const LitRows& rows) {
  std::string text;
  for (const CodeColumn column : kAllCodeColumns) {
    const auto& lit = rows[static_cast<std::size_t>(column)];
    for (std::size_t i = 0; i < lit.size(); ++i) {
      if (lit[i] == Lit::no) continue;
      text += model.text(column, i);
      text += '\n';
    }
  }
  return text;
}

}  // namespace warplens::code
