# What every target of the project is compiled with.
include(CTest)

set(WARPLENS_SANITIZER "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them")
option(WARPLENS_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
# Other compilers have false warnings of their own (GCC 14 in <optional>), and a person's build never
# ends by one.
option(WARPLENS_STRICT "Warnings are errors, where the compiler is CI's: GCC 12 or clang 14" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "${optimised} -DNDEBUG")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# Objects are found again by their sources' text, also from another folder. A precompiled header is
# the same when its own text is; it holds no time or date. It is read once, not for each unit
# (INODECACHE): it is hundreds of megabytes.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_INODECACHE=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

# For tests, and for sanitized programs, which are a hundred megabytes each: the usual linker takes six
# times longer.
if(NOT CMAKE_CROSSCOMPILING)  # whose compilers look for a linker of their own
  find_program(LLD ld.lld)
endif()
if(LLD AND WARPLENS_SANITIZER)
  add_link_options(-fuse-ld=lld)
endif()

include(Libraries)
if(BUILD_TESTING)
  find_package(GTest)
  if(NOT GTest_FOUND)
    message(STATUS "Without tests: GoogleTest is not here, 'scripts/setup test' installs it")
    set(BUILD_TESTING OFF)
  endif()
endif()

# A module's sources are compiled together, in a third of the time. `-D WARPLENS_TOGETHER=OFF` compiles
# each alone, as `scripts/test all` does: that no include is missing.
option(WARPLENS_TOGETHER "Compile a module's sources together" ON)

# Guest arithmetic follows IEEE step by step, so the host compiler must not fuse it.
add_library(warplens_options INTERFACE)
set(strict "")
if(WARPLENS_STRICT AND "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^(GNU 12|Clang 14)\\.")
  set(strict -Werror)
endif()
target_compile_options(warplens_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor ${strict} -ffp-contract=off)
# One kind of code for programs and shared libraries (tests/simulated_cuda), so that one precompiled
# header serves both; with hidden names it is as fast as a program's own kind.
target_compile_options(warplens_options INTERFACE -fPIC -fno-semantic-interposition)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns falsely about `"text" + std::string` and insert() (GCC bug 105651), and about
  # optionals once a sanitizer has been at them. Sources compiled together look like headers to
  # -Wsubobject-linkage.
  target_compile_options(warplens_options INTERFACE -Wno-restrict -Wno-stringop-overflow
                                                    -Wno-array-bounds -Wno-subobject-linkage)
  # Collecting garbage takes time, and there is memory enough to leave it.
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
  if(memory GREATER 12000)  # MiB
    target_compile_options(warplens_options INTERFACE --param=ggc-min-heapsize=2000000)
  endif()
  # ccache asks for it where headers are precompiled.
  target_compile_options(warplens_options INTERFACE -fpch-preprocess -Winvalid-pch)
  if(WARPLENS_SANITIZER)
    target_compile_options(warplens_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(warplens_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
    target_compile_options(warplens_options INTERFACE -Wno-c2y-extensions)  # __COUNTER__, which all have
  endif()
endif()
target_include_directories(warplens_options INTERFACE ${headers_instead} ${PROJECT_SOURCE_DIR})
# Errors (kernels/base/result.h) are in every module.
target_link_libraries(warplens_options INTERFACE fmt::fmt tl::expected)

if(WARPLENS_SANITIZER)
  target_compile_options(warplens_options INTERFACE
    -fsanitize=${WARPLENS_SANITIZER} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(warplens_options INTERFACE -fsanitize=${WARPLENS_SANITIZER})
  target_compile_definitions(warplens_options INTERFACE WARPLENS_SANITIZED)
endif()
