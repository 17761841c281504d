// Captures from anywhere: each is refused in one line that names the file, or is safe to use. What
// a zip alone can have is capture_zip_test.cpp's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>

#include "kernels/trace/capture_test_kit.h"
#include "kernels/trace/capture_zip_writer.h"

namespace warplens::trace {
namespace {

using namespace capture_test;
using testing::HasSubstr;

// The chunks of a capture as a hostile writer makes them: with the right checksums, unchecked.
struct Forgery {
  Manifest manifest;
  std::string text = "ptx";
  std::vector<Bytes> launches, events;

  explicit Forgery(const Trace& trace) {
    manifest.chunks.text_bytes = {text.size()};
    launches = {encode_launch(trace)};
    if (!trace.events.empty()) {
      events = {encode_events(trace.events.columns(0, trace.events.size()))};
    }
  }

  // `last` is done to the manifest when all else is right, `spoil` to its chunk.
  void write(
      const fs::path& path, const std::function<void(Manifest&)>& last = [](Manifest&) {},
      const std::function<void(Bytes&)>& spoil = [](Bytes&) {}) {
    fs::remove_all(path);
    auto zip = CaptureZipWriter::beside(path);
    ASSERT_TRUE(zip.has_value());
    add(*zip, "text-", {encode_text(text)}, manifest.chunks.texts);
    add(*zip, "launch-", launches, manifest.chunks.launches);
    add(*zip, "events-", events, manifest.chunks.events);
    if (manifest.chunks.event_pieces.empty()) {
      manifest.chunks.event_pieces = {static_cast<std::uint32_t>(events.size())};
    }
    last(manifest);
    Bytes chunk = encode_manifest(manifest.run, manifest.chunks);
    spoil(chunk);
    ASSERT_TRUE(zip->add("manifest", [&] { return chunk; }).has_value());
    const Result<void> published = zip->publish();
    ASSERT_TRUE(published.has_value()) << published.error().message.in(Language::en);
  }

 private:
  static void add(CaptureZipWriter& zip, const std::string& kind, const std::vector<Bytes>& chunks,
                  std::vector<Piece>& pieces) {
    pieces.clear();
    for (const Bytes& chunk : chunks) {
      const std::string name = kind + std::to_string(pieces.size());
      ASSERT_TRUE(zip.add(name, [chunk] { return chunk; }).has_value());
      pieces.push_back({chunk.size(), checksum(chunk)});
    }
  }
};

class DamagedCapture : public InAFolder {
 protected:
  // In a folder, a file a chunk.
  void write_sample() {
    fs::remove_all(path_);
    ASSERT_TRUE(write_capture(path_, sample_run()).has_value());
    turn_into_folder(path_);
  }

