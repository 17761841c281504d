# add_flatbuffers_schema(TARGET SCHEMA): a library of headers with SCHEMA-NAME_generated.h, which flatc
# makes from SCHEMA into the build tree. Only headers of FlatBuffers are used, so nothing is linked.
find_program(FLATC flatc)
find_path(FLATBUFFERS_INCLUDE_DIR flatbuffers/flatbuffers.h)
mark_as_advanced(FLATC FLATBUFFERS_INCLUDE_DIR)
if(NOT FLATC OR NOT FLATBUFFERS_INCLUDE_DIR)
  message(FATAL_ERROR "FlatBuffers was not found: run scripts/setup, or install "
                      "libflatbuffers-dev and flatbuffers-compiler")
endif()

function(add_flatbuffers_schema target schema)
  set(folder ${PROJECT_BINARY_DIR}/flatbuffers)
  cmake_path(ABSOLUTE_PATH schema)
  cmake_path(GET schema STEM name)
  set(header ${folder}/${name}_generated.h)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${FLATC} --cpp --scoped-enums -o ${folder} ${schema}
    DEPENDS ${schema}
    COMMENT "Generating ${name}_generated.h"
    VERBATIM)
  add_custom_target(${target}_header DEPENDS ${header})
  file(MAKE_DIRECTORY ${folder})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_header)
  # As system headers they keep their own warnings to themselves.
  target_include_directories(${target} SYSTEM INTERFACE ${folder} ${FLATBUFFERS_INCLUDE_DIR})
endfunction()
