#include "tests/limits/unit_kernels.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "kernels/base/whole_file.h"
#include "kernels/run/toolkit/assemble.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/sass/assembled.h"
#include "tests/limits/units/contents.h"

namespace warplens::limits {
namespace {

const std::filesystem::path kFolder = WARPLENS_SOURCE_DIR "/tests/limits/units";
const char* const kMeasured = WARPLENS_SOURCE_DIR "/tests/data/h200-unit-kernels.tsv";

std::vector<std::vector<std::string>> rows_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  return rows;
}

std::map<std::string, double> measured_seconds() {
  std::map<std::string, double> seconds;
  for (const auto& row : rows_of(kMeasured)) seconds[row.at(0)] = std::stod(row.at(1));
  return seconds;
}

std::shared_ptr<const ptx::Module> module_of(const std::string& file) {
  static std::map<std::string, std::shared_ptr<const ptx::Module>> modules;
  auto& module = modules[file];
  if (module == nullptr) {
    module = run::load_kernel_file(kFolder / (file + ".ptx")).value().module;
  }
  return module;
}

std::vector<std::byte> contents_of(const UnitKernel& kernel) {
  const auto words = unit_contents(kernel.words, kernel.fill);
  std::vector<std::byte> bytes(words.size() * sizeof(std::uint32_t));
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

sass::Listing made_listing(const std::string& file) {
  const std::filesystem::path text = kFolder / (file + ".ptx"), sass = kFolder / (file + ".sass");
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    const auto made = run::assemble(run::find_disassembler(), run::AssembledCache({}),
                                    run::read_text(text).value(), 90);
    const auto written = write_whole_file(sass, sass::to_text(made.value()));
    if (!written.has_value()) fmt::print(stderr, "{}\n", written.error().message.in(Language::en));
  }
  return sass::read_assembled(run::read_text(sass).value()).value().listing;
}

run::OwnBuffer buffer_of(const char* name, std::uint64_t words) {
  run::OwnBuffer buffer;
  buffer.name = name;
  buffer.role = catalog::BufferRole::inout;
  buffer.count = words;
  return buffer;
}

run::OwnArgument first_argument(const UnitKernel& kernel) {
  run::OwnBuffer data = buffer_of("data", kernel.words);
  data.contents = contents_of(kernel);
  const std::size_t texels = texels_a_row(kernel.fill);
  if (texels == 0) return data;
  run::OwnTexture texture;
  texture.name = "texture";
  texture.texture.sizes = {texels, kernel.words / texels, 1};
  data.role = catalog::BufferRole::in;
  texture.data = std::move(data);
  return texture;
}

}  // namespace

const sass::Listing& listing_of(const UnitKernel& kernel) {
  static std::map<std::string, sass::Listing> listings;
  const auto found = listings.find(kernel.file);
  if (found != listings.end()) return found->second;
  return listings[kernel.file] = made_listing(kernel.file);
}

std::vector<UnitKernel> unit_kernels() {
  const auto seconds = measured_seconds();
  std::vector<UnitKernel> kernels;
  for (const auto& row : rows_of(kFolder / "kernels.tsv")) {
    UnitKernel kernel{row.at(0), row.at(1), row.at(2), row.at(7)};
    kernel.blocks = static_cast<std::uint32_t>(std::stoul(row.at(3)));
    kernel.threads = static_cast<std::uint32_t>(std::stoul(row.at(4)));
    kernel.rounds = std::stoi(row.at(5));
    kernel.words = std::stoull(row.at(6));
    kernel.written = std::stoull(row.at(8));
    kernel.seconds = seconds.at(kernel.entry);
    kernels.push_back(kernel);
  }
  return kernels;
}

run::OwnKernel own_kernel(const UnitKernel& kernel) {
  run::OwnKernel own;
  own.module = module_of(kernel.file);
  own.entry = kernel.entry;
  own.grid = {kernel.blocks, 1, 1};
  own.block = {kernel.threads, 1, 1};
  own.arguments.push_back(first_argument(kernel));
  if (kernel.written > 0) own.arguments.emplace_back(buffer_of("written", kernel.written));
  own.arguments.emplace_back(run::OwnScalar{"rounds", catalog::ElementType::i32,
                                            static_cast<std::uint32_t>(kernel.rounds)});
  return own;
}

}  // namespace warplens::limits
