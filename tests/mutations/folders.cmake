# The tests once more, one program for each folder, in the copy that is mutated: what a mutation
# breaks shows before the rest is compiled. The science tests are left out; they take minutes.

set(_headers_alone layers numerics)
set(_whole_core stack training golden precision document)

foreach(folder ${_headers_alone} ${_whole_core})
  file(GLOB _sources_${folder} tests/${folder}/*_test.cpp)
endforeach()
file(GLOB _sources_golden tests/golden_test.cpp)

# Layers and numerics are headers: their tests need not wait for the rest of the core. A test among
# them that does know the rest goes with the stack's.
foreach(folder ${_headers_alone})
  foreach(source ${_sources_${folder}})
    file(STRINGS "${source}" _rest REGEX "#include \"core/(stack|training|precision|document)/")
    if(_rest)
      list(REMOVE_ITEM _sources_${folder} "${source}")
      list(APPEND _sources_stack "${source}")
    endif()
  endforeach()
endforeach()

foreach(folder ${_headers_alone} ${_whole_core})
  add_executable(normlab_tests_${folder} EXCLUDE_FROM_ALL ${_sources_${folder}}
                                         tests/support/heap.cpp)
  if(folder IN_LIST _headers_alone)
    target_link_libraries(normlab_tests_${folder} PRIVATE normlab_flags normlab_googletest)
  else()
    target_link_libraries(normlab_tests_${folder} PRIVATE normlab_core normlab_googletest)
  endif()
  get_target_property(_options normlab_tests LINK_OPTIONS)
  if(_options)
    target_link_options(normlab_tests_${folder} PRIVATE ${_options})
  endif()
  if(EMSCRIPTEN)
    set_target_properties(normlab_tests_${folder} PROPERTIES SUFFIX .js)
  endif()
endforeach()

# Most of the time that a test takes to compile goes into these.
target_precompile_headers(normlab_core PRIVATE <Eigen/Core> <nlohmann/json.hpp>)
target_precompile_headers(normlab_tests_layers PRIVATE <Eigen/Core> <gtest/gtest.h>)
foreach(folder numerics ${_whole_core})
  target_precompile_headers(normlab_tests_${folder} REUSE_FROM normlab_tests_layers)
endforeach()
