// A small run that has one of everything, and what to do with its capture.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/trace/capture.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_chunks.h"
#include "kernels/trace/zip_input.h"

namespace warplens::trace::capture_test {

namespace fs = std::filesystem;

inline Site site_of(EventKind kind, Space space, std::uint8_t width) {
  const AccessTraits traits{false, true, kind == EventKind::async_copy, 2,
                            kind == EventKind::async_copy};
  return {"kernels/瓦片.cu",
          12,
          34,
          "turn",
          "ld.global.f32 %f1, [%rd4];",
          56,
          7,
          kind,
          space,
          width,
          traits};
}

inline EventView event_at(std::uint32_t site, std::uint32_t block, std::uint32_t warp,
                          std::uint32_t mask) {
  EventView event{site, block, warp, mask, mask & 5, {}, {}};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    event.address[lane] = 0x100000000 + 4 * lane;
    event.address2[lane] = lane * lane * 36;
  }
  if (mask == 0xff) event.address[3] = 0xfedcba9876543210;  // 64-bit deltas
  return event;
}

inline BulkCopy copy_of_box(std::uint32_t lane) {
  TensorMap map;
  map.address = 0x100000000;
  map.type = TensorMap::Type::f16;
  map.swizzle = TensorMap::Swizzle::bytes_64;
  map.sizes = {100, 50};
  map.strides = {256};
  map.box = {32, 8};
  BulkCopy copy;
  copy.lane = lane;
  copy.blocks = 5;
  copy.shared = 1024;
  copy.bytes = map.box_bytes();
  copy.map = std::make_shared<const TensorMap>(map);
  copy.place.first = {8, -2};
  return copy;
}

inline BulkCopy plain_copy(std::uint32_t lane) {
  BulkCopy copy;
  copy.lane = lane;
  copy.way = BulkCopy::Way::to_global;
  copy.is_reduction = true;
  copy.shared = 256;
  copy.global = 0x100000040;
  copy.bytes = 64;
  copy.byte_mask = 0x0ff0;
  return copy;
}

inline EventView copies_at(std::uint32_t site, std::uint32_t block,
                           std::span<const BulkCopy> copies) {
  EventView event;
  event.site = site;
  event.block = block;
  for (const BulkCopy& copy : copies) event.mask |= 1u << copy.lane;
  event.copies = copies;
  return event;
}

inline void add_events(Trace& trace) {
  for (std::uint32_t block = 1; block < 4; ++block) {
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      trace.events.append(event_at(0, block, warp, 0xffffffff), true, false);
      trace.events.append(event_at(1, block, warp, 0xff), true, false);
      trace.events.append(event_at(2, block, warp, 0x80000001), true, true);
      trace.events.append(event_at(3, block, warp, 0xffff), false, false);
    }
  }
}

inline Finding sample_finding() {
  Finding finding;
  finding.kind = FindingKind::same_value_race;
  finding.severity = Severity::warning;
  finding.file = "a.cu";
  finding.line = 9;
  finding.block = {2, 1, 0};
  finding.warp = 1;
  finding.lane = 31;
  finding.site = 2;
  finding.ptx_line = 77;
  finding.other_file = "b.cuh";
  finding.other_line = 8;
  finding.about = "tile";
  finding.occurrences = 123456789012;
  finding.message = tr("{} of {}", tr("{} bytes", 3), "tile[3]");
  return finding;
}

inline Trace sample_trace() {
  Trace trace;
  trace.kernel = "family/kernel";
  trace.entry = "_Z4turnPf";
  trace.backend = "cpu";
  trace.target = "sm_75";
  trace.launch = {{3, 2, 1}, {32, 2, 1}, 4224, 128};
  trace.buffers = {{"in", 0x100000000, 4096, "f32", 4, 8, 100, 512}};
  trace.shared_arrays = {{"tile", 0, 4224, {32, 32, 33, 4, Swizzle::none, 1, 0}},
                         {"rest", 4224, 128, {}},
                         {"xor", 0, 4096, {32, 32, 32, 4, Swizzle::exclusive_or, 4, 1}}};
  trace.ptx_files = {"kernels/瓦片.cu", ""};
  trace.sites = {site_of(EventKind::load, Space::global, 4),
                 site_of(EventKind::store, Space::shared, 16),
                 site_of(EventKind::async_copy, Space::global, 8),
                 site_of(EventKind::barrier, Space::none, 0)};
  for (std::uint64_t i = 1; i <= trace.sites.size(); ++i) {
    trace.totals.push_back({i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7, i + 8, i + 9,
                            static_cast<std::uint32_t>(i + 10), i != 3});
  }
  trace.first_block = 1;
  trace.block_count = 3;
  trace.events_complete = false;
  trace.findings = {sample_finding(), Finding{}};
  trace.order_dependent = true;
  trace.lane_instructions = 1234567890123;
  trace.seconds = 0.125;
  add_events(trace);
  return trace;
}

