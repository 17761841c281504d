# What of the sources is the desktop's; cmake/web/Platform.cmake says what is a browser's.
set(modules_left_out "^app/platform")
set(headers_instead "")
set(optimised -O2)  # and HOT modules further
if(NOT WARPLENS_WINDOW)
  set(modules_left_out "^app/(platform|ui|tour)")
endif()

# take_places(SOURCES DEPENDS): nothing takes the place of a module's sources, and it stands on all it names.
function(take_places sources_in depends_in)
endfunction()
