add_custom_target(slow_tests)

# note_module(ABOUT TARGET...): of the folder that is being configured, into the graph of modules.
function(note_module about)
  list(FILTER ARGN INCLUDE REGEX "^(kernels|viz|app)_")
  list(JOIN ARGN " " below)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}
             OUTPUT_VARIABLE folder)
  set_property(GLOBAL APPEND_STRING PROPERTY MODULES "${folder}\t${below}\t${about}\n")
endfunction()

# The graph, for tests/layering and the table in docs/MODULES.md: modules.tsv in the build folder, a
# module a line: its folder, the targets of modules right below it, what lives there.
function(write_modules)
  get_property(modules GLOBAL PROPERTY MODULES)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/modules.tsv CONTENT "${modules}" @ONLY)
endfunction()

# add_module(ABOUT text [DEPENDS target...] [PRIVATE target...] [TEST_DEPENDS target...] [WINDOW file...]
#            [SHARDS n] [SEPARATE] [HOT] [SLOW_SANITIZED])
#
# One folder = one library = one test program. Called in kernels/ptx it makes:
#   kernels_ptx        from *.cpp (an INTERFACE library when there are only headers)
#   kernels_ptx_test   from *_test.cpp
#   kernels_ptx_bench  from *_bench.cpp
#   NAME_fuzz          from each NAME_fuzz.cpp, when WARPLENS_FUZZ is on
# ABOUT: what lives there. DEPENDS are the modules right below, and what else is linked PUBLIC (what those
# stand on needs no saying); PRIVATE ones only for the sources. The test program runs as SHARDS
# processes (1), each with its share of the tests. Sources are compiled together (WARPLENS_TOGETHER),
# so that names in a module's unnamed namespaces differ; SEPARATE: each alone. HOT: people wait for it,
# so it is optimised further. SLOW_SANITIZED: under a sanitizer its tests are for `scripts/test all`
# (label slow, target slow_tests). WINDOW: files that a build without a window leaves out; modules of app/ui
# are then not there either, and app_state, which they stand on, takes their place.
function(add_module)
  cmake_parse_arguments(PARSE_ARGV 0 ARG
    "SEPARATE;HOT;SLOW_SANITIZED" "ABOUT;SHARDS" "DEPENDS;PRIVATE;TEST_DEPENDS;WINDOW")
  if(ARG_ABOUT)
    note_module("${ARG_ABOUT}" ${ARG_DEPENDS} ${ARG_PRIVATE})
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}
             OUTPUT_VARIABLE folder)
  string(REPLACE "/" "_" name ${folder})

  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
  file(GLOB benches CONFIGURE_DEPENDS *_bench.cpp)
  file(GLOB fuzzers CONFIGURE_DEPENDS *_fuzz.cpp)
  if(NOT WARPLENS_WINDOW)
    file(GLOB of_window ${ARG_WINDOW})
    list(REMOVE_ITEM sources ${of_window})
    list(REMOVE_ITEM tests ${of_window})
    list(TRANSFORM ARG_DEPENDS REPLACE "^app_ui.*" app_state)
    list(FILTER ARG_TEST_DEPENDS EXCLUDE REGEX "^app_ui")
  endif()
  if(tests OR benches OR fuzzers)
    list(REMOVE_ITEM sources ${tests} ${benches} ${fuzzers})
  endif()

  take_places(sources ARG_DEPENDS)
  if(WARPLENS_TOGETHER AND NOT ARG_SEPARATE)
    put_together(${name} sources)
    put_together(${name}_test tests)
  endif()

  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC warplens_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE})
    if(ARG_HOT)
      compile_as_hot_library(${name})
    else()
      compile_as_library(${name})
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE warplens_options ${ARG_DEPENDS} ${ARG_PRIVATE})
  endif()

  if(BUILD_TESTING AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${name} ${ARG_TEST_DEPENDS} GTest::gmock_main)
    compile_as_test(${name}_test)
    target_compile_definitions(${name}_test PRIVATE
      WARPLENS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WARPLENS_BINARY_DIR="${PROJECT_BINARY_DIR}")
    add_test_shards(${name} ${ARG_SHARDS})
    if(ARG_SLOW_SANITIZED AND WARPLENS_SANITIZER)
      get_property(own DIRECTORY PROPERTY TESTS)
      set_tests_properties(${own} PROPERTIES LABELS slow)
      set_target_properties(${name}_test PROPERTIES EXCLUDE_FROM_ALL ON)
      add_dependencies(slow_tests ${name}_test)
    endif()
  endif()

  if(benches)
    find_package(benchmark QUIET)
    if(benchmark_FOUND)
      add_executable(${name}_bench EXCLUDE_FROM_ALL ${benches})
      target_link_libraries(${name}_bench PRIVATE ${name} ${ARG_TEST_DEPENDS}
                            benchmark::benchmark_main)
      target_compile_definitions(${name}_bench PRIVATE WARPLENS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
      link_across_modules(${name}_bench)
      if(NOT TARGET bench)
        add_custom_target(bench)
      endif()
      add_dependencies(bench ${name}_bench)
    endif()
  endif()

  if(WARPLENS_FUZZ)
    foreach(source ${fuzzers})
      if(NOT TARGET fuzzers)
        add_custom_target(fuzzers)
      endif()
      cmake_path(GET source STEM fuzzer)
      add_executable(${fuzzer} ${source})
      target_link_libraries(${fuzzer} PRIVATE ${name} ${ARG_TEST_DEPENDS})
      target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
      add_dependencies(fuzzers ${fuzzer})
    endforeach()
  endif()
endfunction()

# put_together(NAME VARIABLE): in place of the sources in VARIABLE a few that include them, 24 each at
# most: NAME_1.cpp, NAME_2.cpp, …. Cores share a large module, and a change compiles a part of it. Not
# CMake's own (CMAKE_UNITY_BUILD), which has absolute paths in it: in another folder ccache would find
# nothing.
function(put_together name variable)
  list(LENGTH ${variable} count)
  if(count LESS 2)
    return()
  endif()
  math(EXPR chunks "(${count} + 23) / 24")
  set(all "")
  foreach(chunk RANGE 1 ${chunks})
    math(EXPR begin "${count} * (${chunk} - 1) / ${chunks}")
    math(EXPR size "${count} * ${chunk} / ${chunks} - ${begin}")
    list(SUBLIST ${variable} ${begin} ${size} part)
    set(text "")
    foreach(source IN LISTS part)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    set(together ${CMAKE_CURRENT_BINARY_DIR}/${name}_${chunk}.cpp)
    file(CONFIGURE OUTPUT ${together} CONTENT "${text}" @ONLY)
    list(APPEND all ${together})
  endforeach()
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

# skips_when_told(TEST): it is skipped when it prints "skipped: REASON", which scripts/skips counts.
function(skips_when_told test)
  set_tests_properties(${test} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
endfunction()

# add_skipped_test(NAME REASON): in the place of tests that cannot be here.
function(add_skipped_test name reason)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${reason}")
  skips_when_told(${name})
endfunction()

# add_test_shards(NAME [COUNT]): NAME_test as so many tests of CTest.
function(add_test_shards name)
  set(count 1)
  if(ARGN)
    set(count ${ARGN})
  endif()
  math(EXPR last "${count} - 1")
  foreach(shard RANGE ${last})
    set(test ${name})
    if(count GREATER 1)
      set(test ${name}.${shard})
    endif()
    add_test(NAME ${test} COMMAND ${name}_test --gtest_brief=1)
    set(environment "GTEST_TOTAL_SHARDS=${count};GTEST_SHARD_INDEX=${shard}")
    set(timeout 600)
    if(CMAKE_CROSSCOMPILING)
      list(APPEND environment WARPLENS_EMULATED=1)
      set(timeout 3600)
    endif()
    set_tests_properties(${test} PROPERTIES TIMEOUT ${timeout} ENVIRONMENT "${environment}")
  endforeach()
endfunction()
