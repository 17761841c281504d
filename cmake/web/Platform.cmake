# What of the sources is a browser's: all that is not for the command line.
set(modules_left_out "^app$|^app/(cli|grading|mcp|serve|tour)|^kernels/(capturing|injected)$")
set(optimised -O3)  # all of it: clang takes a precompiled header only at the level that it was compiled at
set(headers_instead ${WEB_PORT}/instead)  # a header there takes the place of the one that has its path

# take_places(SOURCES DEPENDS): of a module's, in these variables, a source below app/platform/web/instead
# takes the place of the one that has its path; what prints for the command line is left out.
function(take_places sources_in depends_in)
  set(all "")
  foreach(source IN LISTS ${sources_in})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    file(STRINGS ${source} of_command_line REGEX "^#include \"app/cli/" LIMIT_COUNT 1)
    if(EXISTS ${WEB_PORT}/instead/${path})
      list(APPEND all ${WEB_PORT}/instead/${path})
    elseif(NOT of_command_line)
      list(APPEND all ${source})
    endif()
  endforeach()
  set(${sources_in} ${all} PARENT_SCOPE)
  list(FILTER ${depends_in} EXCLUDE REGEX "^app_cli")
  set(${depends_in} ${${depends_in}} PARENT_SCOPE)
endfunction()
