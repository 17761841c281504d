# What regenerate_ptx.cmake and report_resources.cmake share.

# Sets TOOL (in capitals) to the program's path, and FOUND_VERSION to its version, "13.0".
function(find_tool name)
  string(TOUPPER ${name} variable)
  find_program(${variable} ${name} PATHS /usr/local/cuda/bin)
  set(text "")
  if(${variable})
    execute_process(COMMAND ${${variable}} --version OUTPUT_VARIABLE text)
  endif()
  string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" ignored "${text}")
  set(FOUND_VERSION "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

function(require_tool name version)
  find_tool(${name})
  if(NOT FOUND_VERSION STREQUAL version)
    message(FATAL_ERROR "${name} ${version} is needed, found '${FOUND_VERSION}': put it on PATH")
  endif()
endfunction()

# Calls mode_MODE(), for the MODE that the command line gives.
function(run_mode)
  if(NOT COMMAND "mode_${MODE}")
    message(FATAL_ERROR "no mode '${MODE}': ${CMAKE_SCRIPT_MODE_FILE} begins with what there is")
  endif()
  cmake_language(CALL mode_${MODE})
endfunction()
