#include "core/document/presets.hpp"

namespace normlab {
namespace {

constexpr Preset kPresets[] = {
    {"norm_place", "Where does the norm go?",
     "Twelve layers without warmup: post-norm stays at chance, pre-norm and DeepNorm solve the "
     "task.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "post"}}, {"model": {"wiring": "pre"}},
       {"model": {"wiring": "deepnorm"}}]})"},
    {"skip", "What does a skip do?",
     "Without a skip nothing is learned; a skip without a norm explodes; both together train.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "plain"}}, {"model": {"wiring": "residual"}},
       {"model": {"wiring": "pre"}}]})"},
    {"warmup", "Who needs warmup?",
     "The same post-norm stack twice: 400 steps of rising learning rate are all the difference.",
     R"({"version": 1, "base": {"model": {"wiring": "post"}, "schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "post"}}, {"model": {"wiring": "post"}, "schedule": {"warmup": 400}},
       {"model": {"wiring": "pre"}}]})"},
    {"hybrids", "What do the hybrids do?",
     "Sandwich norm and DeepNorm beside pre-norm: look at the stream and at what each layer adds.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "pre"}}, {"model": {"wiring": "sandwich"}},
       {"model": {"wiring": "deepnorm"}}]})"},
    {"thousand_layers", "A thousand layers?",
     "DeepNorm solves the task, in minutes; post-norm stays at chance, and next to no gradient "
     "reaches its first layers.",
     R"({"version": 1, "base": {"model": {"depth": 1000}, "task": {"symbols": 4, "context": 8},
       "batch": 4, "optimizer": {"learning_rate": 0.0003}, "schedule": {"warmup": 50},
       "steps": 400}, "arms": [
       {"model": {"wiring": "deepnorm"}}, {"model": {"wiring": "post"}}]})"},
};

}  // namespace

std::span<const Preset> Presets() { return kPresets; }

Json DefaultRace() { return Json::parse(kPresets[0].race); }

}  // namespace normlab
