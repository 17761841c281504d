// What is said of a row below the columns.
#include "kernels/base/result.h"
#include "kernels/base/trimmed.h"
#include "viz/scene/code/code_view.h"

namespace warplens::scene {
namespace {

using code::CodeColumn;
using code::CodeModel;

// "line 30, inlined into line 77"
std::string chain_words(const CodeModel& model, const code::PtxCodeRow& ptx, Language language) {
  std::string words;
  for (std::size_t i = 0; i < ptx.source.size(); ++i) {
    const std::uint32_t line = model.source[ptx.source[i]].line;
    words += (i == 0 ? tr("line {}", line) : tr(", inlined into line {}", line)).in(language);
  }
  for (const std::uint32_t call : ptx.calls) {
    words += tr(", called at PTX line {}", model.ptx[call].line).in(language);
  }
  return words;
}

std::string figures_words(const code::CodeFigures& figures, Language language) {
  if (figures.instructions == 0) {
    return std::string(tr("no instruction of the machine code").in(language));
  }
  std::string words =
      (figures.instructions == 1
           ? tr("one instruction, {} registers live", figures.live)
           : tr("{} instructions, at most {} registers live", figures.instructions, figures.live))
          .in(language);
  if (figures.spills > 0) words += " · " + tr("{} spills", figures.spills).in(language);
  return words;
}

std::string live_words(const sass::LiveRegisters& live, Language language) {
  return tr("{} registers live, uniform: {}, predicates: {}", live.general, live.uniform,
            live.predicates)
      .in(language);
}

std::string join(std::initializer_list<std::string> parts) {
  std::string words;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    words += words.empty() ? part : " · " + part;
  }
  return words;
}

CodeWords sass_words(const CodeModel& model, const code::SassCodeRow& row, Language language) {
  std::string place, chain, live, times;
  if (row.ptx != trace::kNone) {
    place = tr("PTX line {}", model.ptx[row.ptx].line).in(language);
    chain = chain_words(model, model.ptx[row.ptx], language);
  }
  if (row.live) live = live_words(*row.live, language);
  if (row.executions) times = tr("executed {} times by warps", *row.executions).in(language);
  return {join({row.text, live, place, chain, times}), join({live, chain.empty() ? place : chain})};
}

}  // namespace

CodeWords code_words(const CodeModel& model, const code::CodeMark& mark, Language language) {
  if (mark.column == CodeColumn::sass) return sass_words(model, model.sass[mark.row], language);
  if (mark.column == CodeColumn::ptx) {
    const code::PtxCodeRow& row = model.ptx[mark.row];
    const std::string figures = figures_words(row.figures, language);
    return {join({std::string(trimmed(row.text)), tr("PTX line {}", row.line).in(language),
                  chain_words(model, row, language), figures}),
            figures};
  }
  const code::SourceCodeRow& row = model.source[mark.row];
  if (row.line == 0) return {row.text, row.text};
  const std::string figures = figures_words(row.figures, language);
  return {join({std::string(trimmed(row.text)), tr("line {}", row.line).in(language), figures}),
          figures};
}

}  // namespace warplens::scene
