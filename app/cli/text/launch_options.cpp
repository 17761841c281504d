#include "app/cli/text/launch_options.h"

#include <map>

#include "app/cli/text/form_arguments.h"
#include "app/cli/text/own_arguments.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/said_of.h"

namespace warplens::cli {

namespace {

using Texts = std::vector<std::string>;

// The one word that an option has in a launch; empty when it is not there.
Result<std::string> only(std::string_view option, const Texts& words, std::string_view launch) {
  if (words.size() > 1)
    return fail(tr("{} is given {} times for {}: once a launch", option, words.size(), launch));
  return words.empty() ? std::string() : words.front();
}

Result<std::array<own::Entry, 3>> shape_of_launch(std::string_view option, const Texts& words,
                                                  std::string_view launch, FormNumbers numbers) {
  TRY(const auto text, only(option, words, launch));
  if (text.empty()) {
    return fail(tr("{} needs {} X[,Y[,Z]]: a .ptx or .cu file is launched with --grid and --block",
                   launch, option));
  }
  return parse_form_shape(option, text, numbers);
}

// Empty where nothing is said.
Result<std::string> shared_bytes(const Texts& words, std::string_view launch, FormNumbers numbers) {
  TRY(const auto text, only("--shared", words, launch));
  const bool is_right = text.empty() || parse_number<std::uint32_t>(text).has_value() ||
                        numbers == FormNumbers::expressions;
  return is_right ? Result<std::string>(text)
                  : fail(tr("--shared '{}' is no number of bytes", text));
}

void note_file(const own::FormBuffer& buffer, std::vector<std::string>& files) {
  if (!buffer.file.empty()) files.push_back(buffer.file);
}

void note_file(const own::FormArgument& argument, std::vector<std::string>& files) {
  if (const auto* buffer = std::get_if<own::FormBuffer>(&argument)) note_file(*buffer, files);
  const auto* map = std::get_if<own::FormTensorMap>(&argument);
  if (map != nullptr && !map->file.empty()) files.push_back(map->file);
  const auto* texture = std::get_if<own::FormTexture>(&argument);
  if (texture != nullptr && !texture->file.empty()) files.push_back(texture->file);
}

}  // namespace

void LaunchOptions::add_to(CLI::App& parser) {
  const auto add = [&](const char* name, Texts& texts, const char* help) {
    parser.add_option(name, texts, help)->allow_extra_args(false);
  };
  add("--entry", entries_, "File: the kernel, when it has several");
  add("--grid", grids_, "File: blocks, X[,Y[,Z]]");
  add("--block", blocks_, "File: threads a block, X[,Y[,Z]]");
  add("--cluster", clusters_, "File: blocks a cluster, X[,Y[,Z]]");
  add("--shared", shared_, "File: bytes of dynamic shared memory");
  add("--arg", arguments_, "File: an argument, see ARG below");
  add("--buffer", buffers_, "File: a buffer that is no argument by itself, see ARG below");
  add("--then", then_,
      "File: then this kernel, on the same buffers, with the --grid, --block, --cluster, --shared "
      "and --arg that follow");
}

bool LaunchOptions::is_empty() const { return entries_.empty() && names_a_kernel_at_most(); }

std::string LaunchOptions::kernel() const { return entries_.empty() ? "" : entries_.front(); }

bool LaunchOptions::names_a_kernel_at_most() const {
  return entries_.size() <= 1 && then_.empty() && grids_.empty() && blocks_.empty() &&
         clusters_.empty() && shared_.empty() && arguments_.empty() && buffers_.empty();
}

std::vector<LaunchOptions::LaunchTexts> LaunchOptions::in_order(const CLI::App& parser) const {
  struct Option {
    const Texts* texts;
    Texts LaunchTexts::*place;
    std::size_t next = 0;
  };
  std::map<std::string, Option> options{{"--entry", {&entries_, &LaunchTexts::entry}},
                                        {"--then", {&then_, &LaunchTexts::entry}},
                                        {"--grid", {&grids_, &LaunchTexts::grid}},
                                        {"--block", {&blocks_, &LaunchTexts::block}},
                                        {"--cluster", {&clusters_, &LaunchTexts::cluster}},
                                        {"--shared", {&shared_, &LaunchTexts::shared}},
                                        {"--arg", {&arguments_, &LaunchTexts::arguments}}};
  std::vector<LaunchTexts> launches(1);
  for (const CLI::Option* parsed : parser.parse_order()) {
    const auto found = options.find(parsed->get_name());
    if (found == options.end()) continue;
    Option& option = found->second;
    if (found->first == "--then") launches.emplace_back();
    (launches.back().*option.place).push_back((*option.texts)[option.next++]);
  }
  return launches;
}

bool LaunchOptions::is_whole(std::size_t parameters) const {
  return !then_.empty() || (!grids_.empty() && !blocks_.empty() && arguments_.size() == parameters);
}

Result<own::GivenLaunch> LaunchOptions::given() const {
  own::GivenLaunch given;
  TRY(const auto grid, only("--grid", grids_, "the kernel"));
  TRY(const auto block, only("--block", blocks_, "the kernel"));
  TRY(given.shared.text, shared_bytes(shared_, "the kernel", FormNumbers::plain));
  TRY(const auto cluster, only("--cluster", clusters_, "the kernel"));
  if (!cluster.empty()) {
    TRY(given.cluster, parse_form_shape("--cluster", cluster));
  }
  if (!grid.empty()) {
    TRY(given.grid, parse_form_shape("--grid", grid));
  }
  if (!block.empty()) {
    TRY(given.block, parse_form_shape("--block", block));
  }
  for (const std::string& text : buffers_) {
    TRY(auto buffer, parse_form_buffer(text));
    note_file(buffer, given.files);
    given.buffers.push_back(std::move(buffer));
  }
  for (const std::string& text : arguments_) {
    TRY(auto argument, parse_form_argument(text));
    if (std::holds_alternative<own::FormReference>(argument))
      return fail(
          tr("--arg '{}': there is nothing of that name: write NAME:in|out|inout:TYPE[COUNT], "
             "NAME:TYPE=VALUE or NAME:{{MEMBERS}}=VALUES",
             text));
    note_file(argument, given.files);
    given.arguments.push_back(std::move(argument));
  }
  return given;
}

Result<std::vector<own::FormBuffer>> LaunchOptions::buffers(FormNumbers numbers,
                                                            ArgumentNames& names) const {
  std::vector<own::FormBuffer> all;
  for (const std::string& text : buffers_) {
    TRY(auto buffer, parse_form_buffer(text, numbers));
    TRY(said_of(fmt::format("--buffer '{}'", text), names.take(buffer)));
    all.push_back(std::move(buffer));
  }
  return all;
}

Result<own::LaunchForm> LaunchOptions::form(const CLI::App& parser, FormNumbers numbers) const {
  own::LaunchForm form;
  ArgumentNames names;
  TRY(form.buffers, buffers(numbers, names));
  for (const own::FormBuffer& buffer : form.buffers) note_file(buffer, form.given_files);
  const auto all = in_order(parser);
  for (const LaunchTexts& words : all) {
    const bool is_first = &words == &all.front();
    const std::string name = is_first ? "the kernel" : "--then " + words.entry.front();
    own::FormLaunch& launch = is_first ? form : form.then.emplace_back();
    TRY(launch.entry, only("--entry", words.entry, name));
    TRY(launch.grid, shape_of_launch("--grid", words.grid, name, numbers));
    TRY(launch.block, shape_of_launch("--block", words.block, name, numbers));
    if (!words.cluster.empty()) {
      TRY(launch.cluster, shape_of_launch("--cluster", words.cluster, name, numbers));
    }
    TRY(launch.shared.text, shared_bytes(words.shared, name, numbers));
    for (const std::string& text : words.arguments) {
      TRY(auto argument, parse_form_argument(text, numbers));
      TRY(said_of(fmt::format("--arg '{}'", text), names.take(argument)));
      note_file(argument, form.given_files);
      launch.arguments.push_back(std::move(argument));
    }
  }
  return form;
}

}  // namespace warplens::cli
