# What every target of the project is compiled with.
include(CTest)

set(WARPLENS_SANITIZER "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them")
option(WARPLENS_FUZZ "Build the libFuzzer targets (needs clang)" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

# Guest arithmetic follows IEEE step by step, so the host compiler must not fuse it.
add_library(warplens_options INTERFACE)
target_compile_options(warplens_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns falsely about `"text" + std::string` (GCC bug 105651), and about optionals once a
  # sanitizer has been at them.
  target_compile_options(warplens_options INTERFACE -Wno-restrict)
  if(WARPLENS_SANITIZER)
    target_compile_options(warplens_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
target_include_directories(warplens_options INTERFACE ${PROJECT_SOURCE_DIR})

if(WARPLENS_SANITIZER)
  target_compile_options(warplens_options INTERFACE
    -fsanitize=${WARPLENS_SANITIZER} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZER})
endif()
if(WARPLENS_FUZZ)
  target_compile_options(warplens_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
