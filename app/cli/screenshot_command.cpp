// warplens screenshot: one lesson step, or one view of it, as a picture, without a display.
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <span>

#include "app/cli/commands.h"
#include "app/cli/text/architecture_option.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/said_of.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/features.h"
#include "app/session/feature.h"
#include "app/settings/backend.h"
#include "app/settings/stage_view.h"
#include "app/state/link.h"
#include "kernels/caches/places.h"
#include "kernels/trace/event_order.h"

namespace warplens::cli {
namespace {

std::vector<std::string> names_of(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

// With what is to be read of it after CLI11: WxH, NAME=NUMBER and the format.
struct ScreenshotOptions {
  session::Screenshot screenshot;
  std::string size = "1600x1000", format, events, launch;
  std::vector<std::string> settings;
  std::map<std::string, std::string> of_features;  // by the option's name
  ArchitectureOption architecture;
  MemoryLimit memory;
};

// As --format says, else as the file's name ends.
Result<session::PictureFormat> format_of(const ScreenshotOptions& options) {
  std::string name = options.format;
  const std::string ending = std::filesystem::path(options.screenshot.output).extension().string();
  if (name.empty() && ending.starts_with('.')) name = ending.substr(1);
  const auto known = std::ranges::find(session::kPictureFormatNames, name);
  if (known == session::kPictureFormatNames.end()) {
    return fail(tr("'{}' does not say which picture it is to be: end it in .{}, or give --format",
                   options.screenshot.output, fmt::join(session::kPictureFormatNames, ", .")));
  }
  return static_cast<session::PictureFormat>(known - session::kPictureFormatNames.begin());
}

// Of the window's size, that of the picture's is limited.
Result<PictureSize> size_of(const ScreenshotOptions& options) {
  constexpr float kLargestSide = 16384;
  TRY(auto size, parse_picture_size(options.size));
  const auto side = static_cast<float>(std::max(size.width, size.height));
  if (side * options.screenshot.scale > kLargestSide) {
    return fail(tr("--size {} at --scale {} is larger than {} pixels: choose a smaller one",
                   options.size, options.screenshot.scale, kLargestSide));
  }
  return size;
}

constexpr std::size_t kMostPictures = 600;

// "A..B" or "A".
std::optional<session::EventRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = parse_number<int>(text.substr(0, dots));
  const auto last =
      dots == std::string_view::npos ? first : parse_number<int>(text.substr(dots + 2));
  if (!first || !last || *first < 1 || *last < *first) return std::nullopt;
  return session::EventRange{*first, *last};
}

// "A..B" or "A,B..C", ascending.
Result<std::vector<int>> parse_events(std::string_view text) {
  std::vector<int> events;
  for (const std::string_view part : split(text, ',')) {
    const auto range = parse_range(part);
    const bool ascends = range && (events.empty() || range->first > events.back());
    if (!ascends || events.size() + static_cast<std::size_t>(range->count()) > kMostPictures) {
      return fail(tr("--events '{}' are none: write A..B or A,B..C, from 1, ascending, at most {}",
                     text, kMostPictures));
    }
    for (int event = range->first; event <= range->last; ++event) events.push_back(event);
  }
  return events;
}

Result<void> read_events(const ScreenshotOptions& options, session::Screenshot& wanted) {
  const bool is_gif = wanted.format == session::PictureFormat::gif;
  const bool is_given = !options.events.empty();
  if (is_gif != is_given && (is_gif || wanted.format == session::PictureFormat::png)) {
    return fail(
        tr("a GIF shows several events, and a PNG one: give --events A..B with -o FILE.gif, "
           "or with -o FILE.svg for an SVG of each"));
  }
  if (!is_given) return {};
  TRY(wanted.events, parse_events(options.events));
  return {};
}

// Until its end or Ctrl+C.
int draw_all(session::Screenshot wanted,
             const std::function<int(const session::Screenshot&)>& write) {
  if (wanted.events.empty()) return write(wanted);
  const StopOnInterrupt interrupt;
  const ProgressLine line;
  wanted.stop = interrupt.token();
  wanted.progress = [&line](std::size_t done, std::size_t all) {
    line.show(fmt::format("{}/{} events", done, all));
  };
  const int status = write(wanted);
  return interrupt.token().stop_requested() ? StopOnInterrupt::kStatus : status;
}

std::vector<session::PictureOption> feature_options() {
  std::vector<session::PictureOption> all;
  for (const session::Feature& feature : features::all()) {
    all.insert(all.end(), feature.picture_options.begin(), feature.picture_options.end());
  }
  return all;
}

// Those that were given, in the order of the features.
Result<void> read_feature_options(const ScreenshotOptions& options, const CLI::App& parser,
                                  session::Screenshot& wanted) {
  session::FeatureChoices tried;
  for (const session::PictureOption& option : feature_options()) {
    const std::string name(option.name);
    if (parser.count(name) == 0) continue;
    const std::string& text = options.of_features.at(name);
    TRY(said_of(name, option.choose(text, tried)));
    wanted.options.emplace_back(name, text);
  }
  return {};
}

// "banks or sectors"
Text any_of_names(const std::vector<std::string_view>& names) {
  Text all = std::string(names.front());
  for (std::size_t i = 1; i < names.size(); ++i) all = tr("{} or {}", all, names[i]);
  return all;
}

// Where it is said which views are shown. Without that a step may have any.
Result<void> check_view_options(const session::Screenshot& shown, const CLI::App& parser) {
  std::vector<std::string> views = shown.views;
  if (!shown.view.empty()) views = {shown.view};
  if (views.empty()) return {};
  for (const session::PictureOption& option : feature_options()) {
    std::vector<std::string_view> names;
    for (const session::StageView view : option.views) names.push_back(name_of(view));
    const bool is_shown = std::ranges::any_of(
        names, [&](std::string_view view) { return std::ranges::count(views, view) > 0; });
    if (is_shown) continue;
    TRY(refuse(
        parser, {std::string(option.name).c_str()},
        tr("is for the view {}, which is not shown: name it with --views", any_of_names(names))));
  }
  return {};
}

// What would have no effect on the picture.
Result<void> check_options(const session::Screenshot& shown, const CLI::App& parser) {
  if (parser.count("--explore") == 0)
    TRY(refuse(parser, {"--set"},
               tr("is for --explore: a step and a link have sizes of their own")));
  if (parser.count("--lesson") == 0) TRY(refuse(parser, {"--step"}, tr("is for --lesson")));
  if (!shown.events.empty()) {
    TRY(refuse(parser, {"--event", "--phase"}, tr("is for one picture: these are of --events")));
  }
  if (shown.format != session::PictureFormat::gif) {
    TRY(refuse(parser, {"--speed"}, tr("is for a GIF: give --events A..B with -o FILE.gif")));
  }
  if (!shown.view.empty())
    TRY(refuse(parser, {"--ptx"}, tr("is for the source, which --view does not show")));
  return check_view_options(shown, parser);
}

// A number, or of a captured program a name.
Result<void> read_launch(const std::string& text, session::Screenshot& wanted) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size()) {
    if (number < 1) return fail(tr("--launch {}: launches are numbered from 1", text));
    wanted.launch = number;
  } else {
    wanted.captured = text;
  }
  return {};
}

