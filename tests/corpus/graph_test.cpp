#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

struct Sparse {
  std::vector<int> offsets, rows, columns;
  std::vector<float> values;
};
// Rows of 0 to 19 entries.
Sparse sparse(std::size_t n) {
  Sparse matrix;
  const auto lengths = integers(n, 0, 19);
  for (std::size_t row = 0; row < n; ++row) {
    matrix.offsets.push_back(static_cast<int>(matrix.rows.size()));
    matrix.rows.insert(matrix.rows.end(), static_cast<std::size_t>(lengths[row]),
                       static_cast<int>(row));
  }
  matrix.offsets.push_back(static_cast<int>(matrix.rows.size()));
  matrix.columns = integers(matrix.rows.size(), 0, static_cast<int>(n) - 1, 2);
  matrix.values = reals(matrix.rows.size(), -1, 1, 3);
  return matrix;
}
std::vector<double> product(const Sparse& matrix, const std::vector<float>& x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < matrix.rows.size(); ++i)
    y[static_cast<std::size_t>(matrix.rows[i])] +=
        static_cast<double>(matrix.values[i]) * x[static_cast<std::size_t>(matrix.columns[i])];
  return y;
}
// Sums of at most 19 products below 1.
constexpr catalog::Tolerance kRow{.absolute = 3e-6};

void check_spmv(const std::string& entry, const Shape& shape, bool by_rows) {
  const std::size_t n = 73;
  const Sparse matrix = sparse(n);
  const auto x = reals(n, -1, 1, 4);
  Workload work("graph");
  const Buffer y = work.buffer(std::vector<float>(n));
  work.launch(entry, shape, work.buffer(by_rows ? matrix.offsets : matrix.rows),
              work.buffer(matrix.columns), work.buffer(matrix.values), work.buffer(x), y,
              static_cast<int>(by_rows ? n : matrix.rows.size()));
  work.expect_near(y, product(matrix, x), kRow);
  work.check();
}

TEST(GraphCorpus, SparseMatrixAThreadARow) {
  check_spmv("spmv_scalar", {.grid = {3}, .block = {32}}, true);
}
TEST(GraphCorpus, SparseMatrixEightLanesARow) {
  check_spmv("spmv_vector", {.grid = {10}, .block = {64}}, true);
}
TEST(GraphCorpus, SparseMatrixAThreadAnEntry) {
  check_spmv("spmv_coo", {.grid = {12}, .block = {128}}, false);
}

TEST(GraphCorpus, BreadthFirstSearchLevelByLevel) {
  const std::size_t n = 60;
  const Sparse graph = sparse(n);
  std::vector<int> depth(n, -1);
  std::deque<int> queue = {5};
  depth[5] = 0;
  for (; !queue.empty(); queue.pop_front()) {
    const auto v = static_cast<std::size_t>(queue.front());
    for (int e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const int target = graph.columns[static_cast<std::size_t>(e)];
      int& mark = depth[static_cast<std::size_t>(target)];
      if (mark >= 0) continue;
      mark = depth[v] + 1;
      queue.push_back(target);
    }
  }
  Workload work("graph");
  const Buffer offsets = work.buffer(graph.offsets), edges = work.buffer(graph.columns);
  std::vector<int> start(n, -1);
  start[5] = 0;
  const Buffer depths = work.buffer(start);
  Buffer frontier = work.buffer(std::vector<int>(n, 5)), size = work.buffer(std::vector<int>{1});
  for (int level = 1; level <= 6; ++level) {
    const Buffer next = work.buffer(std::vector<int>(n)), count = work.buffer(std::vector<int>(1));
    work.launch("bfs_level", {.grid = {2}, .block = {32}}, offsets, edges, frontier, size, next,
                count, depths, level);
    frontier = next;
    size = count;
  }
  work.expect(size, std::vector<int>{0});  // six levels were enough
  work.expect(depths, depth);
  work.check();
}

TEST(GraphCorpus, ConnectedComponentsByUnionAndFind) {
  const std::size_t n = 90;
  const auto ends = integers(2 * 60, 0, static_cast<int>(n) - 1);
  std::vector<int> component(n);
  std::iota(component.begin(), component.end(), 0);
  const auto roots = component;
  for (std::size_t round = 0; round < n; ++round)
    for (std::size_t e = 0; e < 60; ++e) {
      int &a = component[static_cast<std::size_t>(ends[2 * e])],
          &b = component[static_cast<std::size_t>(ends[2 * e + 1])];
      a = b = std::min(a, b);
    }
  Workload work("graph");
  const Buffer parents = work.buffer(roots);
  work.launch("unite", {.grid = {2}, .block = {32}}, work.buffer(ends), parents, 60);
  work.launch("flatten", {.grid = {3}, .block = {32}}, parents, 90);
  work.expect(parents, component);
  work.check();
}