// The same with two copies by TMA in its last block.
inline Trace trace_with_copies() {
  Trace trace = sample_trace();
  const auto site = static_cast<std::uint32_t>(trace.sites.size());
  trace.sites.push_back(site_of(EventKind::bulk_load, Space::none, 16));
  trace.totals.emplace_back();
  const std::array copies{copy_of_box(3), plain_copy(9)};
  trace.events.append(copies_at(site, 3, copies), false, false);
  return trace;
}

inline Run run_of(std::vector<Trace> traces) {
  Run run;
  run.parameters = {{"cols", 96}, {"rows", -64}};
  run.device = "Processor é";
  run.created = "2026-01-02T03:04:05Z";
  run.verdict = Verdict::mismatch;
  run.is_guessed_launch = true;
  run.mismatch = Mismatch{"out", 5, "4", "3", 12};
  for (Trace& trace : traces) {
    run.traces.push_back(std::make_shared<const Trace>(std::move(trace)));
  }
  run.ptx = std::make_shared<const std::string>(".version 7.8\n");
  run.sources = std::make_shared<const Sources>(
      Sources{{"kernels/瓦片.cu", "one\ntwo\xff\n"}, {"empty.cu", ""}});
  run.notes = {tr("{} bytes", 7), Text("alone"), Text(tr("miss"))};
  run.counters.resize(run.traces.size());
  run.counters.at(0) = {{"dram__bytes_read.sum", 0.5}, {"l1tex__t_sectors.sum", 128}};
  return run;
}

inline Run sample_run() {
  Trace second = sample_trace();
  second.entry = "second";
  second.events = {};
  return run_of({sample_trace(), std::move(second)});
}

// Everything that was kept is equal, down to the coding of addresses.
inline bool same(const Run& a, const Run& b) {
  if (a.traces.size() != b.traces.size()) return false;
  for (std::size_t i = 0; i < a.traces.size(); ++i) {
    if (!(*a.traces[i] == *b.traces[i])) return false;
  }
  return a.parameters == b.parameters && a.device == b.device && a.created == b.created &&
         a.verdict == b.verdict && a.mismatch == b.mismatch &&
         a.is_guessed_launch == b.is_guessed_launch && *a.ptx == *b.ptx &&
         *a.sources == *b.sources && a.notes == b.notes && a.counters == b.counters;
}

inline std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A new file: some file systems wait for the disk when an old one is cut.
inline void write_file(const fs::path& path, const std::string& bytes) {
  fs::remove(path);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// What a zip holds, by name.
inline std::map<std::string, std::string> unpacked(const fs::path& path) {
  std::map<std::string, std::string> entries;
  const ZipArchive zip(zip_open(path.c_str(), ZIP_RDONLY, nullptr));
  EXPECT_NE(zip, nullptr) << path;
  const zip_int64_t count = zip == nullptr ? 0 : zip_get_num_entries(zip.get(), 0);
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    zip_stat_t about{};
    EXPECT_EQ(zip_stat_index(zip.get(), i, 0, &about), 0);
    std::string& bytes = entries[about.name];
    bytes.resize(about.size);
    zip_file_t* file = zip_fopen_index(zip.get(), i, 0);
    EXPECT_EQ(zip_fread(file, bytes.data(), bytes.size()), static_cast<zip_int64_t>(about.size));
    zip_fclose(file);
  }
  return entries;
}

// With other tools than ours, and without compression. `more` is done to the zip before it is
// written.
inline void pack(
    const fs::path& path, const std::map<std::string, std::string>& entries,
    const std::function<void(zip_t*)>& more = [](zip_t*) {}) {
  fs::remove(path);
  zip_t* zip = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  ASSERT_NE(zip, nullptr);
  for (const auto& [name, bytes] : entries) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(zip, name.c_str(), source, 0);
    ASSERT_GE(index, 0);
    zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
  }
  more(zip);
  ASSERT_EQ(zip_close(zip), 0);
}

// A capture's place in a folder of its own, removed with all that is in it.
class InAFolder : public testing::Test {
 protected:
  InAFolder() {
    std::string name = (fs::temp_directory_path() / "warplens-capture-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ / "t.wlens";
  }
  ~InAFolder() override { fs::remove_all(folder_); }

  fs::path folder_, path_;
};

}  // namespace warplens::trace::capture_test