Result<session::Screenshot> wanted_picture(const ScreenshotOptions& options,
                                           const CLI::App& parser) {
  TRY(const auto size, size_of(options));
  if (!options.screenshot.link.empty()) {
    TRY(link::parse_link(options.screenshot.link, features::all()));
  }
  TRY(const auto format, format_of(options));
  if (format == session::PictureFormat::svg && options.screenshot.view.empty()) {
    return fail(tr("an SVG is of one view: choose it with --view"));
  }
  TRY(auto settings, parse_settings(options.settings));
  session::Screenshot wanted = options.screenshot;
  if (caches::is_in_cache(wanted.explore)) {
    TRY(const auto kernel, caches::only_kernel(wanted.explore));
    wanted.explore = kernel.string();
  }
  TRY(read_launch(options.launch, wanted));
  wanted.settings = std::move(settings);
  wanted.width = size.width;
  wanted.height = size.height;
  wanted.format = format;
  wanted.memory = options.memory.bytes();
  if (parser.count("--arch") + parser.count("--as-ptx") > 0) {
    TRY(const auto capability, options.architecture.read(0));
    wanted.capability = capability.value_or(0);
  }
  TRY(read_feature_options(options, parser, wanted));
  TRY(read_events(options, wanted));
  TRY(check_options(wanted, parser));
  return wanted;
}

void add_feature_options(CLI::App& parser, ScreenshotOptions& options) {
  for (const session::PictureOption& option : feature_options()) {
    const std::string name(option.name), help(option.help);
    std::string& text = options.of_features[name];
    CLI::Option* added =
        option.is_flag ? parser.add_flag(name, text, help) : parser.add_option(name, text, help);
    if (option.values != nullptr) added->check(CLI::IsMember(option.values()));
  }
}

}  // namespace

