#include "kernels/catalog/timed.h"

#include <algorithm>

#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/gemm_reference.h"
#include "kernels/catalog/histogram_plans.h"
#include "kernels/catalog/pipeline_plans.h"
#include "kernels/catalog/reduce_plans.h"
#include "kernels/catalog/tensor_gemm_plans.h"
#include "kernels/catalog/transpose_plans.h"

namespace warplens::catalog {
namespace {

// Eight blocks of 256 threads for each of an H200's 132 multiprocessors: as many as are resident.
constexpr std::int64_t kFullGrid = 1056;
constexpr std::int64_t kTwoEach = 264;  // two blocks for each of them
constexpr std::int64_t kThreads = 256;
constexpr std::int64_t kMostThreads = 1024;  // of a block: two fill a multiprocessor
constexpr double kFloat = sizeof(float);

double value(const Parameters& p, std::string_view name) {
  return static_cast<double>(p.find(name)->second);
}

std::uint64_t count_of(const Parameters& p, std::string_view name) {
  return static_cast<std::uint64_t>(p.find(name)->second);
}

// The work of a matrix that is read once and written once.
Work matrix_work(const Variant&, const Parameters& p) {
  return {2 * kFloat * value(p, "rows") * value(p, "cols"), 0};
}

bool is_pool(const Variant& variant) { return variant.name == "maxpool"; }

bool is_twice(const Variant& variant) {
  return variant.name == "blur_twice" || variant.name == "blur_twice_fused";
}

Work window_work(const Variant& variant, const Parameters& p) {
  const double elements = value(p, "rows") * value(p, "cols");
  const double side = value(p, "window");
  // A mean is side² − 1 additions and a division.
  const double means = is_twice(variant) ? 2 * elements : elements;
  if (!is_pool(variant)) return {2 * kFloat * elements, means * side * side};
  const auto pooled = [&](const char* name) {
    return static_cast<double>((p.find(name)->second + p.at("window") - 1) / p.at("window"));
  };
  const double squares = pooled("rows") * pooled("cols");
  return {kFloat * (elements + squares), elements - squares};
}

struct Place {
  std::int64_t row, col;
};

Place place_of(std::uint64_t element, std::int64_t columns) {
  const auto index = static_cast<std::int64_t>(element);
  return {index / columns, index % columns};
}

// The mean of the elements of `in` up to `reach` places from `at`, those at an edge repeated.
double mean_around(std::span<const float> in, const Parameters& p, const Place& at,
                   const Place& reach) {
  const std::int64_t rows = p.at("rows");
  const std::int64_t cols = p.at("cols");
  double sum = 0;
  for (std::int64_t y = at.row - reach.row; y <= at.row + reach.row; ++y) {
    for (std::int64_t x = at.col - reach.col; x <= at.col + reach.col; ++x) {
      const std::int64_t row = std::clamp<std::int64_t>(y, 0, rows - 1);
      const std::int64_t col = std::clamp<std::int64_t>(x, 0, cols - 1);
      sum += in[static_cast<std::size_t>(row * cols + col)];
    }
  }
  return sum / static_cast<double>((2 * reach.row + 1) * (2 * reach.col + 1));
}

// The mean of means: both of squares, the first one's results at an edge repeated.
double mean_of_means(std::span<const float> in, const Parameters& p, const Place& at,
                     std::int64_t radius) {
  double sum = 0;
  for (std::int64_t y = at.row - radius; y <= at.row + radius; ++y) {
    for (std::int64_t x = at.col - radius; x <= at.col + radius; ++x) {
      const Place first{std::clamp<std::int64_t>(y, 0, p.at("rows") - 1),
                        std::clamp<std::int64_t>(x, 0, p.at("cols") - 1)};
      sum += static_cast<float>(mean_around(in, p, first, {radius, radius}));  // as it is kept
    }
  }
  return sum / static_cast<double>((2 * radius + 1) * (2 * radius + 1));
}

double largest_in(std::span<const float> in, const Parameters& p, std::uint64_t square) {
  const std::int64_t side = p.at("window");
  const std::int64_t rows = p.at("rows");
  const std::int64_t cols = p.at("cols");
  const Place at = place_of(square, (cols + side - 1) / side);
  float best = in[static_cast<std::size_t>(at.row * side * cols + at.col * side)];
  for (std::int64_t y = at.row * side; y < std::min(rows, (at.row + 1) * side); ++y) {
    for (std::int64_t x = at.col * side; x < std::min(cols, (at.col + 1) * side); ++x) {
      best = std::max(best, in[static_cast<std::size_t>(y * cols + x)]);
    }
  }
  return best;
}

double window_element(HostBuffers& initial, const Variant& variant, const Parameters& p,
                      std::string_view buffer, std::uint64_t element) {
  const std::span<const float> in = initial.as<float>("in");
  if (is_pool(variant)) return largest_in(in, p, element);
  const std::int64_t radius = p.at("window") / 2;
  const Place at = place_of(element, p.at("cols"));
  if (is_twice(variant)) {
    return buffer == "between" ? mean_around(in, p, at, {radius, radius})
                               : mean_of_means(in, p, at, radius);
  }
  const std::int64_t down = buffer == "between" ? 0 : radius;  // blur_separable's first launch
  return mean_around(in, p, at, {down, radius});
}

double copy_element(HostBuffers& initial, const Variant&, const Parameters&, std::string_view,
                    std::uint64_t element) {
  return initial.as<float>("in")[element];
}

double transpose_element(HostBuffers& initial, const Variant&, const Parameters& p,
                         std::string_view buffer, std::uint64_t element) {
  const PitchedRows in = rows_of_input(p);
  if (buffer == in.pitched) {
    const std::uint64_t row = element / in.pitch(), col = element % in.pitch();
    return col < in.columns ? initial.as<float>("in")[row * in.columns + col] : 0;
  }
  const std::uint64_t rows = count_of(p, "rows");
  return initial.as<float>("in")[element % rows * count_of(p, "cols") + element / rows];
}

double gemm_element(HostBuffers& initial, const Variant&, const Parameters& p,
                    std::string_view buffer, std::uint64_t element) {
  if (buffer == "partials") return gemm_partial_element(initial, p, element);
  if (buffer == "pitched") return gemm_pitched_element(initial, p, element);
  const std::span<const float> a = initial.as<float>("a");
  const std::span<const float> b = initial.as<float>("b");
  const std::uint64_t k = count_of(p, "k");
  const std::uint64_t pitch_a = a.size() / count_of(p, "m");
  const std::uint64_t pitch_b = b.size() / k;
  const std::uint64_t row = element / count_of(p, "n");
  const std::uint64_t col = element % count_of(p, "n");
  double sum = 0;
  for (std::uint64_t i = 0; i < k; ++i) {
    sum += double{a[row * pitch_a + i]} * double{b[i * pitch_b + col]};
  }
  return sum;
}

bool gemm_rows(HostBuffers& initial, const Variant&, const Parameters& p, std::string_view buffer,
               std::uint64_t first, std::span<double> values) {
  if (buffer != "c") return false;
  const std::span<const float> a = initial.as<float>("a");
  const std::span<const float> b = initial.as<float>("b");
  const RowMajor<float> left{a, static_cast<std::size_t>(a.size() / count_of(p, "m"))};
  const RowMajor<float> right{b, static_cast<std::size_t>(b.size() / count_of(p, "k"))};
  multiply_rows(left, right, first, count_of(p, "n"), count_of(p, "k"), values,
                [](float element) { return double{element}; });
  return true;
}

double invert_element(HostBuffers& initial, const Variant&, const Parameters& p, std::string_view,
                      std::uint64_t element) {
  constexpr std::uint32_t kInverted = 0x00ffffff;  // alpha, the last byte, stays
  const std::uint32_t pixel = initial.as<std::uint32_t>("image")[element];
  const bool is_before = p.contains("offset") && element < count_of(p, "offset");
  return is_before ? pixel : pixel ^ kInverted;
}

}  // namespace

Timed copy_timed() {
  return {ChartedRate::bandwidth, matrix_work,
          [](std::int64_t side) {
            return Parameters{{"rows", side}, {"cols", side}};
          },
          copy_element};
}

Timed transpose_timed() {
  return {ChartedRate::bandwidth, matrix_work,
          [](std::int64_t side) {
            return Parameters{{"rows", side}, {"cols", side}, {"blocks", kFullGrid}};
          },
          transpose_element};
}

Timed gemm_timed() {
  return {ChartedRate::flop_rate,
          [](const Variant&, const Parameters& p) {
            const double m = value(p, "m"), n = value(p, "n"), k = value(p, "k");
            return Work{kFloat * (m * k + k * n + m * n), 2 * m * n * k};
          },
          [](std::int64_t side) {
            return Parameters{{"m", side}, {"n", side}, {"k", side}};
          },
          gemm_element, gemm_rows};
}

Timed tensor_gemm_timed() {
  Timed timed = gemm_timed();
  timed.work = [](const Variant&, const Parameters& p) {
    constexpr double kHalf = 2;  // bytes of an f16 or bf16
    const double m = value(p, "m"), n = value(p, "n"), k = value(p, "k");
    return Work{kHalf * (m * k + k * n) + kFloat * m * n, 2 * m * n * k};
  };
  timed.expected_at = [](HostBuffers& initial, const Variant&, const Parameters& p,
                         std::string_view buffer, std::uint64_t element) {
    return tensor_gemm_element(initial, p, buffer, element);
  };
  timed.expected_rows = [](HostBuffers& initial, const Variant&, const Parameters& p,
                           std::string_view buffer, std::uint64_t first, std::span<double> rows) {
    return tensor_gemm_rows(initial, p, buffer, first, rows);
  };
  return timed;
}

Timed reduce_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            const double n = value(p, "n");
            const bool is_dot = p.at("operation") == reduce_dot;
            return is_dot ? Work{2 * kFloat * n, 2 * n - 1} : Work{kFloat * n, n - 1};
          },
          [](std::int64_t side) {
            return Parameters{{"n", side * side}, {"blocks", kFullGrid}, {"threads", kThreads}};
          },
          {}};
}

