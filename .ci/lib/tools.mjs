// The programs and libraries that NormLab is built with: how each is found, and what it is called
// where it can be had.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { which } from './process.mjs';

/**
 * @typedef {object} Tool
 * @property {string} title
 * @property {() => boolean} present
 * @property {readonly string[]} apt Debian packages
 * @property {string} [brew] Homebrew formula
 * @property {string} advice for everyone else
 * @property {boolean} [optional] where it cannot be installed, its suite is not run, and says so
 */

const prefixes = ['/usr', '/usr/local', '/opt/homebrew', '/home/linuxbrew/.linuxbrew'];

/** @param {string} header path below an include folder */
const hasHeader = (header) =>
  [...prefixes, ...(process.env.CMAKE_PREFIX_PATH ?? '').split(/[:;]/).filter(Boolean)].some(
    (prefix) => existsSync(join(prefix, 'include', header)),
  );

const emsdkFolder = () =>
  process.env.EMSDK === undefined ? [] : [join(process.env.EMSDK, 'upstream/emscripten')];

export const emcc = () => which('emcc', emsdkFolder());

/** The sources of GoogleTest, which the wasm tests compile. */
export const googleTestSource = () =>
  process.env.NORMLAB_GOOGLETEST_SOURCE ?? '/usr/src/googletest';

export const chromium = () =>
  process.env.NORMLAB_CHROMIUM ??
  which('chromium') ??
  which('chromium-browser') ??
  which('google-chrome') ??
  which('Google Chrome', ['/Applications/Google Chrome.app/Contents/MacOS']) ??
  which('Chromium', ['/Applications/Chromium.app/Contents/MacOS']);

/** Whether clang++ has libFuzzer's archive: it is a package of its own, and Apple's has none. */
function hasFuzzer() {
  const { stdout } = spawnSync('clang++', ['-print-resource-dir'], { encoding: 'utf8' });
  const libraries = join((stdout ?? '').trim(), 'lib');
  return (
    existsSync(libraries) &&
    readdirSync(libraries, { recursive: true }).some((path) =>
      /libclang_rt\.fuzzer[^/]*\.a$/.test(String(path)),
    )
  );
}

export const firefox = () =>
  process.env.NORMLAB_FIREFOX ??
  which('firefox-esr') ??
  which('firefox') ??
  which('firefox', ['/Applications/Firefox.app/Contents/MacOS']);

export const webkitDriver = () => process.env.NORMLAB_WEBKIT_DRIVER ?? which('WebKitWebDriver');

