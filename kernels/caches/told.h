// What is known of a kernel's launch beside its PTX, from files that its compiler left there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::caches {

// A CUtensorMap that is passed by value: innermost first, in elements.
struct ToldMap {
  std::string type;  // "f16"
  std::vector<std::int64_t> box;
  std::vector<std::string> sizes, strides;  // expressions
  int swizzle = 0;                          // bytes; 0: none
};

struct ToldParameter {
  std::string name;           // empty: not known
  std::string type;           // as C++ has it, "float*"; empty: not known
  std::string value{};        // an expression, where only one is right: "0"
  std::string count{};        // of a pointer: its elements, likewise
  std::int64_t multiple = 1;  // that its value is taken for
  ToldMap map{};              // a box of its own: it is one
  bool is_written = false;    // through a descriptor that the kernel makes of it
};

struct ToldLaunch {
  std::string file;      // that says so: "add.json"
  std::string compiler;  // "Triton 3.5.0"
  std::string entry;     // its symbol in the PTX
  std::int64_t threads = 0, shared = 0, cluster = 1;
  std::vector<ToldParameter> parameters;  // the first of the entry's, in their order
};

}  // namespace warplens::caches
