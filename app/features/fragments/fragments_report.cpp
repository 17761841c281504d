#include "app/features/fragments/fragments_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json.h"

namespace warplens::cli {
namespace {

using machine::FormOperand;
using machine::FragmentElement;
using machine::FragmentMap;
using machine::FragmentPart;
using machine::MatrixForm;

constexpr std::uint32_t kColumnsOfLine = 16;

FragmentPart part_of_column(const FragmentMap& map, std::uint32_t lane, std::uint32_t column) {
  const std::uint32_t cells = fragments::cells_of_register(map);
  return {lane, column / cells, column % cells * fragments::span_of(map)};
}

std::string said(const ui::Speech& speech, const Text& words) {
  return std::string(speech.say(words));
}

std::string element_cell(const FragmentMap& map, const FragmentElement& element) {
  const std::string matrix = map.matrices > 1 ? fmt::format("{}:", element.matrix) : std::string();
  return fmt::format("{}{},{}", matrix, element.row, element.column);
}

// "a0 lo"
std::string register_title(const FormOperand& operand, std::uint32_t column) {
  const FragmentPart part = part_of_column(operand.map, 0, column);
  const std::string sign = fragments::part_sign(operand.map, part.part);
  const std::string name = fragments::register_word(operand, part.reg);
  return sign.empty() ? name : fmt::format("{} {}", name, sign);
}

std::string table_text(const FormOperand& operand, std::uint32_t first, std::uint32_t end) {
  const FragmentMap& map = operand.map;
  std::string text = fmt::format("{:>6}", "lane");
  for (std::uint32_t i = first; i < end; ++i) {
    text += fmt::format(" {:>8}", register_title(operand, i));
  }
  text += "\n";
  for (std::uint32_t lane = 0; lane < map.lanes; ++lane) {
    text += fmt::format("{:>6}", lane);
    for (std::uint32_t i = first; i < end; ++i) {
      text += fmt::format(" {:>8}", element_cell(map, map.at(part_of_column(map, lane, i))));
    }
    text += "\n";
  }
  return text;
}

std::string operand_text(const ui::Speech& speech, const FormOperand& operand,
                         const std::string& names) {
  const FragmentMap& map = operand.map;
  std::string text = "\n" + names + fragments::operand_title(operand).substr(1);
  if (map.is_in_memory()) {
    return text + ": " + said(speech, tr("read from shared memory: no register holds it")) + "\n";
  }
  text +=
      ": " + said(speech, tr("{} registers a lane; row,column of each part", map.registers)) + "\n";
  const std::uint32_t columns = map.registers * fragments::cells_of_register(map);
  for (std::uint32_t first = 0; first < columns; first += kColumnsOfLine) {
    text += table_text(operand, first, std::min(columns, first + kColumnsOfLine));
  }
  return text;
}

Json operand_json(const FormOperand& operand) {
  const FragmentMap& map = operand.map;
  Json elements = Json::array();
  for (std::uint32_t lane = 0; lane < map.lanes && !map.is_in_memory(); ++lane) {
    Json registers = Json::array();
    for (std::uint32_t reg = 0; reg < map.registers; ++reg) {
      Json parts = Json::array();
      for (std::uint32_t part = 0; part < map.parts; ++part) {
        const FragmentElement& element = map.at({lane, reg, part});
        parts.push_back({element.matrix, element.row, element.column});
      }
      registers.push_back(std::move(parts));
    }
    elements.push_back(std::move(registers));
  }
  return {{"operand", fragments::operand_name(operand)},
          {"type", map.is_raw ? "b16" : machine::name_of(map.element)},
          {"matrices", map.matrices},
          {"rows", map.rows},
          {"columns", map.columns},
          {"is_result", operand.is_result},
          {"in_shared_memory", map.is_in_memory()},
          {"registers", map.is_in_memory() ? 0 : map.registers},
          {"parts", map.is_in_memory() ? 0 : map.parts},
          {"elements", std::move(elements)}};
}

}  // namespace

std::string fragments_text(const ui::Speech& speech, const MatrixForm& form) {
  std::string text = form.name + "\n";
  if (form.is_opaque) {
    text += said(speech,
                 tr("PTX leaves open where wmma keeps elements: here it is as ptxas does it.")) +
            "\n";
  }
  if (form.is_sparse) {
    text +=
        said(speech, tr("A is shown as it is stored: of four elements along k the two that are not "
                        "zero.")) +
        "\n";
  }
  if (form.warps > 1) {
    text += said(speech,
                 tr("Rows of A, C and D are those of a warp: 16 · (warp % 4) are to be added.")) +
            "\n";
  }
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const FormOperand& operand = form.operands[i];
    const bool is_followed_by_alike = i == 2 && form.operands[3].map == operand.map;
    if (i == 3 && form.operands[2].map == operand.map) continue;
    const std::string name = fragments::operand_name(operand);
    text +=
        operand_text(speech, operand, is_followed_by_alike ? said(speech, tr("C and D")) : name);
  }
  return text;
}

Json fragments_json(const MatrixForm& form) {
  Json operands = Json::array();
  for (const FormOperand& operand : form.operands) operands.push_back(operand_json(operand));
  return {{"instruction", form.name},
          {"warps", form.warps},
          {"is_sparse", form.is_sparse},
          {"is_opaque", form.is_opaque},
          {"operands", std::move(operands)}};
}

Result<std::string> element_line(const ui::Speech& speech, const MatrixForm& form,
                                 const fragments::NamedElement& named) {
  const auto found = std::ranges::find(form.operands, named.operand, &FormOperand::letter);
  if (found == form.operands.end() || !named.element) {
    return fail(tr("name an operand of the instruction and its element: A[3][5]"));
  }
  FragmentElement element = *named.element;
  element.column -= element.column % fragments::span_of(found->map);
  const auto holders = found->map.holders(element);
  if (holders.empty()) {
    return fail(tr("{} has no such element: it is {}", fragments::operand_name(*found),
                   fragments::operand_title(*found)));
  }
  std::string text;
  for (const FragmentPart& part : holders) {
    text += said(speech, fragments::held_phrase({*found, part})) + "\n";
  }
  return text;
}

}  // namespace warplens::cli
