// trace --perfetto and show --perfetto: every event is a slice, and the file is what readers of the
// trace event format expect, held strictly: no field is missing, none is of another type.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using Threads = std::map<std::int64_t, std::int64_t>;  // thread → process

std::set<std::string> names_in(const SortedJson& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

void expect_slice(const SortedJson& event) {
  EXPECT_EQ(names_in(event),
            (std::set<std::string>{"args", "cat", "dur", "name", "ph", "pid", "tid", "ts"}));
  for (const char* count : {"pid", "tid", "ts", "dur"}) {
    EXPECT_TRUE(event.at(count).is_number_unsigned()) << event;
  }
  EXPECT_GE(event.at("dur").get<std::int64_t>(), 1);
  for (const char* words : {"name", "cat"}) EXPECT_TRUE(event.at(words).is_string()) << event;
  for (const auto& [name, value] : event.at("args").items()) {
    EXPECT_TRUE(value.is_string() || value.is_number_unsigned()) << name;
  }
}

void expect_metadata(const SortedJson& event) {
  const std::map<std::string, std::string> kKinds{{"process_name", "name"},
                                                  {"process_labels", "labels"},
                                                  {"process_sort_index", "sort_index"},
                                                  {"thread_name", "name"},
                                                  {"thread_sort_index", "sort_index"}};
  const auto kind = kKinds.find(event.at("name").get<std::string>());
  ASSERT_NE(kind, kKinds.end()) << event;
  EXPECT_EQ(names_in(event.at("args")), std::set<std::string>{kind->second});
  EXPECT_GE(event.at("pid").get<std::int64_t>(), 1);
  EXPECT_EQ(event.contains("tid"), kind->first.starts_with("thread")) << event;
}

// The threads are named before they are used, each in one process; slices lie one behind another.
void expect_tracks(const SortedJson& events) {
  Threads threads;
  std::map<std::int64_t, std::int64_t> ends;
  for (const SortedJson& event : events) {
    const auto process = event.at("pid").get<std::int64_t>();
    if (event.at("name") == "thread_name") {
      EXPECT_TRUE(threads.emplace(event.at("tid").get<std::int64_t>(), process).second) << event;
    }
    if (event.at("ph") != "X") continue;
    const auto thread = event.at("tid").get<std::int64_t>();
    ASSERT_TRUE(threads.contains(thread)) << event;
    EXPECT_EQ(threads[thread], process);
    const auto begin = event.at("ts").get<std::int64_t>();
    EXPECT_GE(begin, ends[thread]);
    ends[thread] = begin + event.at("dur").get<std::int64_t>();
  }
}

// The slices of a file that is as the format wants it.
std::vector<SortedJson> slices_of(const std::filesystem::path& path) {
  const SortedJson file = parse_sorted_json(read_file(path));
  EXPECT_TRUE(file.is_object());
  if (!file.is_object()) return {};
  EXPECT_EQ(names_in(file), (std::set<std::string>{"displayTimeUnit", "otherData", "traceEvents"}));
  EXPECT_EQ(file.at("displayTimeUnit"), "ms");
  std::vector<SortedJson> slices;
  for (const SortedJson& event : file.at("traceEvents")) {
    const bool is_slice = event.at("ph") == "X";
    EXPECT_THAT(event.at("ph").get<std::string>(), testing::AnyOf("X", "M"));
    is_slice ? expect_slice(event) : expect_metadata(event);
    if (is_slice) slices.push_back(event);
  }
  expect_tracks(file.at("traceEvents"));
  return slices;
}

std::uint64_t sum_of(const std::vector<SortedJson>& slices, const char* category,
                     const char* figure) {
  std::uint64_t sum = 0;
  for (const SortedJson& slice : slices) {
    if (slice.at("cat") == category) sum += slice.at("args").value(figure, std::uint64_t{0});
  }
  return sum;
}

TEST(Perfetto, HasASliceForEachEventWithWhatItCosts) {
  const std::string path = (scratch_folder() / "t.json").string();
  const SortedJson traced = launch_json({"trace", "transpose/tile", "--json", "--perfetto", path});
  const auto slices = slices_of(path);
  EXPECT_EQ(slices.size(), traced.at("recorded").at("events").get<std::size_t>());
  const SortedJson& totals = traced.at("totals");
  EXPECT_EQ(sum_of(slices, "shared", "wavefronts"),
            totals.at("shared_load").at("wavefronts").get<std::uint64_t>() +
                totals.at("shared_store").at("wavefronts").get<std::uint64_t>());
  EXPECT_EQ(sum_of(slices, "global", "sectors"),
            totals.at("global_load").at("sectors").get<std::uint64_t>() +
                totals.at("global_store").at("sectors").get<std::uint64_t>());
}

TEST(Perfetto, OfACaptureIsThatOfTheRun) {
  const std::filesystem::path folder = scratch_folder();
  const auto at = [&folder](const char* name) { return (folder / name).string(); };
  ASSERT_EQ(
      run({"trace", "reduce/shuffle", "--perfetto", at("a.json"), "-o", at("t.wlens")}).status, 0);
  ASSERT_EQ(run({"show", at("t.wlens"), "--perfetto", at("b.json")}).status, 0);
  EXPECT_GT(slices_of(at("a.json")).size(), 0u);
  EXPECT_EQ(read_file(at("a.json")), read_file(at("b.json")));
}

TEST(Perfetto, AFileThatCannotBeWrittenIsSaidBeforeTheRun) {
  const Output refused = run({"trace", "transpose/tile", "--perfetto", "/no/such/folder/t.json"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, testing::HasSubstr("/no/such/folder/t.json"));
}

}  // namespace
}  // namespace warplens::cli_test