/** The small browser that comes with WebKitGTK's library, where Debian and Ubuntu put it. */
export const webkit = () =>
  process.env.NORMLAB_WEBKIT ??
  ['x86_64', 'aarch64']
    .flatMap((machine) =>
      ['4.1', '6.0', '4.0'].map(
        (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
      ),
    )
    .find((path) => existsSync(path));

/** @satisfies {Record<string, Tool>} */
export const tools = {
  emscripten: {
    title: 'Emscripten (emcc)',
    present: () => emcc() !== undefined,
    apt: ['emscripten'],
    brew: 'emscripten',
    advice:
      'install emsdk (https://emscripten.org/docs/getting_started/downloads.html) and set EMSDK',
  },
  eigen: {
    title: 'Eigen 3.4 or newer',
    present: () => hasHeader('eigen3/Eigen/Core') || process.env.Eigen3_DIR !== undefined,
    apt: ['libeigen3-dev'],
    brew: 'eigen',
    advice: 'install it, or set CMAKE_PREFIX_PATH or Eigen3_DIR to where it is',
  },
  json: {
    title: 'nlohmann-json 3.11 or newer',
    present: () => hasHeader('nlohmann/json.hpp'),
    apt: ['nlohmann-json3-dev'],
    brew: 'nlohmann-json',
    advice: 'install it, or set CMAKE_PREFIX_PATH to where it is',
  },
  cmake: {
    title: 'CMake 3.25 or newer',
    present: () => which('cmake') !== undefined,
    apt: ['cmake'],
    brew: 'cmake',
    advice: 'see https://cmake.org/download',
  },
  ninja: {
    title: 'Ninja',
    present: () => which('ninja') !== undefined,
    apt: ['ninja-build'],
    brew: 'ninja',
    advice: 'see https://ninja-build.org',
  },
  compiler: {
    title: 'a C++20 compiler',
    present: () => process.env.CXX !== undefined || which('c++') !== undefined,
    apt: ['g++'],
    brew: 'llvm',
    advice: 'install g++ 12 or clang 14, or newer, or set CXX',
  },
  googletest: {
    title: "GoogleTest's sources",
    present: () => existsSync(join(googleTestSource(), 'googletest/src/gtest-all.cc')),
    apt: ['libgtest-dev'],
    advice:
      'git clone https://github.com/google/googletest and set NORMLAB_GOOGLETEST_SOURCE to the folder',
  },
  chromium: {
    title: 'Chromium',
    present: () => chromium() !== undefined,
    apt: ['chromium', 'fonts-liberation'],
    brew: '--cask chromium',
    advice: 'install Chromium or Chrome, or set NORMLAB_CHROMIUM to its executable',
  },
  firefox: {
    title: 'Firefox',
    present: () => firefox() !== undefined,
    apt: ['firefox-esr'],
    brew: '--cask firefox',
    advice: 'install Firefox, or set NORMLAB_FIREFOX to its executable',
    optional: true,
  },
  webkit: {
    title: 'WebKitGTK and its WebDriver',
    present: () =>
      webkit() !== undefined && webkitDriver() !== undefined && which('xvfb-run') !== undefined,
    apt: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    advice: 'install them, or set NORMLAB_WEBKIT and NORMLAB_WEBKIT_DRIVER to the executables',
    optional: true,
  },
  clangFormat: {
    title: 'clang-format 14',
    present: () => which('clang-format') !== undefined,
    apt: ['clang-format'],
    brew: 'clang-format',
    advice: 'see https://clang.llvm.org',
  },
  clangTidy: {
    title: 'clang-tidy 14',
    present: () => which('clang-tidy') !== undefined,
    apt: ['clang-tidy'],
    brew: 'llvm',
    advice: 'see https://clang.llvm.org',
  },
  clang: {
    title: 'clang++ 14 or newer',
    present: () => which('clang++') !== undefined,
    apt: ['clang'],
    brew: 'llvm',
    advice: 'see https://clang.llvm.org',
  },
  fuzzer: {
    title: 'libFuzzer',
    present: hasFuzzer,
    apt: ['libclang-rt-dev'],
    brew: 'llvm',
    advice: 'it is part of compiler-rt, see https://compiler-rt.llvm.org; put its clang++ first',
  },
  benchmark: {
    title: 'Google Benchmark',
    present: () => hasHeader('benchmark/benchmark.h'),
    apt: ['libbenchmark-dev'],
    brew: 'google-benchmark',
    advice: 'see https://github.com/google/benchmark',
  },
};

/** @typedef {keyof typeof tools} ToolName */

/** What each kind of work needs. @type {Record<'build' | 'native' | 'browser' | 'firefox' | 'webkit' | 'lint' | 'clang' | 'fuzz' | 'bench', ToolName[]>} */
export const needs = {
  build: ['emscripten', 'eigen', 'json', 'cmake', 'ninja'],
  native: ['compiler', 'eigen', 'json', 'cmake', 'ninja', 'googletest'],
  browser: ['chromium'],
  firefox: ['firefox'],
  webkit: ['webkit'],
  lint: ['clangFormat', 'clangTidy'],
  clang: ['clang'],
  fuzz: ['clang', 'fuzzer', 'eigen', 'json', 'cmake', 'ninja'],
  bench: ['compiler', 'eigen', 'json', 'cmake', 'ninja', 'benchmark'],
};