Timed scan_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            return Work{2 * sizeof(std::int32_t) * value(p, "n"), 0};
          },
          [](std::int64_t side) {
            return Parameters{{"n", side * side}, {"threads", kThreads}};
          },
          {}};
}

Timed add_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            const double n = p.contains("n") ? value(p, "n") : value(p, "rows") * value(p, "cols");
            return Work{3 * kFloat * n, n};
          },
          [](std::int64_t side) {
            return Parameters{{"n", side * side},
                              {"rows", side},
                              {"cols", side},
                              {"blocks", kFullGrid},
                              {"threads", kThreads}};
          },
          {}};
}

Timed invert_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            return Work{2 * 4 * value(p, "width") * value(p, "height"), 0};
          },
          [](std::int64_t side) {
            return Parameters{{"width", side}, {"height", side}, {"threads", kThreads}};
          },
          invert_element};
}

Timed shared_timed() {
  return {ChartedRate::shared_bandwidth,
          [](const Variant& variant, const Parameters& p) {
            constexpr double kReadsOfRound = 32, kWordsOfVector = 4;
            const double words = variant.name == "strided" ? 1 : kWordsOfVector;  // of a read
            const double threads = value(p, "blocks") * value(p, "threads");
            return Work{kFloat * words * kReadsOfRound * value(p, "rounds") * threads, 0};
          },
          [](std::int64_t side) {
            return Parameters{{"blocks", kTwoEach}, {"threads", kThreads}, {"rounds", side}};
          },
          {}};
}

Timed histogram_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            return Work{value(p, "n") + static_cast<double>(kBins * sizeof(std::uint32_t)), 0};
          },
          [](std::int64_t side) {
            return Parameters{{"n", side * side}, {"blocks", kTwoEach}, {"threads", kMostThreads}};
          },
          {}};
}

Timed window_timed() {
  return {ChartedRate::bandwidth, window_work,
          [](std::int64_t side) {
            return Parameters{{"rows", side}, {"cols", side}};
          },
          window_element};
}

Timed pipeline_timed() {
  return {ChartedRate::bandwidth,
          [](const Variant&, const Parameters& p) {
            constexpr double kOperations = 8;  // seven additions and a multiplication
            const double samples = static_cast<double>(kFrameSamples) * value(p, "frames");
            return Work{2 * kFloat * samples, kOperations * samples};
          },
          [](std::int64_t side) {
            return Parameters{{"frames", frames_for(side * side)}, {"blocks", kFullGrid}};
          },
          [](HostBuffers& initial, const Variant&, const Parameters&, std::string_view,
             std::uint64_t element) { return mean_from(initial.as<float>("in"), element); }};
}

}  // namespace warplens::catalog
