# Makes assets/ptx/FAMILY/VARIANT.ptx from kernels/catalog/FAMILY/VARIANT.cu, or checks what is there.
#
#   cmake -DMODE=write  -P regenerate_ptx.cmake      compile what is not up to date, write PTX and manifest
#   cmake -DMODE=hashes -P regenerate_ptx.cmake      fail when source, flags or PTX differ from the
#                                                    manifest (needs no nvcc)
#   cmake -DMODE=text   -P regenerate_ptx.cmake      compile again and compare the text; says
#                                                    "skipped" unless nvcc has the manifest's version
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/cuda_script.cmake)

# The oldest architecture that CUDA 13 compiles for, so every GPU since takes this PTX.
set(FLAGS -ptx -lineinfo)
set(ARCH compute_75)
# Sources that need a newer one, and why.
set(ARCH_gemm/async_copy compute_80)  # cp.async
set(ARCH_gemm/stages compute_80)  # cp.async
set(ARCH_gemm/read_ahead compute_80)  # cp.async
set(ARCH_gemm/grouped_blocks compute_80)  # cp.async
set(ARCH_gemm/fastest compute_80)  # cp.async
set(ARCH_gemm/split_k compute_80)  # cp.async
foreach(variant one_stage stages late_wait short_wait early_copy)
  set(ARCH_pipeline/${variant} compute_80)  # cp.async
endforeach()
foreach(variant one_tile shared ldmatrix swizzled warp_tiles stages wide_tiles tall_tiles)
  set(ARCH_tensor_gemm/${variant} compute_80)  # mma.sync m16n8k16
endforeach()
# wgmma is of compute capability 9.0 alone.
set(ARCH_tensor_gemm/warpgroups compute_90a)
set(ARCH_tensor_gemm/producer compute_90a)
set(ARCH_tensor_gemm/tma compute_90a)
set(ARCH_tensor_gemm/tma_store compute_90a)
set(ARCH_tensor_gemm/clusters compute_90a)
set(ARCH_tensor_gemm/fp8_wgmma compute_90a)
set(ARCH_tensor_gemm/fp8_promoted compute_90a)
set(ARCH_tensor_gemm/fp8 compute_89)  # mma.sync of e4m3
set(ARCH_transpose/tma compute_90)
set(ARCH_pipeline/tma compute_90)
set(ARCH_reduce/cluster compute_90)
# Sources of which nvcc does not write the same PTX twice: how it schedules the loops that it unrolled
# follows addresses in its own memory. Of their PTX the work is compared: multiply-adds, copies,
# barriers, stores.
set(UNSTEADY gemm/fastest)
set(NVCC_VERSION "13.0")  # the compiler that the committed PTX comes from

file(REAL_PATH ${CMAKE_CURRENT_LIST_DIR}/../.. ROOT)
set(MANIFEST ${ROOT}/assets/ptx/manifest.json)
file(GLOB SOURCES RELATIVE ${ROOT} ${ROOT}/kernels/catalog/*/*.cu)

# kernels/catalog/FAMILY/VARIANT.cu -> FAMILY/VARIANT.ptx
function(ptx_name source out)
  string(REGEX REPLACE "^kernels/catalog/(.*)\\.cu$" "\\1.ptx" name ${source})
  set(${out} ${name} PARENT_SCOPE)
endfunction()

# The architecture that a source is compiled for.
function(arch_of source out)
  ptx_name(${source} name)
  string(REGEX REPLACE "\\.ptx$" "" variant ${name})
  set(arch ${ARCH})
  if(DEFINED ARCH_${variant})
    set(arch ${ARCH_${variant}})
  endif()
  set(${out} ${arch} PARENT_SCOPE)
endfunction()

# nvcc names files by their absolute paths; the committed text names the source from the repository's
# root and CUDA's own headers as cuda/NAME.
function(compile source ptx)
  arch_of(${source} arch)
  execute_process(COMMAND ${NVCC} ${FLAGS} -arch=${arch} -o ${ptx} ${source} WORKING_DIRECTORY ${ROOT}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${ptx} text)
  string(REPLACE "\"${ROOT}/" "\"" text "${text}")
  string(REGEX REPLACE "\"/[^\"\n]*/include/" "\"cuda/" text "${text}")
  file(WRITE ${ptx} "${text}")
endfunction()

