// Textures and surfaces of a person's own kernels, on the CPU and on the simulated driver, with
// the kernels of tests/corpus/textures.cu.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string textures_file() { return data_file("../../corpus/textures.ptx"); }

std::vector<float> dumped_floats(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

// Twice as many texels as there are, between 0 and 7.
std::vector<std::string> resize_command(const std::string& file, const std::string& texture) {
  return {"trace",    file,
          "--entry",  "resize",
          "--grid",   "1,1",
          "--block",  "16",
          "--set",    "w=8",
          "--arg",    texture,
          "--buffer", "texels:in:f32[w]=iota",
          "--arg",    "out:out:f32[2*w]",
          "--arg",    "width:i32=16",
          "--arg",    "height:i32=1",
          "--arg",    "step_x:f32=0.5",
          "--arg",    "step_y:f32=1"};
}

constexpr const char* kLine = "image:texture{f32,[w,1],filter=linear}=@texels";

void expect_resized(const std::vector<float>& out) {
  ASSERT_EQ(out.size(), 16u);
  EXPECT_EQ(out[0], 0);
  for (int i = 1; i < 15; ++i) {
    EXPECT_EQ(out[static_cast<std::size_t>(i)], static_cast<float>(i) * 0.5f - 0.25f) << i;
  }
  EXPECT_EQ(out[15], 7);
}

class TexturesOfAPerson : public testing::TestWithParam<const char*> {
 protected:
  TexturesOfAPerson() {
    if (GetParam() == std::string("gpu"))
      simulated_.reset(new Environment(driver("simulated_cuda")));
  }
  static std::vector<std::string> on_backend(std::vector<std::string> command) {
    command.insert(command.end(), {"--backend", GetParam()});
    return command;
  }
  std::unique_ptr<Environment> simulated_;
};

TEST_P(TexturesOfAPerson, AreFiltered) {
  const auto dump = scratch_folder() / "out";
  auto command = on_backend(resize_command(textures_file(), kLine));
  command.insert(command.end(), {"--dump", "out=" + dump.string()});
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << output.err;
  expect_resized(dumped_floats(dump));
}

TEST_P(TexturesOfAPerson, LeaveSurfacesAsResults) {
  const auto dump = scratch_folder() / "to";
  const Output output = run(on_backend(
      {"trace", textures_file(), "--entry", "smooth", "--grid", "2", "--block", "4", "--buffer",
       "to:out:f32[8]", "--arg", "from:surface{f32,[4,2]}=8", "--arg", "to_:surface{f32,[4,2]}=@to",
       "--arg", "width:i32=4", "--dump", "to=" + dump.string()}));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(dumped_floats(dump), ElementsAre(4, 6, 6, 4, 4, 6, 6, 4));
}

TEST_P(TexturesOfAPerson, AreOfLinearMemoryAndOfBytesToo) {
  const auto dump = scratch_folder() / "out";
  const Output output = run(
      on_backend({"trace", textures_file(), "--entry", "interpolate", "--grid", "1", "--block", "4",
                  "--arg", "curve:texture{u8,[4],read=normalized,normalized=yes,address=wrap}=51",
                  "--arg", "at:in:f32[4]=iota", "--arg", "out:out:f32[4]", "--arg", "n:i32=4",
                  "--dump", "out=" + dump.string()}));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(dumped_floats(dump), testing::Each(0.2f));
  const Output fetched = run(on_backend(
      {"trace", textures_file(), "--entry", "look_up", "--grid", "1", "--block", "4", "--arg",
       "table:texture{i16,[4],memory=linear}=iota", "--arg", "keys:in:i32[4]=iota", "--arg",
       "out:out:i16[4]", "--arg", "n:i32=4", "--dump", "out=" + dump.string()}));
  EXPECT_EQ(fetched.status, 0) << fetched.err;
  EXPECT_EQ(read_file(dump), std::string("\0\0\1\0\2\0\3\0", 8));
}

TEST_P(TexturesOfAPerson, AreCubeMapsAsTexturesAndAsSurfaces) {
  const auto dump = scratch_folder() / "out";
  const Output around = run(on_backend(
      {"trace", textures_file(), "--entry", "around", "--grid", "1", "--block", "2", "--arg",
       "sky:texture{f32,[2,2],channels=4,kind=cube}=iota", "--arg", "directions:in:f32[6]=iota",
       "--arg", "out:out:f32[8]", "--arg", "n:i32=2", "--dump", "out=" + dump.string()}));
  EXPECT_EQ(around.status, 0) << around.err;
  // (0, 1, 2) and (3, 4, 5) meet +z, the fifth face, above and to the right of its middle.
  EXPECT_THAT(dumped_floats(dump), ElementsAre(68, 69, 70, 71, 68, 69, 70, 71));
  const Output turned = run(on_backend(
      {"trace", textures_file(), "--entry", "turn_faces", "--grid", "2", "--block", "2", "--buffer",
       "faces:inout:f32[24]=iota", "--arg", "cube:surface{f32,[2,2],kind=cube}=@faces", "--arg",
       "cubes:surface{i16,[2,2],layers=2,kind=cube}=1", "--arg", "width:i32=2", "--dump",
       "faces=" + dump.string()}));
  EXPECT_EQ(turned.status, 0) << turned.err;
  const std::vector<float> faces = dumped_floats(dump);
  ASSERT_EQ(faces.size(), 24u);
  for (std::size_t i = 0; i < faces.size(); ++i) EXPECT_EQ(faces[i], (i + 4) % 24) << i;
}
INSTANTIATE_TEST_SUITE_P(Backends, TexturesOfAPerson, testing::Values("cpu", "gpu"));

TEST(Textures, AreKeptBesideTheKernel) {
  const auto file = scratch_folder() / "textures.ptx", dump = scratch_folder() / "out";
  std::filesystem::copy_file(textures_file(), file);
  auto command = resize_command(file.string(), kLine);
  command.emplace_back("--save-launch");
  const Output saved = run(command);
  EXPECT_EQ(saved.status, 0) << saved.err;
  EXPECT_THAT(read_file(file.string() + ".warplens.json"),
              HasSubstr("\"texture\": \"f32,[w,1],filter=linear\""));
  const Output again =
      run({"trace", file.string(), "--entry", "resize", "--dump", "out=" + dump.string()});
  EXPECT_EQ(again.status, 0) << again.err;
  expect_resized(dumped_floats(dump));
}

TEST(Textures, AreTimedOnAGpu) {
  const Environment simulated = driver("simulated_cuda");
  const auto file = scratch_folder() / "textures.ptx";
  std::filesystem::copy_file(textures_file(), file);
  auto command = resize_command(file.string(), kLine);
  command[0] = "bench";
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << output.err;
}

TEST(Textures, AreRefusedByTheWordThatIsWrong) {
  for (const auto& [texture, word] : std::vector<std::pair<std::string, std::string>>{
           {"image:texture{f32,[w,1],filter=cubic}=@texels", "filter: 'cubic' is none of"},
           {"image:texture{i32,[w,1],filter=linear}=@texels", "read=normalized"},
           {"image:texture{f32,[w,1],address=wrap}=@texels", "normalized=yes"},
           {"image:texture{f32,[w,1],kind=cube}=@texels", "two equal sizes"},
           {"image:texture{f32,[w,w],kind=cube,normalized=no}=@texels", "read by directions"},
           {"image:texture{f32,[w,2]}=@texels", "its texels take 64 bytes, texels has 32"},
           {"image:texture{f32,[w,1]}=@nothing", "nothing is called 'nothing'"},
           {"image:texture{f32}=@texels", "begins with its type and sizes"}}) {
    const Output output = run(resize_command(textures_file(), texture));
    EXPECT_NE(output.status, 0) << texture;
    EXPECT_THAT(output.err, HasSubstr(word)) << texture;
  }
}

TEST(Textures, ThatNobodyGaveAreSaidToBeUnknown) {
  const Output output = run({"trace", textures_file(), "--entry", "smooth"});
  EXPECT_THAT(output.out + output.err, HasSubstr(":surface{f32,[64,64]}"));
  EXPECT_THAT(output.out + output.err, HasSubstr("nothing says what it describes"));
  const Output fetch = run({"trace", textures_file(), "--entry", "look_up"});
  EXPECT_THAT(fetch.out + fetch.err, HasSubstr(":texture{i32,[64],memory=linear}=random:1"));
  const Output around = run({"trace", textures_file(), "--entry", "around"});
  EXPECT_THAT(around.out + around.err, HasSubstr(":texture{f32,[64,64],kind=cube}=random:1"));
}

TEST(Textures, OfASurfaceThatIsLeftSaySo) {
  const Output output =
      run({"trace", textures_file(), "--entry", "beyond", "--grid", "1", "--block", "1", "--arg",
           "to:surface{f32,[4,2]}", "--arg", "height:i32=2"});
  EXPECT_THAT(output.out, HasSubstr("writes 4 bytes of a surface at byte 0 of a row, (2)"));
}

}  // namespace
}  // namespace warplens::cli_test
