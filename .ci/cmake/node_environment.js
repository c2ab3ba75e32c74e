// The tests read NORMLAB_GOLDEN_DIR and GoogleTest its GTEST_ variables: hand node's on.
Module['preRun'] = function () {
  Object.assign(ENV, process.env);
};