# Whether the manifest has this source, architecture, flags and nvcc, and the PTX that they gave. nvcc
# would name inlined functions anew in it, and with that its SASS and its recordings would be stale.
function(is_up_to_date source out)
  set(${out} FALSE PARENT_SCOPE)
  ptx_name(${source} name)
  set(ptx ${ROOT}/assets/ptx/${name})
  if(NOT EXISTS ${MANIFEST} OR NOT EXISTS ${ptx})
    return()
  endif()
  file(READ ${MANIFEST} manifest)
  string(JSON nvcc ERROR_VARIABLE missing GET "${manifest}" nvcc)
  string(JSON flags ERROR_VARIABLE missing GET "${manifest}" flags)
  arch_of(${source} arch)
  file(SHA256 ${ROOT}/${source} source_hash)
  file(SHA256 ${ptx} ptx_hash)
  set(actual "${NVCC_VERSION}|${FLAGS}|${arch}|${source_hash}|${ptx_hash}")
  set(recorded "${nvcc}|${flags}")
  foreach(member arch source_sha256 ptx_sha256)
    string(JSON value ERROR_VARIABLE missing GET "${manifest}" images ${name} ${member})
    string(APPEND recorded "|${value}")
  endforeach()
  if(actual STREQUAL recorded)
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

function(mode_write)
  require_tool(nvcc ${NVCC_VERSION})
  set(images "{}")
  foreach(source ${SOURCES})
    ptx_name(${source} name)
    set(ptx ${ROOT}/assets/ptx/${name})
    cmake_path(GET ptx PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    is_up_to_date(${source} is_there)
    if(NOT is_there)
      compile(${source} ${ptx})
    endif()
    file(SHA256 ${ROOT}/${source} source_hash)
    file(SHA256 ${ptx} ptx_hash)
    arch_of(${source} arch)
    string(JSON images SET "${images}" ${name}
           "{\"arch\":\"${arch}\",\"source\":\"${source}\",\"source_sha256\":\"${source_hash}\",\"ptx_sha256\":\"${ptx_hash}\"}")
  endforeach()
  set(manifest "{}")
  string(JSON manifest SET "${manifest}" nvcc "\"${NVCC_VERSION}\"")
  string(JSON manifest SET "${manifest}" flags "\"${FLAGS}\"")
  string(JSON manifest SET "${manifest}" images "${images}")
  file(WRITE ${MANIFEST} "${manifest}\n")
endfunction()

function(expect what actual expected)
  if(NOT actual STREQUAL expected)
    message(FATAL_ERROR "${what} is not what assets/ptx was made from: build regenerate_ptx")
  endif()
endfunction()

function(mode_hashes)
  file(READ ${MANIFEST} manifest)
  string(JSON flags GET "${manifest}" flags)
  expect("the list of flags" "${FLAGS}" "${flags}")
  string(JSON nvcc GET "${manifest}" nvcc)
  expect("the version of nvcc" "${NVCC_VERSION}" "${nvcc}")
  list(LENGTH SOURCES count)
  string(JSON images GET "${manifest}" images)
  string(JSON recorded LENGTH "${images}")
  expect("the set of sources" ${count} ${recorded})
  foreach(source ${SOURCES})
    ptx_name(${source} name)
    file(SHA256 ${ROOT}/${source} hash)
    string(JSON recorded ERROR_VARIABLE missing GET "${images}" ${name} source_sha256)
    expect(${source} ${hash} "${recorded}")
    arch_of(${source} arch)
    string(JSON recorded GET "${images}" ${name} arch)
    expect("the architecture of ${source}" "${arch}" "${recorded}")
    file(SHA256 ${ROOT}/assets/ptx/${name} hash)
    string(JSON recorded GET "${images}" ${name} ptx_sha256)
    expect(assets/ptx/${name} ${hash} "${recorded}")
  endforeach()
endfunction()

# The text without the names of inlined functions, which hold the number of nvcc's process.
function(read_code ptx out)
  file(READ ${ptx} text)
  string(REGEX REPLACE "\n\\.b8 [^\n]*" "" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(read_work ptx out)
  file(READ ${ptx} text)
  string(REGEX MATCHALL "[\t ](fma\\.|bar\\.|cp\\.async|st\\.global|\\.entry)[^ ;\n]*" work "${text}")
  list(SORT work)
  set(${out} "${work}" PARENT_SCOPE)
endfunction()

function(mode_text)
  find_tool(nvcc)
  if(NOT FOUND_VERSION STREQUAL NVCC_VERSION)
    message(STATUS "skipped: nvcc ${NVCC_VERSION} is not here")
    return()
  endif()
  set(fresh ${SCRATCH}/fresh.ptx)
  foreach(source ${SOURCES})
    ptx_name(${source} name)
    compile(${source} ${fresh})
    string(REGEX REPLACE "\\.ptx$" "" variant ${name})
    if(variant IN_LIST UNSTEADY)
      read_work(${fresh} actual)
      read_work(${ROOT}/assets/ptx/${name} committed)
    else()
      read_code(${fresh} actual)
      read_code(${ROOT}/assets/ptx/${name} committed)
    endif()
    expect(assets/ptx/${name} "${actual}" "${committed}")
  endforeach()
endfunction()

run_mode()
