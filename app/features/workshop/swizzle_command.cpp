// warplens swizzle: a tile in shared memory, who writes and reads it, and what a map makes of that.
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/said_of.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/workshop/from_report.h"
#include "app/features/workshop/swizzle_report.h"
#include "app/features/workshop/workshop.h"
#include "app/state/app_state.h"
#include "kernels/cost/access_cost.h"
#include "viz/cute/parse.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/code.h"
#include "viz/swizzle/find.h"
#include "viz/swizzle/spec.h"

namespace warplens::cli {

namespace {

using swizzle::SwizzleAnswer;
using swizzle::SwizzleSpec;

// The fields that were given, by their options' names.
struct SwizzleCommandOptions {
  std::string spec, code, layout;
  std::map<std::string, std::string> fields;
  bool find = false;
  bool json = false;
  bool presets = false;
  KernelToRunOptions from;
  std::string array, kind;
  bool patch = false;
  CountOptions count;
  LanguageOption language;
};

Result<SwizzleSpec> spec_of(const SwizzleCommandOptions& options) {
  TRY(auto spec, said_of("--spec", swizzle::parse_spec(options.spec)));
  const auto set = [&](const std::string& name, const std::string& value) {
    return said_of("--" + name, swizzle::set_field(spec, name, value));
  };
  // What is said of the tile beside a layout goes first.
  const auto map = options.fields.find("map");
  if (map != options.fields.end()) TRY(set(map->first, map->second));
  for (const auto& [name, value] : options.fields) {
    if (name != "map") TRY(set(name, value));
  }
  if (options.find && spec.map != SwizzleSpec{}.map)
    return fail(tr("--find looks for the map: leave map out of --spec"));
  TRY(said_of("--tile", swizzle::check(spec.tile)));
  return spec;
}

Result<int> print_code(const SwizzleSpec& spec, const std::string& kind) {
  TRY(const auto text,
      swizzle::code(spec, kind == "cute" ? swizzle::CodeKind::cute : swizzle::CodeKind::cuda));
  print_text("{}", text);
  return 0;
}

// A line of standard input each; what is wrong with one stands in its place.
Result<int> print_layouts(const ui::Speech& speech) {
  bool are_right = true;
  for (std::string line; std::getline(std::cin, line);) {
    const auto value = cute::parse_value(line);
    are_right &= value.has_value();
    print_text("{}\n", value.has_value() ? cute::text_of(*value)
                                         : "error: " + speech.say(value.error().message));
  }
  return are_right ? 0 : 1;
}

Result<int> print_layout(const SwizzleCommandOptions& options) {
  if (options.layout == "-") return print_layouts(options.language.speech());
  TRY(const auto value, said_of("--layout", cute::parse_value(options.layout)));
  print_text("{}\n", cute::text_of(value));
  return 0;
}

swizzle::LayoutKind kind_of(const std::string& name) {
  if (name == "padding") return swizzle::LayoutKind::padding;
  return name == "swizzle" ? swizzle::LayoutKind::swizzle : swizzle::LayoutKind::any;
}

Result<swizzle::FromLineAnswer> layout_from(SwizzleCommandOptions& options,
                                            const CLI::App& parser) {
  swizzle::FromLineQuestion question;
  const auto line = options.from.take_line();
  if (!line) return fail(tr("--from: name a line, as in my.cu:29"));
  question.wanted = {*line, options.array};
  question.kind = kind_of(options.kind);
  if (options.from.kernel().ends_with(".cu")) question.path = options.from.kernel();
  TRY(const auto kernel,
      options.from.find(parser, tr("is for results that are compared: here costs are told")));
  TRY(const auto run, counted_now(options.count, [&](run::Options how) {
        how.machine.cost = analysis::add_cost;
        how.keep_buffers = false;
        return kernel.run(how);
      }));
  const StopOnInterrupt interrupt;
  swizzle::FindOptions how;
  how.stop = interrupt.token();
  return swizzle::from_line(run, question, how);
}

Result<int> print_from(SwizzleCommandOptions& options, const CLI::App& parser) {
  TRY(const auto answer, layout_from(options, parser));
  if (!options.code.empty()) return print_code(answer.spec, options.code);
  if (options.patch) {
    TRY(const swizzle::SourcePatch& patch, answer.patch);
    print_text("{}", patch.diff);
    return 0;
  }
  if (!options.json) {
    print_text("{}", from_text(options.language.speech(), answer));
    return 0;
  }
  TRY(const auto workshop, swizzle::answer(answer.spec));
  Json json = swizzle_json(workshop, answer.found);
  json["from"] = from_json(answer);
  print_json(json_forms::kSwizzle, json);
  return 0;
}

Result<int> print_swizzle(SwizzleCommandOptions& options, const CLI::App& parser) {
  if (!options.from.kernel().empty()) return print_from(options, parser);
  if (!options.layout.empty()) return print_layout(options);
  if (options.presets) {
    print_text("{}", presets_text(options.language.speech()));
    return 0;
  }
  TRY(auto spec, spec_of(options));
  const StopOnInterrupt interrupt;
  std::optional<swizzle::Found> found;
  if (options.find) {
    swizzle::FindOptions how;
    how.stop = interrupt.token();
    TRY(auto searched, swizzle::find(spec, how));
    spec.map = searched.best.map;
    found = std::move(searched);
  }
  // What the machine does not confirm is not handed out.
  TRY(const auto answer, swizzle::answer(spec, interrupt.token()));
  if (!options.code.empty()) return print_code(spec, options.code);
  if (options.json) {
    print_json(json_forms::kSwizzle, swizzle_json(answer, found));
  } else {
    print_text("{}", swizzle_text(options.language.speech(), answer, found));
  }
  if (!answer.works()) return fail(tr("the map gives no right results: see above"));
  return 0;
}

constexpr const char* kHelp =
    "Accesses (--write, --read), 32 lanes at a time:\n"
    "  rows, columns           one element a lane, along a row or down a column\n"
    "  rows.16B, columns.16B   16 bytes a lane that lie side by side (also .8B, .4B)\n"
    "  groups                  16 bytes a lane, in the tile's order\n"
    "  ldmatrix.x4, .x4.trans  8 x 8 matrices (also .x1, .x2); who writes: stmatrix.x4, ...\n"
    "  lanes(0,32,...)         the element of each lane, -1: none\n"
    "  lanes(lane * 32 + warp) ... by an expression of lane, warp, rows, cols\n"
    "Maps (--map):\n"
    "  none                    as the order says\n"
    "  padding 1               so many elements behind each line\n"
    "  xor, xor(4), xor(4,2)   group ^ (line >> 2), groups of 4 elements\n"
    "  shift, ...              (group + line) % groups\n"
    "  Swizzle<B,M,S>          CuTe's, on the element's offset in elements\n"
    "  Sw<3,4,3> o smem_ptr o (64,64):(64,1)  a layout of CuTe, which is the tile; also A o B,\n"
    "                          tile_to_shape(A, (64,64)), logical_divide(A, B), blocked_product(A, "
    "B), "
    "...\n"
    "  col ^ (row >> 1)        a column (in column order: a row) from row, col, rows, cols, "
    "offset\n"
    "  row = ..., col = ..., offset = ...  which of them the expression gives\n"
    "\nExamples:\n"
    "  warplens swizzle --tile 32x32 --map 'col ^ row'\n"
    "  warplens swizzle --element 2 --tile 128x8 --order column --write groups \\\n"
    "    --read ldmatrix.trans --map 'Swizzle<3,3,4>'\n"
    "  warplens swizzle --element 2 --tile 64x64 --write rows.16B --read ldmatrix --find --code "
    "cute\n"
    "  warplens swizzle --element 2 --read ldmatrix --map 'Sw<3,4,3> o smem_ptr o (64,64):(64,1)'\n"
    "  warplens swizzle --layout 'zipped_divide((64,64):(64,1), (8,16))'\n"
    "  warplens swizzle --from my.cu:29\n"
    "  warplens swizzle --from my.cu:29 --kind padding --patch | patch -p0\n"
    "  warplens swizzle --from transpose/tile:33";

}  // namespace

Command swizzle_command(CLI::App& app) {
  auto options = std::make_shared<SwizzleCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "swizzle", "A tile in shared memory: what a padding or swizzle makes of its accesses");
  const auto add_field = [&](const char* name, const char* description) {
    return parser->add_option_function<std::string>(
        std::string("--") + name,
        [options, name](const std::string& value) { options->fields[name] = value; }, description);
  };
  add_field("element", "Bytes an element: 1, 2, 4 (default), 8 or 16");
  add_field("tile", "Rows x columns, in elements (default: 32x32)");
  add_field("order", "What lies side by side: row (default) or column");
  add_field("write", "How the tile is written, see below (default: rows)");
  add_field("read", "How it is read (default: columns)");
  auto* map = add_field("map", "Where elements are put, see below (default: none)");
  parser->add_option("--spec", options->spec,
                     "All of these as one text: 'element=2 tile=64x64 read=ldmatrix map=xor(8)'");
  parser
      ->add_flag("--find", options->find,
                 "Find the cheapest Swizzle<B,M,S> or padding for these accesses")
      ->excludes(map);
  parser->add_flag("--presets", options->presets,
                   "Print layouts of TMA, wgmma, CuTe and ThunderKittens, with what accesses cost");
  parser->add_option("--layout", options->layout,
                     "Print what a layout of CuTe or an operation on some comes to; -: a line of "
                     "standard input each");
  auto* code = parser
                   ->add_option("--code", options->code,
                                "Print code to paste: cuda (a kernel) or cute (a layout)")
                   ->check(CLI::IsMember({"cuda", "cute"}));
  parser->add_flag("--json", options->json, "Print JSON")->excludes(code);
  auto* from = options->from.add_to(
      *parser, "--from",
      "FILE.cu:LINE or FAMILY/VARIANT:LINE: the shared array that this line's accesses touch");
  from->excludes(map);
  parser->add_option("--array", options->array, "--from: the array, where the line has several")
      ->needs(from);
  parser->add_option("--kind", options->kind, "--from: padding or swizzle alone")
      ->check(CLI::IsMember({"padding", "swizzle"}))
      ->needs(from);
  parser
      ->add_flag("--patch", options->patch,
                 "--from: print only the change of the source, as patch -p0 takes it")
      ->needs(from)
      ->excludes(code);
  options->count.add_to(*parser);
  options->language.add_to(*parser);
  parser->footer(kHelp);
  return {parser, [options, parser] { return print_swizzle(*options, *parser); }};
}

}  // namespace warplens::cli
