# Precompiled headers: the standard library's and fmt's, which nearly every unit includes, compiled
# once for the libraries and once for the tests (with GoogleTest, and optimised less: what tests do
# themselves takes little time).
#
# Units still include what they use; tests/layering compiles nothing without it.
set(WARPLENS_TEST_OPTIMIZATION -O1)
# g++ 12 warns falsely about what it inlines at -O1.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND WARPLENS_TEST_OPTIMIZATION -Wno-free-nonheap-object)
endif()

set(precompiled_headers
  <algorithm> <array> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstring> <filesystem> <fstream>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view>
  <tuple> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

function(add_precompiled_headers target)
  set(source ${PROJECT_BINARY_DIR}/${target}.cpp)
  file(WRITE ${source}.new "")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${target} PRIVATE warplens_options ${ARGN})
  target_precompile_headers(${target} PRIVATE ${precompiled_headers})
endfunction()

add_precompiled_headers(warplens_precompiled)
if(BUILD_TESTING)
  add_precompiled_headers(warplens_precompiled_tests GTest::gmock)
  target_precompile_headers(warplens_precompiled_tests PRIVATE <gtest/gtest.h> <gmock/gmock.h>)
  target_compile_options(warplens_precompiled_tests PRIVATE ${WARPLENS_TEST_OPTIMIZATION})
endif()

# use_precompiled_headers(TARGET): for a library's sources.
function(use_precompiled_headers target)
  target_precompile_headers(${target} REUSE_FROM warplens_precompiled)
endfunction()

# compile_as_test(TARGET): for sources that only tests are made of.
function(compile_as_test target)
  target_link_libraries(${target} PRIVATE GTest::gmock)
  target_compile_options(${target} PRIVATE ${WARPLENS_TEST_OPTIMIZATION})
  target_precompile_headers(${target} REUSE_FROM warplens_precompiled_tests)
endfunction()
