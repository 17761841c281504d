// What is written is read back; a file that anyone made is refused in one line or is safe to use.
#include "kernels/captured/program_file.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <span>

#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/program_check.h"
#include "kernels/captured/program_chunks.h"
#include "kernels/trace/capture.h"
#include "kernels/trace/capture_zip.h"
#include "kernels/trace/capture_zip_writer.h"

namespace warplens::captured {
namespace {

namespace fs = std::filesystem;
using namespace captured_test;
using testing::HasSubstr;

Program sample() {
  Episode again = scaled("scale#2");
  again.nth = 1;
  again.process = 7;
  again.thread = 8;
  again.stream = 9;
  again.notes = {tr("{} was freed before it could be captured", "z"), Text("a name")};
  Program program = program_of({scaled(), again, graph(), summed()});
  program.images.push_back({{},
                            {std::byte{0x7f}, std::byte{0x45}},
                            Text(std::string("cubin")),
                            tr("its image could not be read")});
  std::get<Launch>(program.episodes[1].steps[0]).cluster = Dim3{2, 1, 1};
  std::get<Launch>(program.episodes[1].steps[0]).is_cooperative = true;
  return program;
}

class ProgramFile : public testing::Test {
 protected:
  ProgramFile() {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ / "run.wlens";
  }
  ~ProgramFile() override { fs::remove_all(folder_); }

  void write(const Program& program, std::uint64_t piece_bytes = kPieceBytes) const {
    const auto written = write_program(path_, program, piece_bytes);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
  }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string error() const {
    const auto program = read_program(path_);
    return program.has_value() ? "" : program.error().message.in(Language::en);
  }
  ProgramIndex index() const {
    auto zip = trace::CaptureZip::open(path_);
    return *decode_index(*zip->read("program"));
  }
  // Another index in the place of the file's, with the right checksums.
  void forge(const std::function<void(ProgramIndex&)>& change) const {
    write(sample());
    auto zip = trace::CaptureZip::open(path_);
    const Bytes images = *zip->read("image-0"), memory = *zip->read("memory-0");
    ProgramIndex changed = index();
    change(changed);
    auto writer = trace::CaptureZipWriter::beside(path_);
    ASSERT_TRUE(writer.has_value());
    ASSERT_TRUE(writer->add("image-0", [&] { return images; }).has_value());
    ASSERT_TRUE(writer->add("memory-0", [&] { return memory; }).has_value());
    ASSERT_TRUE(writer->add("program", [&] { return encode_index(changed); }).has_value());
    ASSERT_TRUE(writer->publish().has_value());
  }

