# Finds the installed Emscripten (EMSDK, or emcc on the path) and includes its own toolchain file,
# so that `cmake --preset wasm` is the same line on Debian, with emsdk and with Homebrew.
if(DEFINED ENV{EMSDK} AND EXISTS "$ENV{EMSDK}/upstream/emscripten")
  set(_emscripten_root "$ENV{EMSDK}/upstream/emscripten")
else()
  find_program(EM_CONFIG em-config REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  execute_process(
    COMMAND "${EM_CONFIG}" EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE _emscripten_root
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()

include("${_emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")

file(READ "${_emscripten_root}/emscripten-version.txt" NORMLAB_EMSCRIPTEN_VERSION)
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" NORMLAB_EMSCRIPTEN_VERSION
             "${NORMLAB_EMSCRIPTEN_VERSION}")
