// What tests of textures and of surfaces share.
#pragma once

#include <cstring>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {

inline Texture plane(std::uint64_t width, std::uint64_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

inline Texture surface(std::uint64_t width, std::uint64_t height) {
  Texture texture = plane(width, height);
  texture.is_surface = true;
  return texture;
}

// A kernel_text() whose `in` is the handle of an object of these texels: %rd2 holds it, %rd3 is the
// thread's element of out. `body` is run by one block of 32 threads.
class TexelTest : public testing::Test {
 protected:
  trace::Trace trace_of(const std::string& body, const Texture& texture,
                        const std::vector<float>& texels) {
    machine_.emplace(parse_text(kernel_text(kElementsOfThread + body)));
    out_ = machine_->buffer("out", std::vector<float>(32));
    trace::Buffer description;
    description.name = "texels";
    description.bytes = texels.size() * sizeof(float);
    const auto address = machine_->memory.allocate(description);
    texels_ = machine_->memory.buffers().size() - 1;
    std::memcpy(machine_->memory.bytes(texels_).data(), texels.data(), description.bytes);
    const std::uint64_t handle = machine_->memory.add_texture(texture, *address);
    const auto* bytes = reinterpret_cast<const std::byte*>(&handle);
    auto& parameters = machine_->request.parameters;
    parameters.insert(parameters.end(), bytes, bytes + sizeof handle);
    return machine_->trace_of({1}, {32});
  }
  [[nodiscard]] std::vector<float> out() { return machine_->values<float>(out_); }
  [[nodiscard]] std::vector<float> texels() { return machine_->values<float>(texels_); }
  static std::vector<float> numbers(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    return values;
  }
  // But for the note that no figure counts it.
  static std::vector<std::string> faults(const trace::Trace& trace) {
    std::vector<std::string> texts;
    for (const trace::Finding& finding : trace.findings) {
      if (finding.severity == trace::Severity::information) continue;
      texts.push_back(finding.message.in(Language::en));
    }
    return texts;
  }

  std::optional<Machine> machine_;
  std::size_t out_ = 0, texels_ = 0;
};

inline constexpr const char* kPlaceOfThread = R"(
  and.b32 %r2, %r1, 7; shr.u32 %r3, %r1, 3;
  cvt.rn.f32.u32 %f1, %r2; cvt.rn.f32.u32 %f2, %r3;
)";
inline constexpr const char* kStore = " st.global.f32 [%rd3], %f5; ret;";

}  // namespace warplens::machine
