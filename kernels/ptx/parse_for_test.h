// Short ways for this module's tests to get at PTX.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "kernels/ptx/parser.h"

namespace warplens::ptx {

inline Module parse_ok(const std::string& text) {
  auto module = parse(text, "t.ptx");
  EXPECT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  return module.has_value() ? std::move(*module) : Module{};
}

inline std::string with_header(const std::string& rest) {
  return ".version 8.0\n.target sm_75\n.address_size 64\n" + rest;
}

// One entry `k` with a few registers; its body starts in line 6.
inline std::string in_kernel(const std::string& body) {
  return with_header(
      ".entry k(.param .u64 a) {\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .reg .f32 %f<9>;\n" +
      body + "\n}\n");
}

inline Function kernel_of(const std::string& body) {
  Module module = parse_ok(in_kernel(body));
  return module.functions.empty() ? Function{} : std::move(module.functions.front());
}

inline std::string error_of(const std::string& text) {
  const auto module = parse(text, "t.ptx");
  return module.has_value() ? "" : module.error().message.in(Language::en);
}

inline Module parse_sample(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/ptx/testdata/" + name);
  EXPECT_TRUE(file.good()) << name;
  return parse_ok({std::istreambuf_iterator<char>(file), {}});
}

}  // namespace warplens::ptx