  fs::path folder_, path_;
};

TEST_F(ProgramFile, IsReadBackAsItWasWritten) {
  write(sample());
  const auto read = read_program(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_TRUE(*read == sample());
}

TEST_F(ProgramFile, IsTheSameInSmallPieces) {
  write(sample(), 100);
  const auto read = read_program(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_TRUE(*read == sample());
}

TEST_F(ProgramFile, StoresEqualContentsOnceAndAfterwardsWhatChanged) {
  Episode one = scaled(), other = scaled("scale#2");
  for (Episode* episode : {&one, &other}) {
    Part& y = episode->allocations[1].parts[0];
    y.after = y.before;
    y.after[5] = std::byte{1};
    y.after[9] = std::byte{2};
    y.after[700] = std::byte{3};
  }
  write(program_of({one, other}));
  const ProgramIndex stored = index();
  EXPECT_THAT(stored.contents, testing::ElementsAre(1024, 1024, 6));
  EXPECT_EQ(stored.parts[3].before, stored.parts[1].before);
  EXPECT_EQ(stored.parts[0].changed, kUnchanged);
  ASSERT_EQ(stored.parts[1].runs.size(), 2u);
  EXPECT_EQ(stored.parts[1].runs[0].offset, 5u);
  EXPECT_EQ(stored.parts[1].runs[0].bytes, 5u);
}

TEST_F(ProgramFile, IsToldFromATraceByItsBegin) {
  write(sample());
  EXPECT_TRUE(looks_like_a_program(path_));
  EXPECT_TRUE(trace::is_nothing_but_a_capture(path_));
  put("PK\3\4 and no zip");
  EXPECT_FALSE(looks_like_a_program(path_));
  EXPECT_FALSE(looks_like_a_program(folder_));
  EXPECT_FALSE(looks_like_a_program(folder_ / "none"));
}

TEST_F(ProgramFile, IsNoTrace) {
  write(sample());
  const auto run = trace::read_capture(path_);
  ASSERT_FALSE(run.has_value());
  EXPECT_THAT(run.error().message.in(Language::en),
              HasSubstr("holds launches of a running program"));
}

TEST_F(ProgramFile, ReplacesNothingButCaptures) {
  put("mine");
  EXPECT_FALSE(write_program(path_, sample()).has_value());
  EXPECT_EQ(text(), "mine");
  fs::remove(path_);
  write(sample());
  write(program_of({scaled()}));
  EXPECT_EQ(read_program(path_)->episodes.size(), 1u);
}

TEST_F(ProgramFile, IsWrittenOfAValidProgramAlone) {
  Program twice = program_of({scaled(), scaled()});
  EXPECT_FALSE(write_program(path_, twice).has_value());
  Program over = program_of({scaled()});
  over.episodes[0].allocations[0].parts[0].address += 4;
  EXPECT_FALSE(write_program(path_, over).has_value());
  Program nothing = program_of({});
  EXPECT_FALSE(write_program(path_, nothing).has_value());
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(ProgramFile, CutAnywhereIsRefusedInOneLine) {
  write(program_of({scaled()}));
  const std::string whole = text();
  for (std::size_t size = 0; size < whole.size(); size += 61) {
    put(whole.substr(0, size));
    const std::string said = error();
    EXPECT_THAT(said, HasSubstr("run.wlens")) << size;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  }
}

TEST_F(ProgramFile, WithAChangedByteIsRefusedOrTheSame) {
  write(program_of({scaled()}));
  const std::string whole = text();
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    put(changed);
    const auto read = read_program(path_);
    if (read.has_value()) {
      EXPECT_TRUE(*read == program_of({scaled()})) << at;
    } else {
      EXPECT_THAT(read.error().message.in(Language::en), HasSubstr("run.wlens")) << at;
    }
  }
}

TEST_F(ProgramFile, OfAHostileWriterIsRefused) {
  const std::vector<std::pair<const char*, std::function<void(ProgramIndex&)>>> cases{
      {"image", [](auto& i) { std::get<Launch>(i.program.episodes[0].steps[0]).image = 2; }},
      {"a variable of no image",
       [](auto& i) {
         i.program.episodes[0].allocations[0].kind = Allocation::Kind::variable;
         i.program.episodes[0].allocations[0].image = 9;
       }},
      {"contents", [](auto& i) { i.parts[0].before = 1000; }},
      {"changed contents", [](auto& i) { i.parts[1].changed = 1000; }},
      {"a run outside", [](auto& i) { i.parts[1].runs[0].offset = 1020; }},
      {"a run of everything", [](auto& i) { i.parts[1].runs[0].bytes = ~std::uint64_t{0}; }},
      {"no runs", [](auto& i) { i.parts[1].runs.clear(); }},
      {"runs of what is unchanged", [](auto& i) { i.parts[1].changed = kUnchanged; }},
      {"lengths", [](auto& i) { i.contents[0] += 8; }},
      {"a length of everything", [](auto& i) { i.contents[0] = ~std::uint64_t{0}; }},
      {"fewer images", [](auto& i) { i.images[0].ptx -= 1; }},
      {"larger images", [](auto& i) { i.images[0].ptx = ~std::uint64_t{0}; }},
      {"an allocation at the end",
       [](auto& i) { i.program.episodes[0].allocations[1].address = ~std::uint64_t{0} - 100; }},
      {"allocations that overlap",
       [](auto& i) { i.program.episodes[0].allocations[0].bytes = 1025; }},
      {"a part outside", [](auto& i) { i.program.episodes[0].allocations[0].bytes = 512; }},
      {"parameters that overlap",
       [](auto& i) { std::get<Launch>(i.program.episodes[0].steps[0]).parameters[1].offset = 4; }},
      {"parameters outside",
       [](auto& i) {
         std::get<Launch>(i.program.episodes[0].steps[0]).parameters[2].bytes = 4096;
       }},
      {"a fill of everything",
       [](auto& i) { std::get<Fill>(i.program.episodes[2].steps[0]).count = ~std::uint64_t{0}; }},
      {"a fill of 3-byte elements",
       [](auto& i) { std::get<Fill>(i.program.episodes[2].steps[0]).element_bytes = 3; }},
      {"a copy from everywhere",
       [](auto& i) { std::get<Copy>(i.program.episodes[2].steps[3]).bytes = ~std::uint64_t{0}; }},
      {"one name twice", [](auto& i) { i.program.episodes[1].name = "scale"; }},
      {"a name with a line end", [](auto& i) { i.program.episodes[1].name = "a\nb"; }},
      {"a command with an escape", [](auto& i) { i.program.command = "\x1b[31m"; }},
      {"a chunk that is not there",
       [](auto& i) {
         i.memory_pieces.push_back({100, 1});
       }},
      {"another chunk", [](auto& i) { i.memory_pieces[0].checksum ^= 1; }},
  };
  for (const auto& [what, change] : cases) {
    forge(change);
    const std::string said = error();
    EXPECT_THAT(said, HasSubstr("run.wlens")) << what;
    EXPECT_EQ(said.find('\n'), std::string::npos) << what;
  }
  forge([](ProgramIndex&) {});
  EXPECT_EQ(error(), "");
}

TEST_F(ProgramFile, TakesNoMoreMemoryThanItStoresManyTimesOver) {
  forge([](ProgramIndex& index) {
    Allocation& allocation = index.program.episodes[0].allocations[0];
    const StoredPart part = index.parts[0];
    allocation.bytes = std::uint64_t{1} << 40;
    allocation.address = 0x1000'0000'0000;
    index.program.episodes[0].allocations.resize(1);
    allocation.parts.clear();
    index.program.episodes.resize(1);
    index.parts.assign(1 << 20, part);
    for (std::uint64_t i = 0; i < index.parts.size(); ++i)
      allocation.parts.push_back({allocation.address + i * 1024, {}, {}});
    index.contents = {1024};
  });
  EXPECT_THAT(error(), HasSubstr("run.wlens"));
}

// testdata/seeds/: what the fuzzer starts from, and what must be read for as long as its format is.
// After a wanted change: WARPLENS_UPDATE_GOLDEN=1 build/debug/kernels_captured_test.
TEST_F(ProgramFile, KeepsNamesOfParameters) {
  Program program = sample();
  std::get<Launch>(program.episodes[1].steps[0]).parameters[1].name = "y";
  write(program);
  const auto read = read_program(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, program);
}

TEST_F(ProgramFile, IsStillReadAsItWasWritten) {
  const fs::path seeds = WARPLENS_SOURCE_DIR "/kernels/captured/testdata/seeds";
  const auto read_seed = [&](const std::string& name) {
    std::ifstream file(seeds / name, std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str().substr(1);
  };
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    write(sample());
    const Bytes described = encode_index(index());
    fs::create_directories(seeds);
    std::ofstream(seeds / "index.seed", std::ios::binary)
        << '\0' << std::string(reinterpret_cast<const char*>(described.data()), described.size());
    std::ofstream(seeds / "zip.seed", std::ios::binary) << '\1' << text();
  }
  put(read_seed("zip.seed"));
  const auto read = read_program(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_TRUE(read->episodes == sample().episodes);
  const std::string kept = read_seed("index.seed");
  const auto decoded = decode_index(std::as_bytes(std::span(kept)));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_TRUE(check_index(*decoded).has_value());
}

}  // namespace
}  // namespace warplens::captured
