#include "tests/corpus/corpus_kit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "kernels/base/all_tests.h"
#include "kernels/run/elements.h"
#include "kernels/run/own_kernel.h"
#include "tests/instrumented/recorded_step.h"

namespace warplens::corpus {
namespace {

// Float64 values as elements of `type`, each rounded once.
std::vector<std::byte> rounded(catalog::ElementType type, const std::vector<double>& values) {
  std::vector<std::byte> bytes;
  const auto append = [&](const auto& element) {
    const auto raw = std::as_bytes(std::span(&element, 1));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  };
  for (const double value : values) {
    switch (type) {
      case catalog::ElementType::f16:
        append(Half(value));
        break;
      case catalog::ElementType::bf16:
        append(Bfloat(value));
        break;
      case catalog::ElementType::f32:
        append(static_cast<float>(value));
        break;
      default:
        append(value);
    }
  }
  return bytes;
}

using Loaded = Result<run::LoadedKernel>;

// Each file is parsed once.
const Loaded& kernel_file(const std::string& file) {
  static std::map<std::string, Loaded> files;
  const auto known = files.find(file);
  if (known != files.end()) return known->second;
  const std::string path = std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/" + file + ".ptx";
  return files.emplace(file, run::load_kernel_file(path)).first->second;
}

}  // namespace

Workload::Workload(std::string file) : file_(std::move(file)) {
  const Loaded& loaded = kernel_file(file_);
  if (loaded.has_value()) {
    module_ = loaded->module;
  } else {
    ADD_FAILURE() << loaded.error().message.in(Language::en);
  }
}

Buffer Workload::add_buffer(catalog::ElementType type, std::size_t count,
                            std::vector<std::byte> contents) {
  catalog::BufferSpec spec;
  spec.role = catalog::BufferRole::inout;
  spec.name = fmt::format("buffer {}", buffers_.size());
  spec.type = type;
  spec.columns = count;
  buffers_.push_back(spec);
  contents_.push_back(std::move(contents));
  return {spec.name, type};
}

void Workload::expect_near(const Buffer& buffer, const std::vector<double>& after,
                           const catalog::Tolerance& tolerance) {
  expectations_.push_back({buffer, rounded(buffer.type, after), tolerance});
}

void Workload::compare(const Expectation& expectation, run::DeviceBuffers& buffers) const {
  const auto spec =
      std::ranges::find(buffers_, expectation.buffer.name, &catalog::BufferSpec::name);
  const auto actual = buffers.bytes(expectation.buffer.name);
  ASSERT_EQ(actual.size(), expectation.bytes.size()) << expectation.buffer.name;
  std::optional<trace::Mismatch> mismatch;
  run::compare(*spec, expectation.bytes, actual, expectation.tolerance, mismatch);
  if (!mismatch.has_value()) return;
  ADD_FAILURE() << fmt::format("{}: element {} is {}, not {}; {} elements differ", mismatch->buffer,
                               mismatch->element, mismatch->actual, mismatch->expected,
                               mismatch->count);
}

std::vector<run::PlainArgument> Workload::plain_arguments(const Launch& launch,
                                                          run::DeviceBuffers& buffers) {
  std::vector<run::PlainArgument> plain;
  for (const Argument& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<Buffer>(&argument))
      plain.push_back(run::plain_argument(buffer->name, buffers.address(buffer->name), 8));
    else if (const auto* texels = std::get_if<TexelsOf>(&argument))
      plain.push_back(run::plain_argument(
          "a texture",
          buffers.memory().add_texture(texels->texture, buffers.address(texels->buffer.name)), 8));
    else
      plain.push_back(std::get<run::PlainArgument>(argument));
  }
  return plain;
}

void Workload::fill(run::DeviceBuffers& buffers) const {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const Result<void> added = buffers.add(buffers_[i]);
    ASSERT_TRUE(added.has_value()) << added.error().message.in(Language::en);
    std::ranges::copy(contents_[i], buffers.bytes(buffers_[i].name).begin());
  }
}

void Workload::run_instrumented() const {
  run::DeviceBuffers buffers;
  fill(buffers);
  for (const Launch& launch : launches_) {
    expect_recorded_alike(module_, launch.shape, plain_arguments(launch, buffers), buffers);
  }
}

void Workload::run(const machine::RunOptions& options) const {
  run::DeviceBuffers buffers;
  fill(buffers);
  std::vector<trace::Finding> findings;
  for (const Launch& launch : launches_) {
    const auto trace = run::launch(module_, launch.shape, plain_arguments(launch, buffers),
                                   buffers.memory(), options);
    ASSERT_TRUE(trace.has_value()) << trace.error().message.in(Language::en);
    findings.insert(findings.end(), trace->findings.begin(), trace->findings.end());
  }
  check_findings(findings);
  for (const Expectation& expectation : expectations_) compare(expectation, buffers);
  for (const Condition& condition : conditions_)
    EXPECT_EQ(condition.wrong(buffers.bytes(condition.buffer.name)), "");
}

void Workload::check_findings(const std::vector<trace::Finding>& findings) const {
  std::set<trace::FindingKind> kinds;
  for (const trace::Finding& finding : findings) {
    if (finding.severity == trace::Severity::information) continue;
    kinds.insert(finding.kind);
    EXPECT_TRUE(findings_.contains(finding.kind)) << finding.message.in(Language::en);
  }
  for (const trace::FindingKind kind : findings_)
    EXPECT_TRUE(kinds.contains(kind)) << "nothing of kind " << name_of(kind) << " was found";
}

namespace {

// Every third time.
bool takes_its_turn() {
  static int turn = 0;
  return turn++ % 3 == 0;
}

}  // namespace

void Workload::check() const {
  if (module_ == nullptr) return;
  if (const char* folder = std::getenv("WARPLENS_CORPUS_COMMANDS")) return write_command(folder);
  machine::RunOptions options;
  run(options);
  if (!is_too_slow_here() || takes_its_turn()) run_instrumented();
  const std::uint64_t seeds = is_too_slow_here() ? 0 : 2;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "block order of seed " << seed);
    options.order_seed = seed;
    run(options);
  }
}

std::vector<int> integers(std::size_t n, int low, int high, unsigned seed) {
  std::mt19937 random(seed);
  const auto first = static_cast<unsigned>(low);
  const unsigned choices = static_cast<unsigned>(high) - first + 1;
  return make(n, [&](std::size_t) {
    return static_cast<int>(first + static_cast<unsigned>(random() % choices));
  });
}

std::vector<float> reals(std::size_t n, double low, double high, unsigned seed) {
  std::mt19937 random(seed);
  return make(n, [&](std::size_t) {
    return static_cast<float>(low + (high - low) * (random() >> 16) / 65536.0);
  });
}

}  // namespace warplens::corpus
