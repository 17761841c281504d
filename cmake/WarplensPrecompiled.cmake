# Precompiled headers, each compiled once for libraries and once for tests (with GoogleTest, and not
# optimised: what tests do themselves takes little time): the standard library's and fmt's, which
# nearly every unit includes; for modules that are about the session, its header as well; for those of
# the window, the app's state. Modules of a folder share what precompiled_headers_of() says.

set(precompiled_headers
  <algorithm> <array> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstring> <filesystem> <fstream>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view>
  <tuple> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

function(precompiled_headers_of target result)
  string(REGEX REPLACE "_test$" "" module ${target})
  if(NOT module MATCHES "^app_" OR module MATCHES "^app_(settings|session_)")
    set(kind base)
  elseif(WARPLENS_WINDOW AND module MATCHES "^app_(ui|tour|features)")
    set(kind window)
  else()
    set(kind session)
  endif()
  set(${result} ${kind} PARENT_SCOPE)
endfunction()

function(add_library_of_headers target)
  set(source ${PROJECT_BINARY_DIR}/${target}.cpp)
  file(WRITE ${source}.new "")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${target} PRIVATE warplens_options)
  target_precompile_headers(${target} PRIVATE ${precompiled_headers} ${ARGN})
endfunction()

# add_precompiled_headers(KIND [MODULE HEADER...]): the standard library's and those of the module.
function(add_precompiled_headers kind)
  set(headers ${ARGN})
  list(POP_FRONT headers module)
  add_library_of_headers(precompiled_${kind} ${headers})
  target_link_libraries(precompiled_${kind} PRIVATE ${module})
  if(BUILD_TESTING)
    add_library_of_headers(precompiled_${kind}_tests <gtest/gtest.h> <gmock/gmock.h> ${headers})
    target_link_libraries(precompiled_${kind}_tests PRIVATE GTest::gmock ${module})
    target_compile_options(precompiled_${kind}_tests PRIVATE -O0)
  endif()
endfunction()

add_precompiled_headers(base)
add_precompiled_headers(session app_session [["app/session/session.h"]])
if(WARPLENS_WINDOW)
  add_precompiled_headers(window app_ui [["app/state/app_state.h"]] [["app/ui/ui.h"]])
endif()

# Fuzzing looks at which paths an input takes through the modules that read it, and in those that parse at
# what it is compared with. (What -fsanitize=fuzzer-no-link says too; but that wants a precompiled header
# of its own.)
function(note_paths target)
  if(NOT WARPLENS_FUZZ OR target STREQUAL kernels_machine_operations)
    return()
  elseif(target MATCHES "^kernels_machine")
    target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  elseif(target MATCHES "^(kernels|app_(grading|lessons|link|session|settings)|viz_(algebra|analysis_limits|swizzle)$)")
    target_compile_options(${target} PRIVATE
      -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
  endif()
endfunction()

# compile_as_library(TARGET): for sources that a library is made of.
function(compile_as_library target)
  note_paths(${target})
  precompiled_headers_of(${target} kind)
  target_precompile_headers(${target} REUSE_FROM precompiled_${kind})
endfunction()

# Of a release build by g++: the machine, and what it calls for each access, hold what the linker needs to
# optimise across modules, too. It does so for the programs alone that link_across_modules() names: it takes
# its time.
set(across_modules "")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT WARPLENS_SANITIZER)
  set(across_modules -flto -ffat-lto-objects)
  target_link_options(warplens_options INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:LINKED_ACROSS_MODULES>>,-flto=auto,-fno-lto>)
endif()

# link_across_modules(TARGET): for a program whose machine people wait for.
function(link_across_modules target)
  set_target_properties(${target} PROPERTIES LINKED_ACROSS_MODULES ON)
endfunction()

# compile_as_hot_library(TARGET): for what people wait for. Sanitized code is optimised only where most
# tests spend their time, in reading PTX and in the machine (not in its operations: they take longer
# to compile so than all tests to run them); and a precompiled header is of one kind.
function(compile_as_hot_library target)
  if(NOT WARPLENS_SANITIZER)
    compile_as_library(${target})
    # clang takes a precompiled header only at the level that it was compiled at.
    target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-O3>)
    if(target MATCHES "^kernels_(cost|machine|trace)")
      target_compile_options(${target} PRIVATE ${across_modules})
    endif()
  elseif(target MATCHES "^kernels_(ptx$|machine$|machine_(block|launch|program))")
    note_paths(${target})
    target_compile_options(${target} PRIVATE -O1)
  else()
    compile_as_library(${target})
  endif()
endfunction()

# compile_as_test(TARGET): for sources that only tests are made of.
function(compile_as_test target)
  target_link_libraries(${target} PRIVATE GTest::gmock)
  target_compile_options(${target} PRIVATE -O0)
  if(LLD)
    target_link_options(${target} PRIVATE -fuse-ld=lld)
  endif()
  precompiled_headers_of(${target} kind)
  target_precompile_headers(${target} REUSE_FROM precompiled_${kind}_tests)
endfunction()
