// A capture's zip from anywhere: what only a zip can have is refused in one line, or it is read as
// it was written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstring>
#include <functional>

#include "kernels/base/all_tests.h"
#include "kernels/trace/capture_test_kit.h"

namespace warplens::trace {
namespace {

using namespace capture_test;
using testing::HasSubstr;

// The bytes of a zip, to be spoilt. An entry is described twice: before its bytes and in the list
// at the end, where the same fields stand two bytes further on.
class ZipBytes {
 public:
  enum Field : std::size_t { flags = 6, method = 8, compressed = 18, size = 22 };

  explicit ZipBytes(const fs::path& path) : bytes_(read_file(path)) {}

  void set(const std::string& name, Field field, std::uint32_t value) {
    const std::size_t width = field <= method ? 2 : 4;
    std::memcpy(&bytes_[local(name) + field], &value, width);
    std::memcpy(&bytes_[listed(name) + 2 + field], &value, width);
  }
  void rename(const std::string& name, const std::string& to) {
    const std::size_t first = local(name), second = listed(name);
    bytes_.replace(first + 30, to.size(), to);
    bytes_.replace(second + 46, to.size(), to);
  }
  void write(const fs::path& path) const { write_file(path, bytes_); }

 private:
  [[nodiscard]] std::size_t find(const char* magic, std::size_t name_at,
                                 const std::string& name) const {
    for (std::size_t at = bytes_.find(magic); at != std::string::npos;
         at = bytes_.find(magic, at + 1)) {
      if (bytes_.compare(at + name_at, name.size(), name) == 0) return at;
    }
    ADD_FAILURE() << "no " << name;
    return 0;
  }
  [[nodiscard]] std::size_t local(const std::string& name) const {
    return find("PK\3\4", 30, name);
  }
  [[nodiscard]] std::size_t listed(const std::string& name) const {
    return find("PK\1\2", 46, name);
  }

  std::string bytes_;
};

class CaptureZip : public InAFolder {
 protected:
  void write_sample() { ASSERT_TRUE(write_capture(path_, sample_run(), 2000).has_value()); }

  void write_entries(
      const std::map<std::string, std::string>& entries,
      const std::function<void(zip_t*)>& more = [](zip_t*) {}) {
    pack(path_, entries, more);
  }

  void expect_refused(const std::string& says) {
    const auto read = read_capture(path_);
    ASSERT_FALSE(read.has_value()) << says;
    const std::string& message = read.error().message.in(Language::en);
    EXPECT_THAT(message, HasSubstr("'" + path_.string()));
    EXPECT_THAT(message, HasSubstr(says));
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  void expect_refused_or_read_as_it_was() {
    const auto read = read_capture(path_);
    if (read.has_value()) {
      EXPECT_TRUE(same(sample_run(), *read));
    } else {
      expect_refused("");
    }
  }
  void expect_spoilt_refused(const std::string& says, const std::function<void(ZipBytes&)>& spoil) {
    write_sample();
    ZipBytes bytes(path_);
    spoil(bytes);
    bytes.write(path_);
    expect_refused(says);
    fs::remove(path_);
  }
};

TEST_F(CaptureZip, WrittenByAnyToolWithOrWithoutCompressionIsRead) {
  write_sample();
  write_entries(unpacked(path_));
  const auto read = read_capture(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_TRUE(same(sample_run(), *read));
}

TEST_F(CaptureZip, EveryTruncationIsRefused) {
  write_sample();
  const std::string bytes = read_file(path_);
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    write_file(path_, bytes.substr(0, length));
    expect_refused("");
  }
  for (std::size_t length = bytes.size() - 30; length < bytes.size(); ++length) {
    write_file(path_, bytes.substr(0, length));
    expect_refused("");
  }
}

TEST_F(CaptureZip, AChangedByteIsRefusedOrMeansNothing) {
  write_sample();
  std::string bytes = read_file(path_);
  for (std::size_t at = 0; at < bytes.size(); at += is_too_slow_here() ? 5 : 1) {
    const char before = bytes[at];
    bytes[at] = static_cast<char>(before ^ (1 << at % 8));
    write_file(path_, bytes);
    expect_refused_or_read_as_it_was();
    bytes[at] = before;
  }
}

TEST_F(CaptureZip, AnythingElseInItIsRefused) {
  write_sample();
  const auto good = unpacked(path_);
  for (const char* name : {"../manifest", "/etc/passwd", "events-0/", "notes.txt", "launch-"}) {
    auto entries = good;
    entries[name] = "";
    write_entries(entries);
    expect_refused("no part of a capture");
  }
  auto entries = good;
  entries.erase("events-0");
  write_entries(entries);
  expect_refused("/events-0' is damaged: it is missing");
  entries = good;
  entries.erase("manifest");
  write_entries(entries);
  expect_refused("/manifest' is damaged: it is missing");
}

TEST_F(CaptureZip, TwoEntriesOfOneNameAreRefused) {
  expect_spoilt_refused("its list of entries",
                        [](ZipBytes& zip) { zip.rename("launch-1", "launch-0"); });
}

TEST_F(CaptureZip, EncryptedAndStrangelyCompressedEntriesAreRefused) {
  expect_spoilt_refused("launch-0' is damaged: it is encrypted",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::flags, 5); });
  expect_spoilt_refused("launch-0' is damaged: it is compressed in a way",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::method, ZIP_CM_BZIP2); });
}

