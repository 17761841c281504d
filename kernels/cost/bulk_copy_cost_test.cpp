// The rule of TMA's sectors against an H200's counters (tests/data/h200-tensor-copies.tsv).
#include "kernels/cost/bulk_copy_cost.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "kernels/cost/access_cost.h"

namespace warplens::analysis {
namespace {

using trace::BulkCopy;
using CopyRow = std::map<std::string, std::string>;  // by column

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<CopyRow> rows_of(const std::string& kind) {
  std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/h200-tensor-copies.tsv");
  std::vector<std::string> names;
  std::vector<CopyRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> cells = split(line, '\t');
    if (names.empty()) {
      names = cells;
    } else if (cells[0] == kind) {
      CopyRow& row = rows.emplace_back();
      for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = cells.at(i);
    }
  }
  return rows;
}

std::uint64_t number(const CopyRow& row, const std::string& column) {
  return std::stoull(row.at(column));
}

template <class Array>
void take(const CopyRow& row, const std::string& column, Array& values) {
  if (row.at(column) == "-") return;
  std::size_t i = 0;
  for (const std::string& one : split(row.at(column), ',')) {
    values.at(i++) = static_cast<typename Array::value_type>(std::stoll(one));
  }
}

TensorMap::Type type_named(const std::string& name) {
  if (name == "u8") return TensorMap::Type::u8;
  if (name == "f16") return TensorMap::Type::f16;
  return name == "u32" ? TensorMap::Type::u32 : TensorMap::Type::u64;
}

TensorMap map_of(const CopyRow& row) {
  TensorMap map;
  map.address = (std::uint64_t{1} << 32) + number(row, "shift");
  map.type = type_named(row.at("type"));
  map.swizzle = static_cast<TensorMap::Swizzle>(number(row, "swizzle"));
  map.dimensions = static_cast<std::uint32_t>(split(row.at("sizes"), ',').size());
  if (row.at("lower") != "-") {
    const std::vector<std::string> box = split(row.at("box"), ',');
    map.im2col = {.channels = static_cast<std::uint32_t>(std::stoul(box.at(0))),
                  .pixels = static_cast<std::uint32_t>(std::stoul(box.at(1)))};
    take(row, "lower", map.im2col->lower);
    take(row, "upper", map.im2col->upper);
  }
  take(row, "sizes", map.sizes);
  take(row, "strides", map.strides);
  if (!map.im2col) take(row, "box", map.box);
  take(row, "elements", map.element_strides);
  return map;
}

BulkCopy copy_of(const CopyRow& row, BulkCopy::Way way) {
  BulkCopy copy;
  copy.way = way;
  copy.shared = static_cast<std::uint32_t>(number(row, "shared"));
  copy.bytes = number(row, "bytes");
  copy.global = (std::uint64_t{1} << 32) + number(row, "shift");
  if (row.at("mask") != "-") copy.blocks = static_cast<std::uint16_t>(number(row, "mask"));
  if (row.at("type") != "-") {
    copy.map = std::make_shared<const TensorMap>(map_of(row));
    take(row, "at", copy.place.first);
    take(row, "offsets", copy.place.offsets);
    EXPECT_EQ(copy.map->box_bytes(), copy.bytes);
  }
  return copy;
}

struct Counted {
  std::size_t rows = 0, modelled = 0;
};

Counted expect_sectors(const std::string& kind, BulkCopy::Way way, const std::string& counter) {
  Counted counted;
  for (const CopyRow& row : rows_of(kind)) {
    const BulkCopyCost cost = bulk_copy_cost(copy_of(row, way));
    ++counted.rows;
    if (!cost.modelled) continue;
    ++counted.modelled;
    EXPECT_EQ(cost.sectors, number(row, counter)) << kind << ' ' << row.at("at");
  }
  return counted;
}

TEST(BulkCopyCost, IsExactOnEveryMeasuredLoad) {
  const Counted loads = expect_sectors("tensor_load", BulkCopy::Way::to_shared, "received");
  EXPECT_EQ(loads.rows, 452u);
  EXPECT_EQ(loads.modelled, 452u);
  EXPECT_EQ(expect_sectors("bulk_load", BulkCopy::Way::to_shared, "received").modelled, 88u);
}

TEST(BulkCopyCost, IsExactOnEveryMeasuredLoadOfPixels) {
  const auto loads = expect_sectors("tensor_load_im2col", BulkCopy::Way::to_shared, "received");
  EXPECT_EQ(loads.modelled, 200u);
}

TEST(BulkCopyCost, IsExactOnEveryMeasuredStoreAndReduction) {
  using enum BulkCopy::Way;
  EXPECT_EQ(expect_sectors("tensor_store", to_global, "stored").modelled, 76u);
  EXPECT_EQ(expect_sectors("bulk_store", to_global, "stored").modelled, 69u);
  EXPECT_EQ(expect_sectors("tensor_add", to_global, "reduced").modelled, 88u);
  EXPECT_EQ(expect_sectors("bulk_add", to_global, "reduced").modelled, 62u);
}

TEST(BulkCopyCost, TellsRequestsToL2OfStores) {
  for (const CopyRow& row : rows_of("tensor_store")) {
    std::uint64_t requests = 0;
    for (const BulkCopyPart& part : bulk_copy_parts(copy_of(row, BulkCopy::Way::to_global))) {
      requests += (part.address + part.bytes - 1) / 128 - part.address / 128 + 1;
    }
    EXPECT_EQ(requests, number(row, "l2_write_requests"));
  }
}

TEST(BulkCopyCost, OfAMulticastIsWhatItsBlocksReceive) {
  std::size_t modelled = 0;
  for (const CopyRow& row : rows_of("tensor_multicast")) {
    const BulkCopy copy = copy_of(row, BulkCopy::Way::to_shared);
    const BulkCopyCost cost = bulk_copy_cost(copy);
    if (!cost.modelled) continue;
    ++modelled;
    EXPECT_EQ(cost.sectors, number(row, "received"));
  }
  EXPECT_EQ(modelled, 62u);
}

TEST(BulkCopyCost, OfPlainBytesToSomeBlocksIsEachOnesOwn) {
  BulkCopy copy;
  copy.bytes = 128;
  copy.global = 4096;
  copy.blocks = 0b101;
  EXPECT_EQ(bulk_copy_cost(copy).sectors, 8u);
  EXPECT_TRUE(bulk_copy_cost(copy).modelled);
}

TEST(BulkCopyCost, OfAnEventIsThatOfItsCopies) {
  trace::Site site;
  site.kind = trace::EventKind::bulk_load;
  BulkCopy load, other;
  load.bytes = other.bytes = 96;
  load.global = other.global = 4112;
  other.way = BulkCopy::Way::to_block;
  trace::EventView event;
  event.mask = 1;
  event.copies = {&load, 1};
  const AccessCost cost = access_cost(site, event);
  EXPECT_EQ(cost.requests, 1u);
  EXPECT_EQ(cost.sectors, 4u);
  EXPECT_EQ(cost.ideal_sectors, 3u);
  EXPECT_EQ(cost.bytes_used, 96u);
  EXPECT_TRUE(cost.modelled);
  event.copies = {&other, 1};
  EXPECT_FALSE(access_cost(site, event).modelled) << "no counter tells of it";
}

}  // namespace
}  // namespace warplens::analysis
