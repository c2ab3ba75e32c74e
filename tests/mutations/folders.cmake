# The tests once more, one program for each folder, in the copy that is mutated: what a mutation
# breaks shows before the rest is compiled. The science tests are left out; they take minutes.

file(GLOB _golden_source tests/golden_test.cpp)
set(_folders layers stack training numerics golden precision document)
foreach(folder ${_folders})
  if(folder STREQUAL "golden")
    set(_sources ${_golden_source})
  else()
    file(GLOB _sources tests/${folder}/*_test.cpp)
  endif()
  add_executable(normlab_tests_${folder} EXCLUDE_FROM_ALL ${_sources} tests/support/heap.cpp)
  # Layers and numerics are headers: they need not wait for the rest of the core.
  if(folder MATCHES "layers|numerics")
    target_link_libraries(normlab_tests_${folder} PRIVATE normlab_flags normlab_googletest)
  else()
    target_link_libraries(normlab_tests_${folder} PRIVATE normlab_core normlab_googletest)
  endif()
  get_target_property(_options normlab_tests LINK_OPTIONS)
  if(_options)
    target_link_options(normlab_tests_${folder} PRIVATE ${_options})
    set_target_properties(normlab_tests_${folder} PROPERTIES SUFFIX .js)
  endif()
endforeach()

# Most of the time that a test takes to compile goes into these.
target_precompile_headers(normlab_core PRIVATE <Eigen/Core> <nlohmann/json.hpp>)
target_precompile_headers(normlab_tests_layers PRIVATE <Eigen/Core> <gtest/gtest.h>)
foreach(folder stack training numerics golden precision document)
  target_precompile_headers(normlab_tests_${folder} REUSE_FROM normlab_tests_layers)
endforeach()
