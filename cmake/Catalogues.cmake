# Target `catalogues`: the texts of po/*.po (English is in the code), checked and compiled by gettext's msgfmt,
# as arrays of a library that kernels/base links. zh_CN is the first; a new language is a new file.
find_program(MSGFMT msgfmt)
if(NOT MSGFMT)
  message(FATAL_ERROR "msgfmt was not found: run scripts/setup, or install gettext")
endif()

file(GLOB po_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/*.po)
list(REMOVE_ITEM po_files ${PROJECT_SOURCE_DIR}/po/zh_CN.po)
list(PREPEND po_files ${PROJECT_SOURCE_DIR}/po/zh_CN.po)

set(CATALOGUES_DIR ${PROJECT_BINARY_DIR}/catalogues)
file(MAKE_DIRECTORY ${CATALOGUES_DIR})
set(mo_files "")
foreach(po IN LISTS po_files)
  cmake_path(GET po STEM name)
  set(mo ${CATALOGUES_DIR}/${name}.mo)
  add_custom_command(
    OUTPUT ${mo}
    COMMAND ${MSGFMT} --check-domain --no-hash -o ${mo} ${po}
    DEPENDS ${po}
    COMMENT "Compiling the texts of ${name}"
    VERBATIM)
  list(APPEND mo_files ${mo})
endforeach()

add_custom_command(
  OUTPUT ${CATALOGUES_DIR}/catalogues.cpp
  COMMAND ${CMAKE_COMMAND} "-DFILES=${mo_files}" -DOUTPUT=${CATALOGUES_DIR}/catalogues.cpp
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedCatalogues.cmake
  DEPENDS ${mo_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedCatalogues.cmake
  VERBATIM)
add_library(catalogues STATIC ${CATALOGUES_DIR}/catalogues.cpp)
target_include_directories(catalogues PRIVATE ${PROJECT_SOURCE_DIR})
set_target_properties(catalogues PROPERTIES POSITION_INDEPENDENT_CODE ON)
