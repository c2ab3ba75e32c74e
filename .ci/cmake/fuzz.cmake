# The fuzz targets of tests/fuzz, one for each *_fuzz.cpp: the core under libFuzzer, and nothing else.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "libFuzzer is part of clang; this is ${CMAKE_CXX_COMPILER_ID}.")
endif()

add_library(normlab_properties STATIC tests/fuzz/properties.cpp)
target_link_libraries(normlab_properties PUBLIC normlab_core)

file(GLOB fuzz_sources CONFIGURE_DEPENDS "tests/fuzz/*_fuzz.cpp")
foreach(source ${fuzz_sources})
  get_filename_component(name "${source}" NAME_WE)
  add_executable(normlab_${name} "${source}")
  target_link_libraries(normlab_${name} PRIVATE normlab_properties)
  target_link_options(normlab_${name} PRIVATE -fsanitize=fuzzer)
endforeach()
