// A workload as a command line: Workload::write_command().
#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/base/json.h"
#include "kernels/base/whole_file.h"
#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

std::string test_name() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
  std::ranges::replace(name, '/', '-');
  return name;
}

// "32,2,1"
std::string text_of(const Dim3& size) { return fmt::format("{},{},{}", size.x, size.y, size.z); }

// "f32,[256,128],filter=linear", as --arg has it (kernels/own/texture_text.h).
std::string text_of(const Texture& texture) {
  constexpr std::array<const char*, 8> kTypes{"u8", "i8", "u16", "i16", "u32", "i32", "f16", "f32"};
  constexpr std::array<const char*, 4> kAddresses{"wrap", "clamp", "mirror", "border"};
  std::string text =
      fmt::format("{},[{}", kTypes[static_cast<std::size_t>(texture.type)], texture.sizes[0]);
  for (std::uint32_t d = 1; d < texture.dimensions; ++d)
    text += fmt::format(",{}", texture.sizes[d]);
  text += fmt::format("],channels={}", texture.channels);
  if (texture.layers != 0) text += fmt::format(",layers={}", texture.layers);
  text += texture.is_cube ? ",kind=cube" : "";
  if (texture.is_surface) return "surface{" + text + "}";
  text += texture.filter == Texture::Filter::linear ? ",filter=linear" : "";
  text += fmt::format(",address={}", kAddresses[static_cast<std::size_t>(texture.address[0])]);
  text += texture.is_normalized && !texture.is_cube ? ",normalized=yes" : "";
  text += texture.reads_floats ? ",read=normalized" : "";
  text += texture.is_linear_memory ? ",memory=linear" : "";
  return fmt::format("texture{{{},border={}}}", text, texture.border);
}

// NAME.json: {"kernel": "FILE.ptx", "entries": [...], "arguments": [...]}, and the files that the
// arguments name, which lie beside it.
class WrittenCommand {
 public:
  explicit WrittenCommand(const std::filesystem::path& folder)
      : folder_(folder), name_(free_name(folder)) {}

  void add(const std::string& option, const std::string& value) {
    arguments_.push_back(option);
    arguments_.push_back(value);
  }
  // Of the file that holds `bytes`.
  std::string keep(std::span<const std::byte> bytes) {
    const std::string file = fmt::format("{}.{}.bin", name_, files_++);
    const Result<void> written = write_whole_file(folder_ / file, bytes);
    EXPECT_TRUE(written.has_value()) << written.error().message.in(Language::en);
    return file;
  }
  void write(const std::string& kernel, const Json& entries) const {
    const Json json = {{"kernel", kernel}, {"entries", entries}, {"arguments", arguments_}};
    const std::string text = json_text(json, 1);
    const Result<void> written =
        write_whole_file(folder_ / (name_ + ".json"), std::as_bytes(std::span(text)));
    EXPECT_TRUE(written.has_value()) << written.error().message.in(Language::en);
  }

 private:
  static std::string free_name(const std::filesystem::path& folder) {
    const std::string name = test_name();
    for (int i = 1;; ++i) {
      const std::string numbered = i == 1 ? name : fmt::format("{}.{}", name, i);
      if (!std::filesystem::exists(folder / (numbered + ".json"))) return numbered;
    }
  }

  std::filesystem::path folder_;
  std::string name_;
  Json arguments_ = Json::array();
  int files_ = 0;
};

}  // namespace

void Workload::write_command(const std::string& folder) const {
  WrittenCommand command(folder);
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    command.add("--buffer", fmt::format("b{}:inout:{}[{}]={}", i, name_of(buffers_[i].type),
                                        buffers_[i].columns, command.keep(contents_[i])));
  }
  Json entries = Json::array();
  const auto name_of_buffer = [&](const Buffer& buffer) {
    const auto spec = std::ranges::find(buffers_, buffer.name, &catalog::BufferSpec::name);
    return fmt::format("b{}", spec - buffers_.begin());
  };
  for (const Launch& launch : launches_) {
    command.add(entries.empty() ? "--entry" : "--then", launch.shape.entry);
    entries.push_back(launch.shape.entry);
    command.add("--grid", text_of(launch.shape.grid));
    command.add("--block", text_of(launch.shape.block));
    command.add("--shared", std::to_string(launch.shape.dynamic_shared_bytes));
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      if (const auto* buffer = std::get_if<Buffer>(&launch.arguments[i])) {
        command.add("--arg", name_of_buffer(*buffer));
        continue;
      }
      if (const auto* texels = std::get_if<TexelsOf>(&launch.arguments[i])) {
        command.add("--arg", fmt::format("l{}a{}:{}=@{}", entries.size(), i,
                                         text_of(texels->texture), name_of_buffer(texels->buffer)));
        continue;
      }
      const auto& plain = std::get<run::PlainArgument>(launch.arguments[i]);
      command.add("--arg", fmt::format("l{}a{}:bytes[{}]={}", entries.size(), i, plain.bytes.size(),
                                       command.keep(plain.bytes)));
    }
  }
  command.write(file_ + ".ptx", entries);
}

}  // namespace warplens::corpus
