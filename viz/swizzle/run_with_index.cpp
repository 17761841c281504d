#include "viz/swizzle/run_with_index.h"

#include <optional>
#include <vector>

#include "kernels/ptx/parser.h"
#include "viz/swizzle/own_index.h"
#include "viz/swizzle/ptx_writer.h"

namespace warplens::swizzle {

namespace {

// A function of PTX text: its name, and its body from { to }.
struct FoundFunction {
  std::string name, result;
  std::size_t begin = 0, end = 0;
};

std::optional<FoundFunction> function_in(std::string_view ptx, const std::string& name) {
  constexpr std::string_view kFunction = "\n.func", kParameter = "(.param .b32 ";
  const std::string mangled = fmt::format("_Z{}{}", name.size(), name);
  for (std::size_t at = ptx.find(kFunction); at != std::string_view::npos;
       at = ptx.find(kFunction, at + 1)) {
    const std::size_t begin = ptx.find('{', at);
    const std::size_t end = ptx.find("\n}", at);
    if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
    const std::string_view head = ptx.substr(at, begin - at);
    const std::size_t found = head.find(mangled), result = head.find(kParameter);
    if (found == std::string_view::npos || result == std::string_view::npos) continue;
    const std::size_t first = result + kParameter.size();
    return FoundFunction{std::string(head.substr(found, head.find('(', found) - found)),
                         std::string(head.substr(first, head.find(')', first) - first)), begin,
                         end + 2};
  }
  return std::nullopt;
}

// The first line of source that the body tells of; empty without one.
std::string line_of(std::string_view body) {
  constexpr std::string_view kLine = "\t.loc";
  const std::size_t at = body.find(kLine);
  if (at == std::string_view::npos) return {};
  return fmt::format("{}\n", body.substr(at, body.find('\n', at) - at));
}

Result<std::string> body_of(const OwnIndex& index, const FoundFunction& function,
                            std::string_view before, const std::string& text) {
  PtxWriter ptx;
  PtxWriter::Names names;
  for (std::size_t i = 0; i < index.arguments.size(); ++i) {
    const std::string argument = ptx.integer();
    ptx.line("ld.param.b32 {}, [{}_param_{}];", argument, function.name, i);
    names[index.arguments[i].name] = argument;
  }
  for (const auto& [name, value] : index.constants) names[name] = std::to_string(value);
  TRY(const auto place, ptx.value(text, names));
  const std::string result = ptx.integer();
  ptx.line("mov.b32 {}, {};", result, place);
  ptx.line("st.param.b32 [{}+0], {};", function.result, result);
  ptx.line("ret;");
  return fmt::format("{{\n{}{}{}}}", ptx.declarations(), line_of(before), ptx.text());
}

// The sources with the index in place of the written one, so that they show what ran.
std::shared_ptr<const trace::Sources> told(trace::Sources sources, const OwnIndex& index,
                                           const std::string& expression) {
  const std::string written = fmt::format("return {};", index.written);
  for (auto& [name, text] : sources) {
    const std::size_t at = text.find(written);
    if (at != std::string::npos) {
      text.replace(at, written.size(), fmt::format("return {};", expression));
    }
  }
  return std::make_shared<const trace::Sources>(std::move(sources));
}

}  // namespace

Result<std::string> ptx_with_index(std::string_view ptx, const OwnIndex& index,
                                   std::string_view text) {
  TRY(const auto expression, parse_index(index, text));
  const auto function = function_in(ptx, index.function);
  if (!function) {
    return fail(tr("the PTX has no function {}: install warplens again", index.function));
  }
  const std::string_view before = ptx.substr(function->begin, function->end - function->begin);
  TRY(const auto body, body_of(index, *function, before, expression.text()));
  return fmt::format("{}{}{}", ptx.substr(0, function->begin), body, ptx.substr(function->end));
}

Result<trace::Run> run_with_index(const run::Catalogue& catalogue, std::string_view kernel,
                                  const catalog::Parameters& settings,
                                  const std::string& expression, const run::Options& options) {
  TRY(auto planned, run::plan_variant(catalogue, kernel, settings));
  if (expression.empty()) return run::run_planned(catalogue, planned, options);
  const auto& index = planned.found.variant->index;
  if (!index) {
    return fail(tr("{} has no index to write anew: choose gemm/placed", kernel));
  }
  TRY(auto text, ptx_with_index(planned.module->text, *index, expression));
  TRY(auto module, ptx::parse(text, planned.module->file_name));
  planned.module = std::make_shared<const ptx::Module>(std::move(module));
  TRY(auto result, run::run_planned(catalogue, planned, options));
  result.ptx = std::make_shared<const std::string>(std::move(text));
  result.sources = told(*result.sources, *index, expression);
  result.chinese_sources = told(*result.chinese_sources, *index, expression);
  return result;
}

}  // namespace warplens::swizzle
