# Makes assets/ptx/resources.json: what ptxas says of each entry of assets/ptx on several
# architectures. A driver that compiles the PTX for its GPU comes to about the same.
#
#   cmake -DMODE=write  -P report_resources.cmake    ask ptxas again
#   cmake -DMODE=hashes -P report_resources.cmake    fail when the PTX is not what was asked about
#                                                    (needs no ptxas)
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/cuda_script.cmake)

# T4, A100, RTX 30, RTX 40, H100 and H200, B200, RTX 50
set(ARCHITECTURES 75 80 86 89 90 100 120)
set(PTXAS_VERSION "13.0")

file(REAL_PATH ${CMAKE_CURRENT_LIST_DIR}/../../assets/ptx PTX)
set(REPORT ${PTX}/resources.json)
file(GLOB IMAGES RELATIVE ${PTX} ${PTX}/*/*.ptx)

# The number before `words` in ptxas's report, 0 when it says nothing of the kind.
function(number_before words text out)
  set(number 0)
  if(text MATCHES "([0-9]+) ${words}")
    set(number ${CMAKE_MATCH_1})
  endif()
  set(${out} ${number} PARENT_SCOPE)
endfunction()

# Adds {entry: {sm: …}} to the JSON in `out` for each entry that `report` tells of.
function(add_entries report sm out)
  string(REGEX MATCHALL "Compiling entry function [^\n]*\n[^\n]*\n[^\n]*\n[^\n]*" parts "${report}")
  set(json "${${out}}")
  foreach(part ${parts})
    string(REGEX MATCH "function '([^']+)'" ignored "${part}")
    set(entry ${CMAKE_MATCH_1})
    number_before("registers" "${part}" registers)
    number_before("bytes spill stores" "${part}" spill_stores)
    number_before("bytes spill loads" "${part}" spill_loads)
    number_before("bytes smem" "${part}" shared)
    string(JSON there ERROR_VARIABLE missing GET "${json}" ${entry})
    if(missing)
      string(JSON json SET "${json}" ${entry} "{}")
    endif()
    string(JSON json SET "${json}" ${entry} ${sm} "{\"registers\":${registers},\
\"spill_store_bytes\":${spill_stores},\"spill_load_bytes\":${spill_loads},\"shared_bytes\":${shared}}")
  endforeach()
  set(${out} "${json}" PARENT_SCOPE)
endfunction()

# What ptxas says of an image, for those architectures that its .target is for: sm_90a's is for 9.0
# alone.
function(ask image out)
  file(STRINGS ${PTX}/${image} target REGEX "^\\.target sm_[0-9]+")
  string(REGEX MATCH "[0-9]+" oldest "${target}")
  string(REGEX MATCH "[0-9]a" alone "${target}")
  set(entries "{}")
  foreach(sm ${ARCHITECTURES})
    if(sm EQUAL oldest OR (sm GREATER oldest AND NOT alone))
      set(suffix "")
      if(alone)
        set(suffix a)
      endif()
      execute_process(COMMAND ${PTXAS} -v -arch=sm_${sm}${suffix} ${PTX}/${image} -o /dev/null
                      ERROR_VARIABLE report COMMAND_ERROR_IS_FATAL ANY)
      add_entries("${report}" ${sm} entries)
    endif()
  endforeach()
  set(${out} "${entries}" PARENT_SCOPE)
endfunction()

function(mode_write)
  require_tool(ptxas ${PTXAS_VERSION})
  set(images "{}")
  foreach(image ${IMAGES})
    ask(${image} entries)
    file(SHA256 ${PTX}/${image} hash)
    string(JSON images SET "${images}" ${image} "{\"ptx_sha256\":\"${hash}\",\"entries\":${entries}}")
  endforeach()
  string(JSON report SET "{}" ptxas "\"${PTXAS_VERSION}\"")
  string(JSON report SET "${report}" images "${images}")
  file(WRITE ${REPORT} "${report}\n")
endfunction()

function(mode_hashes)
  file(READ ${REPORT} report)
  foreach(image ${IMAGES})
    file(SHA256 ${PTX}/${image} hash)
    string(JSON recorded ERROR_VARIABLE missing GET "${report}" images ${image} ptx_sha256)
    if(NOT recorded STREQUAL hash)
      message(FATAL_ERROR "assets/ptx/${image} is not what resources.json tells of: build regenerate_ptx")
    endif()
  endforeach()
endfunction()

run_mode()