TEST(GraphCorpus, ListsPushedByExchange) {
  const auto keys = convert<unsigned>(integers(150, 0, 1 << 20));
  std::vector<int> lengths(17);
  for (const unsigned key : keys) ++lengths[key * 2654435761u % 17];
  Workload work("graph");
  const Buffer heads = work.buffer(std::vector<int>(17, -1));
  const Buffer nexts = work.buffer(std::vector<int>(150)), out = work.buffer(std::vector<int>(17));
  work.launch("push_lists", {.grid = {5}, .block = {32}}, work.buffer(keys), heads, nexts, 17, 150);
  work.launch("list_lengths", {.block = {32}}, heads, nexts, out, 17);
  work.expect(out, lengths);
  work.check();
}

TEST(GraphCorpus, HashTableOf64BitKeys) {
  const auto low = integers(120, 1, 60);
  const auto keys = make(
      120, [&](std::size_t i) { return static_cast<std::uint64_t>(low[i]) * 0x123456789abcdef1u; });
  std::map<std::uint64_t, int> counts;
  for (const std::uint64_t key : keys) ++counts[key];
  auto asked = keys;
  asked.push_back(999);
  const auto expected = make(asked.size(), [&](std::size_t i) {
    return counts.contains(asked[i]) ? counts[asked[i]] : 0;
  });
  Workload work("graph");
  const Buffer table = work.buffer(std::vector<std::uint64_t>(128));
  const Buffer count = work.buffer(std::vector<int>(128));
  const Buffer found = work.buffer(std::vector<int>(121));
  work.launch("insert", {.grid = {2}, .block = {64}}, work.buffer(keys), table, count, 128, 120);
  work.launch("look_up", {.grid = {2}, .block = {64}}, work.buffer(asked), table, count, found, 128,
              121);
  work.expect(found, expected);
  work.check();
}

TEST(GraphCorpus, APatternInText) {
  const auto letters = integers(501, 'a', 'c');
  const auto text = convert<std::int8_t>(letters);
  const std::vector<std::int8_t> pattern = {'a', 'b', 'a', 'c'};
  std::vector<int> places;
  for (auto at = text.begin();
       (at = std::search(at, text.end(), pattern.begin(), pattern.end())) != text.end(); ++at)
    places.push_back(static_cast<int>(at - text.begin()));
  ASSERT_FALSE(places.empty());
  Workload work("graph");
  const Buffer found = work.buffer(std::vector<int>(50)), count = work.buffer(std::vector<int>(1));
  work.launch("find_pattern", {.grid = {8}, .block = {64}, .dynamic_shared_bytes = 67},
              work.buffer(text), 501, work.buffer(pattern), 4, found, count);
  work.expect(count, std::vector<int>{static_cast<int>(places.size())});
  work.expect_if<int>(found, [places](std::vector<int> values) {
    values.resize(places.size());
    std::ranges::sort(values);
    return values == places ? "" : "other places were found";
  });
  work.check();
}

TEST(GraphCorpus, EditDistanceAlongDiagonals) {
  const auto a = convert<std::int8_t>(integers(83, 'a', 'd', 1));
  const auto b = convert<std::int8_t>(integers(71, 'a', 'd', 2));
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = std::exchange(row[0], static_cast<int>(i));
    for (std::size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(
          row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])}));
  }
  Workload work("graph");
  const Buffer out = work.buffer(std::vector<int>(1));
  work.launch("levenshtein", {.block = {96}}, work.buffer(a), 83, work.buffer(b), 71, out);
  work.expect(out, std::vector<int>{row.back()});
  work.check();
}

TEST(GraphCorpus, ShortestPathsOfAllPairs) {
  const int n = 19;
  auto distance = integers(n * n, 1, 1000);
  for (int v = 0; v < n; ++v) distance[static_cast<std::size_t>(v * (n + 1))] = 0;
  Workload work("graph");
  const Buffer out = work.buffer(distance);
  const auto at = [&](int i, int j) -> int& {
    return distance[static_cast<std::size_t>(i * n + j)];
  };
  // Relaxed until nothing changes, rather than vertex by vertex.
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          if (at(i, k) + at(k, j) < at(i, j)) at(i, j) = at(i, k) + at(k, j), changed = true;
  }
  for (int k = 0; k < n; ++k)
    work.launch("floyd_warshall", {.grid = {1, 19}, .block = {32}}, out, n, k);
  work.expect(out, distance);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
