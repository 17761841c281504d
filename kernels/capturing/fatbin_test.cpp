#include "kernels/capturing/fatbin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <string>

namespace warplens::capturing {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

using Bytes = std::vector<std::byte>;

const std::string kText = ".version 9.0\n.target sm_90\n.visible .entry scale()\n{ ret; }\n";

void append(Bytes& bytes, const void* from, std::size_t count) {
  const auto* first = static_cast<const std::byte*>(from);
  bytes.insert(bytes.end(), first, first + count);
}
template <class T>
void put(Bytes& bytes, T value) {
  append(bytes, &value, sizeof value);
}

// As nvcc 13.0 writes an entry of 64 bytes of header.
Bytes entry(std::uint16_t kind, std::uint32_t capability, std::uint64_t flags, const Bytes& payload,
            std::uint64_t unpacked) {
  Bytes bytes;
  put<std::uint16_t>(bytes, kind);
  put<std::uint16_t>(bytes, 0x101);
  put<std::uint32_t>(bytes, 64);
  put<std::uint64_t>(bytes, payload.size());
  put<std::uint32_t>(bytes, static_cast<std::uint32_t>(unpacked == 0 ? 0 : payload.size()));
  put<std::uint32_t>(bytes, 0x40);
  put<std::uint32_t>(bytes, 0x90000);
  put<std::uint32_t>(bytes, capability);
  put<std::uint64_t>(bytes, 0);
  put<std::uint64_t>(bytes, flags);
  put<std::uint64_t>(bytes, 0);
  put<std::uint64_t>(bytes, unpacked);
  append(bytes, payload.data(), payload.size());
  return bytes;
}

Bytes fatbin(const std::vector<Bytes>& entries) {
  Bytes inside, bytes;
  for (const Bytes& each : entries) append(inside, each.data(), each.size());
  put<std::uint32_t>(bytes, 0xba55ed50);
  put<std::uint16_t>(bytes, 1);
  put<std::uint16_t>(bytes, 16);
  put<std::uint64_t>(bytes, inside.size());
  append(bytes, inside.data(), inside.size());
  return bytes;
}

Bytes plain(const std::string& text) {
  Bytes bytes;
  append(bytes, text.c_str(), text.size() + 1);
  return bytes;
}
Bytes by_zstd(const std::string& text) {
  Bytes packed(ZSTD_compressBound(text.size()));
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}
Bytes by_lz4(const std::string& text) {
  Bytes packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))));
  packed.resize(static_cast<std::size_t>(
      LZ4_compress_default(text.data(), reinterpret_cast<char*>(packed.data()),
                           static_cast<int>(text.size()), static_cast<int>(packed.size()))));
  return packed;
}
std::string text_of(const FatbinImage& image) {
  return {reinterpret_cast<const char*>(image.contents.data()), image.contents.size()};
}

TEST(Fatbin, HasPtxHoweverItIsPacked) {
  const auto images = images_of_fatbins(fatbin(
      {entry(1, 80, 0x11, plain(kText), 0), entry(1, 90, 0x8011, by_zstd(kText), kText.size()),
       entry(1, 90, 0x102011, by_lz4(kText), kText.size())}));
  ASSERT_THAT(images, SizeIs(3));
  for (const FatbinImage& image : images) {
    EXPECT_TRUE(image.is_ptx);
    EXPECT_EQ(text_of(image), kText);
  }
  EXPECT_EQ(images[0].capability, 80u);
  EXPECT_FALSE(images[1].is_of_one_chip);
  EXPECT_TRUE(images[2].is_of_one_chip);
}

TEST(Fatbin, MayBeSeveralBehindEachOther) {
  Bytes both = fatbin({entry(1, 80, 0x11, plain(kText), 0)});
  const Bytes other = fatbin({entry(2, 90, 0x11,
                                    plain("\x7f"
                                          "ELF"),
                                    0)});
  append(both, other.data(), other.size());
  const auto images = images_of_fatbins(both);
  ASSERT_THAT(images, SizeIs(2));
  EXPECT_FALSE(images[1].is_ptx);
}

TEST(Fatbin, LeavesOutWhatIsDamaged) {
  const Bytes good = entry(1, 80, 0x11, plain(kText), 0);
  Bytes packed = by_zstd(kText);
  packed.resize(packed.size() / 2);
  EXPECT_THAT(images_of_fatbins(fatbin({entry(1, 90, 0x8011, packed, kText.size()), good})),
              SizeIs(1));
  EXPECT_THAT(images_of_fatbins(fatbin({entry(1, 90, 0x8011, by_zstd(kText), ~0ull), good})),
              SizeIs(1));
  EXPECT_THAT(images_of_fatbins(fatbin({entry(8, 90, 0x11, plain("LTO"), 0), good})), SizeIs(1));
  const Bytes whole = fatbin({good});
  for (std::size_t cut = 0; cut < whole.size(); ++cut)
    EXPECT_THAT(images_of_fatbins(std::span(whole).first(cut)), SizeIs(0)) << cut;
}

}  // namespace
}  // namespace warplens::capturing
