# cpack reads this for each kind of package: what of it a Debian package has where.
if(CPACK_GENERATOR STREQUAL "DEB")
  list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_INSTALL_CMAKE_PROJECTS
      ${build} warplens program /usr/lib/warplens
      ${build} warplens desktop /usr)
endif()