  void expect_refused(const std::string& file, const std::string& says) {
    const auto read = read_capture(path_);
    ASSERT_FALSE(read.has_value()) << file << ": " << says;
    const std::string& message = read.error().message.in(Language::en);
    const fs::path named = file.empty() ? path_ : path_ / file;
    EXPECT_THAT(message, HasSubstr("'" + named.string() + "'"));
    EXPECT_THAT(message, HasSubstr(says));
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  void expect_forgery_refused(const std::string& file, const std::string& says,
                              const std::function<void(Trace&)>& change) {
    Trace trace = sample_trace();
    change(trace);
    Forgery(trace).write(path_);
    expect_refused(file, says);
  }
};

TEST_F(DamagedCapture, AnHonestForgeryIsRead) {
  Forgery(sample_trace()).write(path_);
  const auto read = read_capture(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_TRUE(*read->traces.at(0) == sample_trace());
}

TEST_F(DamagedCapture, WhatIsNoCaptureIsSaidToBeNone) {
  expect_refused("", "is no capture");
  write_file(path_, "text");
  expect_refused("", "is no capture");
  fs::remove(path_);
  fs::create_directory(path_);
  expect_refused("", "is no capture");
  write_file(path_ / "manifest", "a list of things to take along");
  expect_refused("manifest", "no chunk of a capture");
}

TEST_F(DamagedCapture, AMissingChunkIsNamed) {
  for (const char* name : {"text-0", "launch-0", "launch-1", "events-0"}) {
    write_sample();
    fs::remove(path_ / name);
    expect_refused(name, "missing");
  }
}

TEST_F(DamagedCapture, LinksPipesAndFoldersAreNotOpened) {
  write_sample();
  fs::rename(path_ / "events-0", folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", path_ / "events-0");
  expect_refused("events-0", "link");
  fs::remove(path_ / "events-0");
  ASSERT_EQ(mkfifo((path_ / "events-0").c_str(), 0600), 0);
  expect_refused("events-0", "no regular file");
  fs::remove(path_ / "events-0");
  fs::create_directory(path_ / "events-0");
  expect_refused("events-0", "no regular file");
}

TEST_F(DamagedCapture, EveryTruncationIsRefused) {
  write_sample();
  for (const auto& entry : fs::directory_iterator(path_)) {
    const std::string bytes = read_file(entry.path());
    for (std::size_t length = 0; length < bytes.size(); length += length < 64 ? 1 : 61) {
      write_file(entry.path(), bytes.substr(0, length));
      expect_refused(entry.path().filename().string(), "");
    }
    write_file(entry.path(), bytes + '\0');
    expect_refused(entry.path().filename().string(), "");
    write_file(entry.path(), bytes);
  }
  EXPECT_TRUE(read_capture(path_).has_value());
}

TEST_F(DamagedCapture, EveryChangedByteIsRefused) {
  write_sample();
  for (const auto& entry : fs::directory_iterator(path_)) {
    std::string bytes = read_file(entry.path());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      const char before = bytes[at];
      bytes[at] = static_cast<char>(before ^ (1 << at % 8));
      write_file(entry.path(), bytes);
      // A lower format number would be an older one, and is read as such.
      const bool older = at >= 4 && at < 8 && std::memcmp(&bytes[4], "\1\0\0\0", 4) < 0;
      if (!older) expect_refused(entry.path().filename().string(), "");
      bytes[at] = before;
    }
    write_file(entry.path(), bytes);
  }
  EXPECT_TRUE(read_capture(path_).has_value());
}

TEST_F(DamagedCapture, ANewerFormatAsksForANewerWarplens) {
  write_sample();
  std::string bytes = read_file(path_ / "manifest");
  bytes[4] = kCaptureFormat + 1;
  write_file(path_ / "manifest", bytes);
  expect_refused("manifest", "open it with a newer Warplens");
}

TEST_F(DamagedCapture, SwappedChunksAreRefused) {
  write_sample();
  fs::rename(path_ / "launch-0", path_ / "other");
  fs::rename(path_ / "launch-1", path_ / "launch-0");
  fs::rename(path_ / "other", path_ / "launch-1");
  expect_refused("launch-0", "not the chunk that the manifest names");
}

TEST_F(DamagedCapture, ChunksOfAnotherKindAreRefused) {
  Forgery forgery(sample_trace());
  std::swap(forgery.launches[0], forgery.events[0]);
  forgery.write(path_);
  expect_refused("launch-0", "no launch");
  forgery = Forgery(sample_trace());
  forgery.events[0] = forgery.launches[0];
  forgery.write(path_);
  expect_refused("events-0", "no events");
}

TEST_F(DamagedCapture, WrongCountsAreRefused) {
  Forgery forgery(sample_trace());
  forgery.events.push_back(forgery.events[0]);
  forgery.write(path_);
  expect_refused("launch-0", "another number of events");
  for (const std::uint32_t pieces : {0u, 2u, 0xffffffffu}) {
    forgery = Forgery(sample_trace());
    forgery.manifest.chunks.event_pieces = {pieces};
    forgery.write(path_);
    expect_refused("manifest", "no manifest");
  }
  for (const std::uint64_t bytes : {std::uint64_t{2}, std::uint64_t{4}, ~std::uint64_t{0}}) {
    forgery = Forgery(sample_trace());
    forgery.manifest.chunks.text_bytes = {bytes};
    forgery.write(path_);
    expect_refused("manifest", "other lengths");
  }
  forgery = Forgery(sample_trace());
  forgery.launches.clear();
  forgery.events.clear();
  forgery.write(path_);
  expect_refused("manifest", "");
}

TEST_F(DamagedCapture, AbsurdSizesAreRefusedBeforeAnythingIsRead) {
  write_sample();
  fs::resize_file(path_ / "events-0", std::uintmax_t{1} << 40);
  expect_refused("events-0", "larger than any chunk");
  Forgery(sample_trace()).write(path_, [](Manifest& manifest) {
    manifest.chunks.launches[0].bytes = std::uint64_t{1} << 40;
  });
  expect_refused("manifest", "too large");
}

TEST_F(DamagedCapture, IndicesOutOfRangeAreRefused) {
  const auto launch = [&](const std::string& says, const std::function<void(Trace&)>& change) {
    expect_forgery_refused("launch-0", says, change);
  };
  const auto add = [](std::uint32_t site, std::uint32_t block, std::uint32_t warp) {
    return [=](Trace& trace) { trace.events.append(event_at(site, block, warp, 1), true, false); };
  };
  launch("event 24", add(4, 3, 0));
  launch("event 24", add(~0u, 3, 0));
  launch("event 24", add(0, 3, 2));
  launch("event 24", add(0, 4, 0));
  launch("event 24", add(0, 1, 0));  // out of order
  launch("event 0", [](Trace& trace) { trace.first_block = 2; });
  launch("window", [](Trace& trace) { trace.first_block = 7; });
  launch("window", [](Trace& trace) { trace.block_count = ~std::uint64_t{0}; });
  launch("finding 1: there is no site", [](Trace& trace) { trace.findings[1].site = 4; });
  launch("finding 0: it stands", [](Trace& trace) { trace.findings[0].lane = 32; });
  launch("finding 0: it stands", [](Trace& trace) { trace.findings[0].warp = 2; });
  launch("finding 0: it stands", [](Trace& trace) { trace.findings[0].block.y = 2; });
  launch("finding 0: its kind", [](Trace& trace) {
    trace.findings[0].kind = static_cast<FindingKind>(static_cast<int>(kLastFindingKind) + 1);
  });
  launch("site 1: its access",
         [](Trace& trace) { trace.sites[1].kind = static_cast<EventKind>(9); });
  launch("site 1: its access", [](Trace& trace) { trace.sites[1].space = static_cast<Space>(5); });
  launch("site 1: its access", [](Trace& trace) { trace.sites[1].traits.matrices = 5; });
  launch("one total a site", [](Trace& trace) { trace.totals.pop_back(); });
}

TEST_F(DamagedCapture, ImpossibleShapesAreRefused) {
  const auto launch = [&](const std::string& says, const std::function<void(Trace&)>& change) {
    expect_forgery_refused("launch-0", says, change);
  };
  launch("grid", [](Trace& trace) { trace.launch.grid.z = 0; });
  launch("grid", [](Trace& trace) { trace.launch.grid = {~0u, ~0u, ~0u}; });
  launch("block", [](Trace& trace) { trace.launch.block = {0, 1, 1}; });
  launch("block", [](Trace& trace) { trace.launch.block = {~0u, ~0u, ~0u}; });
  launch("shared memory", [](Trace& trace) { trace.launch.dynamic_shared_bytes = ~0u; });
  launch("shared array 0", [](Trace& trace) { trace.shared_arrays[0].offset = ~0u; });
  launch("layout", [](Trace& trace) { trace.shared_arrays[0].layout.pitch = 31; });
  launch("layout", [](Trace& trace) { trace.shared_arrays[0].layout.rows = 33; });
  launch("layout", [](Trace& trace) { trace.shared_arrays[1].layout.group = 0; });
  launch("layout", [](Trace& trace) { trace.shared_arrays[1].layout.row_shift = 32; });
  launch("swizzle", [](Trace& trace) { trace.shared_arrays[2].layout.columns = 24; });
  launch("buffer 0: its rows", [](Trace& trace) { trace.buffers[0].rows = 10; });
  launch("buffer 0: its rows", [](Trace& trace) { trace.buffers[0].rows = ~std::uint64_t{0}; });
  launch("buffer 0: its rows", [](Trace& trace) { trace.buffers[0].pitch = 399; });
  launch("buffer 0: its rows", [](Trace& trace) {
    trace.buffers[0].columns = 0;
    trace.buffers[0].pitch = 0;
  });
  launch("buffer 0: its elem", [](Trace& trace) { trace.buffers[0].columns = 1025; });
  launch("buffer 0: its elem", [](Trace& trace) { trace.buffers[0].element_bytes = 0; });
  launch("impossible", [](Trace& trace) { trace.buffers[0].bytes = ~std::uint64_t{0}; });
  launch("impossible", [](Trace& trace) { trace.buffers[0].address = ~std::uint64_t{0}; });
  launch("time", [](Trace& trace) { trace.seconds = -1; });
}

TEST_F(DamagedCapture, TextsThatAreNoUtf8OrHoldControlCharactersAreRefused) {
  for (const char* bad : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"}) {
    expect_forgery_refused("launch-0", "no UTF-8", [&](Trace& trace) { trace.entry = bad; });
  }
  for (const char* bad : {"a\nb", "\x1b[31m", "\x7f", "\xc2\x9b"}) {
    expect_forgery_refused("launch-0", "finding 0: its message has control characters",
                           [&](Trace& trace) { trace.findings[0].message = tr("{} bytes", bad); });
    expect_forgery_refused("launch-0", "finding 0: its message has control characters",
                           [&](Trace& trace) { trace.findings[0].message = Text(bad); });
  }
  expect_forgery_refused("launch-0", "control characters",
                         [](Trace& trace) { trace.kernel = std::string("a\0b", 3); });
}

TEST_F(DamagedCapture, TooManyFindingsAreRefused) {
  expect_forgery_refused("launch-0", "no launch",
                         [](Trace& trace) { trace.findings.assign(kMaximumRows + 1, Finding{}); });
}

TEST_F(DamagedCapture, ADescriptionThatMakesNoSenseIsRefused) {
  Forgery forgery(sample_trace());
  const auto unknown_verdict = [](Bytes& chunk) {
    const auto known = std::as_bytes(std::span(name_of(Verdict::unchecked)));
    const auto place = std::search(chunk.begin(), chunk.end(), known.begin(), known.end());
    ASSERT_NE(place, chunk.end());
    *place = std::byte{'U'};
  };
  forgery.write(
      path_, [](Manifest&) {}, unknown_verdict);
  expect_refused("manifest", "no manifest");
  forgery = Forgery(sample_trace());
  forgery.manifest.run.device = "two\nlines";
  forgery.write(path_);
  expect_refused("manifest", "its device has control characters");
}

TEST_F(DamagedCapture, CountersThatMakeNoSenseAreRefused) {
  Forgery forgery(sample_trace());
  forgery.manifest.run.counters = {{{"sectors", -1.0}}};
  forgery.write(path_);
  expect_refused("manifest", "launch's counters 0");
  forgery.manifest.run.counters.resize(2);
  forgery.write(path_);
  expect_refused("manifest", "no manifest");
  forgery.manifest.run.counters.clear();
  forgery.manifest.run.notes = {Text("two\nlines")};
  forgery.write(path_);
  expect_refused("manifest", "note 0: its text");
  forgery.manifest.run.notes = {tr("{} bytes", "two\nlines")};
  forgery.write(path_);
  expect_refused("manifest", "note 0: its text");
}

// The columns of one event, to be spoilt.
struct Columns {
  std::vector<std::uint32_t> site{0}, block{1}, mask{3}, taken{0}, words{0, 16, 0, 4};
  std::vector<std::uint16_t> warp{0};
  std::vector<std::uint8_t> addresses{kHasAddress};

  [[nodiscard]] bool decodes() const {
    Events events;
    EventColumns columns;
    columns.site = site;
    columns.block = block;
    columns.mask = mask;
    columns.taken = taken;
    columns.warp = warp;
    columns.addresses = addresses;
    columns.words = words;
    const bool appended = decode_events(encode_events(columns), events);
    EXPECT_EQ(events.size(), appended ? site.size() : 0);
    return appended;
  }
};

TEST(DamagedEvents, AddressesMustBeExactlyThoseOfTheRows) {
  EXPECT_TRUE(Columns{}.decodes());
  Columns columns;
  columns.words.pop_back();
  EXPECT_FALSE(columns.decodes());
  columns.words = {0, 16, 0, 4, 0};
  EXPECT_FALSE(columns.decodes());
  columns.words = {1, 16, 0, 4, 8};  // one delta a lane
  EXPECT_TRUE(columns.decodes());
  columns.words[0] = 2;
  EXPECT_FALSE(columns.decodes());
  columns.words[0] = 3;  // no such form
  EXPECT_FALSE(columns.decodes());
  columns.words.clear();
  EXPECT_FALSE(columns.decodes());
}

TEST(DamagedEvents, ColumnsMustAgree) {
  Columns columns;
  columns.addresses = {kHasAddress | kHasAddress2};
  EXPECT_FALSE(columns.decodes());
  columns.addresses = {4};
  EXPECT_FALSE(columns.decodes());
  columns = {};
  columns.mask = {0};
  EXPECT_FALSE(columns.decodes());
  columns = {};
  columns.warp = {0, 0};
  EXPECT_FALSE(columns.decodes());
  columns = {};
  columns.taken.clear();
  EXPECT_FALSE(columns.decodes());
}

}  // namespace
}  // namespace warplens::trace
