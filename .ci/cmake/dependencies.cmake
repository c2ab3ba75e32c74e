# Eigen, nlohmann-json and GoogleTest, from the system, for the native and the wasm build alike.

# A newer major version of Eigen does not call itself compatible with a request for 3.4, and works.
find_package(Eigen3 REQUIRED NO_MODULE CMAKE_FIND_ROOT_PATH_BOTH)
if(Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "NormLab needs Eigen 3.4 or newer; found ${Eigen3_VERSION}.")
endif()

# Where the headers lie straight in /usr/include, that folder must not reach emcc: it holds the
# host's C library too. A link to the one folder that is wanted is handed over instead.
find_path(NLOHMANN_INCLUDE_DIR nlohmann/json.hpp REQUIRED CMAKE_FIND_ROOT_PATH_BOTH
          HINTS /usr/include /usr/local/include /opt/homebrew/include)
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/third_party")
file(CREATE_LINK "${NLOHMANN_INCLUDE_DIR}/nlohmann" "${CMAKE_BINARY_DIR}/third_party/nlohmann"
     COPY_ON_ERROR SYMBOLIC)
add_library(nlohmann_json_headers INTERFACE)
target_include_directories(nlohmann_json_headers SYSTEM
                           INTERFACE "${CMAKE_BINARY_DIR}/third_party")

# GoogleTest: the system's library natively; its sources under emcc, which needs them in wasm.
set(NORMLAB_GOOGLETEST_SOURCE "/usr/src/googletest" CACHE PATH "A checkout of GoogleTest")
set(_gtest_sources "${NORMLAB_GOOGLETEST_SOURCE}/googletest")
if(NOT EMSCRIPTEN)
  find_package(GTest QUIET)
endif()
if(GTest_FOUND)
  add_library(normlab_googletest INTERFACE)
  target_link_libraries(normlab_googletest INTERFACE GTest::gtest_main)
elseif(EXISTS "${_gtest_sources}/src/gtest-all.cc")
  add_library(normlab_googletest STATIC EXCLUDE_FROM_ALL "${_gtest_sources}/src/gtest-all.cc"
                                        "${_gtest_sources}/src/gtest_main.cc")
  target_compile_features(normlab_googletest PUBLIC cxx_std_20)
  target_compile_options(normlab_googletest PRIVATE -w)
  target_include_directories(normlab_googletest SYSTEM PUBLIC "${_gtest_sources}/include"
                             PRIVATE "${_gtest_sources}")
endif()