TEST_F(CaptureZip, ALinkIsRefused) {
  write_sample();
  write_entries(unpacked(path_), [](zip_t* zip) {
    zip_file_set_external_attributes(zip, 0, 0, ZIP_OPSYS_UNIX,
                                     std::uint32_t{S_IFLNK | 0777} << 16);
  });
  expect_refused("it is a link");
}

TEST_F(CaptureZip, SizesThatAreNotTrueAreRefused) {
  expect_spoilt_refused("larger than any chunk",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::size, 0x7fffffff); });
  expect_spoilt_refused("launch-0' is damaged",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::size, 1000); });
  expect_spoilt_refused("launch-0' is damaged",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::size, 4000); });
  expect_spoilt_refused("launch-0' is damaged",
                        [](ZipBytes& zip) { zip.set("launch-0", ZipBytes::compressed, 100); });
}

TEST_F(CaptureZip, EntriesThatOverlapAreRefused) {
  expect_spoilt_refused("overlap", [](ZipBytes& zip) {
    for (const char* name : {"text-0", "launch-0"}) zip.set(name, ZipBytes::compressed, 2500);
  });
}

TEST_F(CaptureZip, TooManyEntriesAreRefused) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  write_entries({}, [](zip_t* zip) {
    for (int i = 0; i < 50'000; ++i) {
      zip_source_t* source = zip_source_buffer(zip, "", 0, 0);
      ASSERT_GE(zip_file_add(zip, ("events-" + std::to_string(i)).c_str(), source, 0), 0);
    }
  });
  expect_refused("more entries than any capture");
}

// 64 MiB of zeros in 64 KiB: its first bytes are read, not more.
TEST_F(CaptureZip, ABombIsNotUnpacked) {
  const std::string zeros(kMaximumChunkBytes, '\0');
  write_entries({{"manifest", zeros}},
                [](zip_t* zip) { zip_set_file_compression(zip, 0, ZIP_CM_DEFLATE, 1); });
  EXPECT_LT(fs::file_size(path_), std::uintmax_t{1} << 20);
  expect_refused("no chunk of a capture");
  write_entries({{"manifest", zeros + std::string(100, '\0')}},
                [](zip_t* zip) { zip_set_file_compression(zip, 0, ZIP_CM_DEFLATE, 1); });
  expect_refused("larger than any chunk");
}

template <class Value>
void set(std::string& bytes, std::size_t at, Value value) {
  std::memcpy(&bytes[at], &value, sizeof value);
}

// KiB at the most so far.
long resident() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

// 260 MB of comments in a file of holes.
TEST_F(CaptureZip, AListOfLongCommentsIsNotRead) {
  constexpr std::uint16_t kEntries = 4000, kComment = 0xffff;
  std::ofstream out(path_, std::ios::binary);
  out << "PK\3\4";
  std::uint32_t at = 4;
  for (std::uint16_t i = 0; i < kEntries; ++i) {
    std::string entry(46, '\0');
    entry.replace(0, 4, "PK\1\2");
    const std::string name = "events-" + std::to_string(i);
    set(entry, 28, static_cast<std::uint16_t>(name.size()));
    set(entry, 32, kComment);
    out.seekp(at) << entry << name;
    at += static_cast<std::uint32_t>(entry.size() + name.size() + kComment);
  }
  std::string end(22, '\0');
  end.replace(0, 4, "PK\5\6");
  for (const std::size_t place : {8, 10}) set(end, place, kEntries);
  set(end, 12, at - 4);
  set(end, 16, std::uint32_t{4});
  out.seekp(at) << end;
  out.close();
  const long before = resident();
  expect_refused("its list of entries");
  EXPECT_LT(resident() - before, 100 << 10);
}

// A 64-bit list says how many entries it has before the first of them.
TEST_F(CaptureZip, APromiseOfMillionsOfEntriesIsNotBelieved) {
  write_sample();
  std::string bytes = read_file(path_);
  std::uint32_t at = 0;
  std::memcpy(&at, &bytes[bytes.rfind("PK\5\6") + 16], 4);
  const std::uint64_t entries = 20'000'000, list_bytes = 46 * entries, behind = at + list_bytes;
  std::string end(56 + 20 + 22, '\0');
  end.replace(0, 4, "PK\6\6");
  set(end, 4, std::uint64_t{44});
  for (const std::size_t place : {12, 14}) set(end, place, std::uint16_t{45});
  for (const std::size_t place : {24, 32}) set(end, place, entries);
  set(end, 40, list_bytes);
  set(end, 48, std::uint64_t{at});
  end.replace(56, 4, "PK\6\7");
  set(end, 64, behind);
  set(end, 72, std::uint32_t{1});
  end.replace(76, 4, "PK\5\6");
  end.replace(84, 12, std::string(12, '\xff'));
  write_file(path_, bytes.substr(0, at));
  fs::resize_file(path_, behind);
  std::ofstream(path_, std::ios::binary | std::ios::app) << end;
  const long before = resident();
  expect_refused("its list of entries");
  EXPECT_LT(resident() - before, 100 << 10);
}

TEST_F(CaptureZip, AnotherZipIsNeitherReadNorReplaced) {
  for (const char* name : {"letter.txt", "manifest"}) {
    write_entries({{name, "precious"}});
    expect_refused("");
    const auto written = write_capture(path_, sample_run());
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message.in(Language::en), HasSubstr("is there and is no capture"));
    EXPECT_EQ(unpacked(path_)[name], "precious");
  }
}

TEST_F(CaptureZip, APipeIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  expect_refused("is no capture");
}

}  // namespace
}  // namespace warplens::trace