Command screenshot_command(CLI::App& app, const WindowCommands& window) {
  auto options = std::make_shared<ScreenshotOptions>();
  session::Screenshot& screenshot = options->screenshot;
  CLI::App* parser =
      app.add_subcommand("screenshot", "Draw a lesson's step, or any kernel, as a picture");
  auto* shown = parser->add_option_group("shown", "What is shown: one of");
  shown->add_option("--lesson", screenshot.lesson,
                    "Lesson, by name or number (see: warplens list)");
  add_lessons_option(*parser, screenshot.lessons);
  shown->add_option("--explore", screenshot.explore, "Kernel, a capture, or an own .cu or .ptx");
  shown->add_option("--link", screenshot.link, "What a link shows: 'warplens:…'");
  shown->require_option(1);
  parser->add_option("--step", screenshot.step, "--lesson: step, from 1")
      ->check(CLI::PositiveNumber);
  parser->add_option("--set", options->settings,
                     "--explore: parameter NAME=NUMBER, of a file: a size of its launch");
  parser->add_option("--index", screenshot.index,
                     "The index of a kernel that lets a person write it: 'step * 132 + row'");
  parser->add_option("--compare", screenshot.compare, "A kernel beside it");
  parser->add_option("--views", screenshot.views, "Views on the stage, the first one large")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of(session::kStageViewNames)));
  add_language_option(*parser, screenshot.language);
  parser->add_option("--theme", screenshot.theme, "Colours")
      ->check(CLI::IsMember({"light", "dark"}));
  parser->add_option("--size", options->size, "The window's size, as WxH")->capture_default_str();
  parser
      ->add_option("--scale", screenshot.scale,
                   "1 to 4: the same picture with so many times the pixels each way")
      ->check(CLI::Range(1.0, 4.0));
  parser->add_flag("--present", screenshot.presents,
                   "As for a projector: the large view and its caption alone (F5)");
  parser->add_flag(
      "--speaker", screenshot.speaker,
      "What the speaker sees meanwhile: the step's words, its answer, what comes next");
  parser->add_option("--view", screenshot.view, "A picture of this view alone")
      ->check(CLI::IsMember(names_of(session::kStageViewNames)));
  parser->add_option(
      "--events", options->events,
      "Of these events, A..B or A,B..C, from 1: a GIF's pictures, or an SVG each, FILE-EVENT.svg");
  parser->add_option("--speed", screenshot.speed, "… so many of them a second")
      ->check(CLI::Range(0.1, 50.0))
      ->capture_default_str();
  parser->add_option("--format", options->format, "The kind of picture (default: as FILE ends)")
      ->check(CLI::IsMember(names_of(session::kPictureFormatNames)));
  parser->add_flag("--ptx", screenshot.ptx, "Show the kernel's PTX with its source");
  parser->add_option("--event", screenshot.event, "The event under the cursor, from 1")
      ->check(CLI::PositiveNumber);
  parser->add_option("--launch", options->launch,
                     "Which of several launches, from 1; of a program's capture by its name");
  parser->add_option("--order", screenshot.order, "Order of the events")
      ->check(CLI::IsMember(names_of(trace::kOrderNames)));
  parser
      ->add_option(
          "--backend", screenshot.backend,
          "Where kernels are traced: on the CPU, or on this machine's GPU with its counters")
      ->check(CLI::IsMember(names_of(session::kBackendNames)));
  options->architecture.add_to(*parser);
  add_feature_options(*parser, *options);
  parser->add_option("--phase", screenshot.phase, "How far its access has got: 0 begins, 1 is over")
      ->check(CLI::Range(0.0, 1.0));
  parser
      ->add_option("-o,--output", screenshot.output, "The picture: FILE.png, FILE.svg or FILE.gif")
      ->required();
  options->memory.add_to(*parser);
  parser->footer(
      "Needs no display.\n\nExample:\n"
      "  warplens screenshot --lesson bank-conflicts --step 2 --lang zh -o step2.png\n"
      "  warplens screenshot --lesson 7 --step 6 --present --size 1920x1080 -o slide.png\n"
      "  warplens screenshot --explore transpose/tile_padded --set pitch=34 \\\n"
      "      --compare transpose/packed_xor --views bank_view,swizzle_map -o pair.png\n"
      "  warplens screenshot --explore my.cu --set n=4096 -o mine.png\n"
      "  warplens screenshot --explore add/linear_1d --views plane --matrix '1 1; 0 1' -o "
      "shear.png\n"
      "  warplens screenshot --lesson 7 --view bank_view --scale 2 -o banks.png\n"
      "  warplens screenshot --lesson 7 --view bank_view -o banks.svg\n"
      "  warplens screenshot --lesson 7 --view bank_view --events 1..40 -o banks.gif\n"
      "  warplens screenshot --lesson 7 --view bank_view --events 1,9..12 -o banks.svg");
  return {parser, [options, parser, write = window.write_screenshot]() -> Result<int> {
            TRY(const auto wanted, wanted_picture(*options, *parser));
            return draw_all(wanted, write);
          }};
}

}  // namespace warplens::cli
