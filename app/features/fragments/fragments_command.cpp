// warplens fragments: which register of which lane holds which element of a matrix instruction.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/fragments/fragments.h"
#include "app/features/fragments/fragments_report.h"

namespace warplens::cli {

namespace {

struct FragmentsCommandOptions {
  std::string instruction, element;
  bool json = false;
  LanguageOption language;
};

Result<int> print_fragments(const FragmentsCommandOptions& options) {
  TRY(const auto form, machine::matrix_form_named(options.instruction));
  if (!options.element.empty()) {
    TRY(const auto element, fragments::parse_element(options.element));
    TRY(const auto line, element_line(options.language.speech(), form, element));
    print_text("{}", line);
  } else if (options.json) {
    print_json(json_forms::kFragments, fragments_json(form));
  } else {
    print_text("{}", fragments_text(options.language.speech(), form));
  }
  return 0;
}

constexpr const char* kFragmentsHelp =
    "INSTRUCTION is what PTX has, or short:\n"
    "  mma.m16n8k16.f16          also .bf16, .tf32, .f64, .e4m3, .s8, .u4, .b1, ...; shapes "
    "m16n8kK,\n"
    "                            m8n8kK; mma.m16n8k16.f16.f16 has its sums in f16\n"
    "  mma.sp.m16n8k32.f16       of a sparse A\n"
    "  wgmma.m64n128k16.bf16     A from registers\n"
    "  wmma.m16n16k16.f16        as ptxas lays them out; wmma.load.a.m16n16k16.f16\n"
    "  ldmatrix.x4.trans         and stmatrix\n"
    "  tcgen05.ld.32x32b.x8      and tcgen05.st: a part of tensor memory\n"
    "\nExamples:\n"
    "  warplens fragments mma.m16n8k16.f16\n"
    "  warplens fragments mma.m16n8k16.f16 --element 'A[3][5]'\n"
    "  warplens fragments wgmma.m64n256k16.f16 --json\n"
    "  warplens screenshot --explore tensor_gemm/ldmatrix --views fragments_view --fragment "
    "'D[3][5]' -o d.png";

}  // namespace

Command fragments_command(CLI::App& app) {
  auto options = std::make_shared<FragmentsCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "fragments", "Which register of which lane holds which element of an mma, wgmma, ldmatrix");
  parser->add_option("instruction", options->instruction, "mma.m16n8k16.f16, see below")
      ->required();
  auto* element =
      parser->add_option("--element", options->element, "Print where one element is: 'A[3][5]'");
  parser->add_flag("--json", options->json, "Print JSON")->excludes(element);
  options->language.add_to(*parser);
  parser->footer(kFragmentsHelp);
  return {parser, [options] { return print_fragments(*options); }};
}

}  // namespace warplens::cli
