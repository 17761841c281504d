// Captures from anywhere: each is refused in one line that names the file, or is safe to use. What
// a zip alone can have is capture_zip_test.cpp's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
  // By name.
  std::map<std::string, std::string> sample_chunks() {
    EXPECT_TRUE(write_capture(path_, sample_run()).has_value());
    return unpacked(path_);
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
}

TEST_F(DamagedCapture, AManifestOfSomethingElseIsRefused) {
  pack(path_, {{"manifest", "a list of things to take along"}});
  expect_refused("manifest", "no chunk of a capture");
}

TEST_F(DamagedCapture, AMissingChunkIsNamed) {
  const auto chunks = sample_chunks();
  for (const char* name : {"text-0", "launch-0", "launch-1", "events-0"}) {
    auto left = chunks;
    left.erase(name);
    pack(path_, left);
    expect_refused(name, "missing");
  }
}

TEST_F(DamagedCapture, EveryTruncationIsRefused) {
  const auto chunks = sample_chunks();
  for (const auto& [name, bytes] : chunks) {
    auto cut = chunks;
    for (std::size_t length = 0; length < bytes.size(); length += length < 64 ? 1 : 61) {
      cut[name] = bytes.substr(0, length);
      pack(path_, cut);
      expect_refused(name, "");
    }
    cut[name] = bytes + '\0';
    pack(path_, cut);
    expect_refused(name, "");
  }
  pack(path_, chunks);
  EXPECT_TRUE(read_capture(path_).has_value());
}

TEST_F(DamagedCapture, EveryChangedByteIsRefused) {
  const auto chunks = sample_chunks();
  for (const auto& [name, bytes] : chunks) {
    auto changed = chunks;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      changed[name][at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
      pack(path_, changed);
      expect_refused(name, "");
      changed[name][at] = bytes[at];
    }
  }
}

TEST_F(DamagedCapture, ANewerFormatAsksForANewerWarplens) {
  auto chunks = sample_chunks();
  chunks.at("manifest")[4] = kCaptureFormat + 1;
  pack(path_, chunks);
  expect_refused("manifest", "open it with a newer Warplens");
  chunks.at("manifest")[4] = 0;
  pack(path_, chunks);
  expect_refused("manifest", "its format is 0");
}

TEST_F(DamagedCapture, SwappedChunksAreRefused) {
  auto chunks = sample_chunks();
  std::swap(chunks.at("launch-0"), chunks.at("launch-1"));
  pack(path_, chunks);
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
  launch("site 1: its access", [](Trace& trace) {
    trace.sites[1].kind = static_cast<EventKind>(static_cast<int>(kLastEventKind) + 1);
  });
  launch("site 1: its access", [](Trace& trace) {
    trace.sites[1].space = static_cast<Space>(static_cast<int>(kLastSpace) + 1);
  });
  launch("site 1: its access", [](Trace& trace) { trace.sites[1].traits.matrices = 5; });
  launch("one total a site", [](Trace& trace) { trace.totals.pop_back(); });
}

TEST_F(DamagedCapture, CopiesThatCannotBeMadeAreRefused) {
  const auto refuse = [&](std::uint32_t site, const auto& change) {
    BulkCopy copy = plain_copy(0);
    change(copy);
    expect_forgery_refused("launch-0", "event 25 has a copy", [&](Trace& trace) {
      trace = trace_with_copies();
      trace.events.append(copies_at(site, 3, std::span(&copy, 1)), false, false);
    });
  };
  constexpr std::uint32_t kCopies = 4, kBarrier = 3;  // sites
  refuse(kCopies, [](BulkCopy& copy) { copy.bytes = std::uint64_t{1} << 40; });
  refuse(kCopies, [](BulkCopy& copy) { copy.shared = ~0u; });
  refuse(kCopies, [](BulkCopy& copy) { copy.source = ~0u; });
  refuse(kCopies, [](BulkCopy& copy) { copy.way = static_cast<BulkCopy::Way>(3); });
  refuse(kBarrier, [](BulkCopy&) {});
  expect_forgery_refused("launch-0", "event 25 has a copy", [](Trace& trace) {
    trace = trace_with_copies();
    trace.events.append(event_at(kCopies, 3, 0, 1), false, false);
  });
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
  std::vector<std::pair<std::uint32_t, BulkCopy>> copies;

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
    for (const auto& [row, copy] : copies) columns.copies.append(row, std::span(&copy, 1));
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

TEST(DamagedEvents, CopiesMustBeOneALaneOfTheirRow) {
  Columns columns;
  columns.copies = {{0, plain_copy(0)}, {0, copy_of_box(1)}};
  EXPECT_TRUE(columns.decodes());
  columns.copies.pop_back();
  EXPECT_FALSE(columns.decodes());
  columns.copies = {{0, plain_copy(1)}, {0, plain_copy(0)}};
  EXPECT_FALSE(columns.decodes());
  columns.copies = {{0, plain_copy(0)}, {0, plain_copy(1)}, {0, plain_copy(2)}};
  EXPECT_FALSE(columns.decodes());
  columns.copies = {{1, plain_copy(0)}, {1, plain_copy(1)}};
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
