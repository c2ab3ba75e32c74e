# Linking for WebAssembly: the engine that the page, node and workers load, and the tests.

# Emscripten's optimiser loads acorn, which Debian keeps where node from elsewhere does not look.
if(EXISTS /usr/share/nodejs/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
                               "\"${CMAKE_COMMAND}\" -E env NODE_PATH=/usr/share/nodejs")
endif()

# The name changed in 3.1.25. The default of newer versions, 64 KB, is less than Eigen may take.
if(NORMLAB_EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  set(stack -sTOTAL_STACK=1MB)
else()
  set(stack -sSTACK_SIZE=1MB)
endif()
set(memory ${stack} -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)

# What is read or told once is loaded with every page: for it small is fast. The labs' loops are in
# what they call, but for the two that multiply themselves.
file(GLOB cold_sources "${PROJECT_SOURCE_DIR}/core/document/*.cpp"
     "${PROJECT_SOURCE_DIR}/core/labs/*.cpp")
list(FILTER cold_sources EXCLUDE REGEX "/labs/(chain|paths)\\.cpp$")
set_source_files_properties(${cold_sources} PROPERTIES COMPILE_OPTIONS -Os)

# What JavaScript loads: the engine, and the laboratories, which a page that only races leaves out.
foreach(engine engine labs)
  add_executable(normlab_${engine} wasm/${engine}_bindings.cpp)
  # An .mjs glue; it never looks for its wasm, which is always handed to it as bytes or as a
  # compiled module. So one file serves the page, workers, file:// and node, under a strict CSP.
  set_target_properties(normlab_${engine} PROPERTIES OUTPUT_NAME ${engine}-glue SUFFIX .mjs)
  target_link_libraries(normlab_${engine} PRIVATE normlab_core)
  target_link_options(
    normlab_${engine}
    PRIVATE
    -lembind
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sUSE_ES6_IMPORT_META=0
    -sENVIRONMENT=web,worker
    -sDYNAMIC_EXECUTION=0
    -sFILESYSTEM=0
    -sMALLOC=emmalloc
    -sINCOMING_MODULE_JS_API=instantiateWasm,wasmBinary,print,printErr,onAbort
    ${memory})
endforeach()

# The build tree lies inside an ES module package; the programs' glue is a CommonJS script.
file(WRITE "${CMAKE_BINARY_DIR}/package.json" "{ \"type\": \"commonjs\" }\n")
foreach(program normlab_tests normlab_bench_steps)
  if(NOT TARGET ${program})
    continue()
  endif()
  set_target_properties(${program} PROPERTIES SUFFIX .js)
  set(environment "${PROJECT_SOURCE_DIR}/.ci/cmake/node_environment.js")
  set_target_properties(${program} PROPERTIES LINK_DEPENDS "${environment}")
  # One file with the wasm inside: the loader of 3.1.6 calls fetch, which fails on node's paths.
  target_link_options(
    ${program}
    PRIVATE
    -sENVIRONMENT=node
    -sSINGLE_FILE=1
    -sNODERAWFS=1
    -sEXIT_RUNTIME=1
    --pre-js
    "${environment}"
    ${memory})
endforeach()
