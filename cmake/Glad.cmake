# Target `glad`: the OpenGL 3.3 core loader, generated into the build tree by Debian's python3-glad.
if(TARGET glad)
  return()
endif()

find_program(GLAD_GENERATOR glad)
if(NOT GLAD_GENERATOR)
  message(FATAL_ERROR "glad was not found: run scripts/setup, or install python3-glad")
endif()

set(GLAD_DIR ${PROJECT_BINARY_DIR}/glad)
# --reproducible uses the specification that comes with the package; without it, glad downloads one.
add_custom_command(
  OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h ${GLAD_DIR}/include/KHR/khrplatform.h
  COMMAND ${GLAD_GENERATOR} --quiet --reproducible --api gl:core=3.3 --extensions GL_KHR_debug
          --out-path ${GLAD_DIR} c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
file(MAKE_DIRECTORY ${GLAD_DIR}/include)

enable_language(C)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
