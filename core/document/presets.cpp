#include "core/document/presets.hpp"

namespace normlab {
namespace {

constexpr auto kQuestion = PresetKind::kQuestion;
constexpr auto kModel = PresetKind::kModel;

constexpr Preset kPresets[] = {
    {kQuestion, "norm_place", "Where does the norm go?",
     "Twelve layers without warmup: post-norm stays at chance, pre-norm and DeepNorm solve the "
     "task.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "post"}}, {"model": {"wiring": "pre"}},
       {"model": {"wiring": "deepnorm"}}]})"},
    {kQuestion, "skip", "What does a skip do?",
     "Without a skip nothing is learned; a skip without a norm explodes; both together train.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "plain"}}, {"model": {"wiring": "residual"}},
       {"model": {"wiring": "pre"}}]})"},
    {kQuestion, "warmup", "Who needs warmup?",
     "The same post-norm stack twice: 400 steps of rising learning rate are all the difference.",
     R"({"version": 1, "base": {"model": {"wiring": "post"}, "schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "post"}}, {"model": {"wiring": "post"}, "schedule": {"warmup": 400}},
       {"model": {"wiring": "pre"}}]})"},
    {kQuestion, "hybrids", "What do the hybrids do?",
     "Sandwich norm and DeepNorm beside pre-norm: look at the stream and at what each layer adds.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "pre"}}, {"model": {"wiring": "sandwich"}},
       {"model": {"wiring": "deepnorm"}}]})"},
    {kQuestion, "thousand_layers", "A thousand layers?",
     "DeepNorm solves the task, in minutes; post-norm stays at chance, and next to no gradient "
     "reaches its first layers.",
     R"({"version": 1, "base": {"model": {"depth": 1000}, "task": {"symbols": 4, "context": 8},
       "batch": 4, "optimizer": {"learning_rate": 0.0003}, "schedule": {"warmup": 50},
       "steps": 400}, "arms": [
       {"model": {"wiring": "deepnorm"}}, {"model": {"wiring": "post"}}]})"},
    {kModel, "bert", "BERT: post-norm, and its warmup",
     "Post-norm with LayerNorm (epsilon 1e-12), exact GELU, learned positions and biases, 12 "
     "layers; beside it the same without warmup. Left out: attention to both sides and masked "
     "tokens, the norm and the segments of the embeddings, dropout.",
     R"({"version": 1, "base": {"model": {"wiring": "post", "activation": "gelu_erf",
       "norm_epsilon": 1e-12}}, "arms": [{}, {"schedule": {"warmup": 0}}]})"},
    {kModel, "gpt2", "GPT-2: the norm moves before the branch",
     "Pre-norm with a final LayerNorm, GELU by its tanh formula, learned positions and biases, 12 "
     "layers; beside it the same with post-norm. Left out: output weights that start smaller by "
     "the root of twice the depth, the head that shares the embedding, dropout.",
     R"({"version": 1, "base": {"schedule": {"warmup": 0}}, "arms": [
       {"model": {"wiring": "pre"}}, {"model": {"wiring": "post"}}]})"},
    {kModel, "llama", "Llama: RMSNorm, no biases",
     "Pre-norm with RMSNorm (epsilon 1e-6), SiLU, no biases, the 32 layers of its 7B; beside it "
     "the same with LayerNorm. Left out: the gate of the feed-forward, rotary positions (here "
     "sinusoidal).",
     R"({"version": 1, "base": {"model": {"wiring": "pre", "depth": 32, "activation": "silu",
       "positions": "sinusoidal", "bias": false, "norm_epsilon": 1e-6},
       "optimizer": {"learning_rate": 0.001}, "schedule": {"kind": "cosine", "warmup": 50,
       "floor": 0.1}}, "arms": [{"model": {"norm": "rms"}}, {"model": {"norm": "layer"}}]})"},
    {kModel, "gemma2", "Gemma 2: a norm on both ends of the branch",
     "Sandwich with RMSNorm (epsilon 1e-6), GELU by its tanh formula, no biases, the 26 layers of "
     "its 2B; beside it the same with pre-norm. Left out: the gate of the feed-forward, rotary "
     "positions (here sinusoidal), local windows, caps on scores and logits, the head that shares "
     "the embedding.",
     R"({"version": 1, "base": {"model": {"norm": "rms", "depth": 26, "positions": "sinusoidal",
       "bias": false, "norm_epsilon": 1e-6}, "optimizer": {"learning_rate": 0.001},
       "schedule": {"kind": "cosine", "warmup": 50, "floor": 0.1}}, "arms": [
       {"model": {"wiring": "sandwich"}}, {"model": {"wiring": "pre"}}]})"},
    {kModel, "olmo2", "OLMo 2: the norm moves behind the branch",
     "Branch-out norm with RMSNorm (epsilon 1e-6) and QK-norm, SiLU, no biases, the 32 layers of "
     "its 7B; beside it the same without QK-norm. Left out: the gate of the feed-forward, rotary "
     "positions (here sinusoidal); its QK-norm spans all heads, this one each head.",
     R"({"version": 1, "base": {"model": {"wiring": "branch_out", "norm": "rms", "depth": 32,
       "activation": "silu", "positions": "sinusoidal", "bias": false, "norm_epsilon": 1e-6},
       "optimizer": {"learning_rate": 0.001}, "schedule": {"kind": "cosine", "warmup": 50,
       "floor": 0.1}}, "arms": [{"model": {"qk_norm": "rms_per_head"}}, {}]})"},
    {kModel, "qwen3", "Qwen 3: QK-norm in place of biases",
     "Pre-norm with RMSNorm (epsilon 1e-6) and QK-norm in each head, SiLU, no biases, the 28 "
     "layers of its 0.6B; beside it the same without QK-norm. Left out: the gate of the "
     "feed-forward, rotary positions (here sinusoidal), heads that share keys and values.",
     R"({"version": 1, "base": {"model": {"wiring": "pre", "norm": "rms", "depth": 28,
       "activation": "silu", "positions": "sinusoidal", "bias": false, "norm_epsilon": 1e-6},
       "optimizer": {"learning_rate": 0.001}, "schedule": {"kind": "cosine", "warmup": 50,
       "floor": 0.1}}, "arms": [{"model": {"qk_norm": "rms_per_head"}}, {}]})"},
    {kModel, "glm130b", "GLM-130B: DeepNorm with constants of its own",
     "A row of its own: post-norm whose skip is scaled by the root of twice the depth, with "
     "initial weights divided by it; LayerNorm, GELU by its tanh formula, biases, its 70 layers; "
     "beside it DeepNorm. Left out: the gate of the feed-forward, rotary positions (here "
     "sinusoidal), attention to both sides, the shrunk gradient of the embedding.",
     R"({"version": 1, "base": {"model": {"depth": 70, "positions": "sinusoidal",
       "own_norm_in": false, "own_norm_trunk": true, "own_final_norm": false,
       "own_skip_scale": "glm_alpha", "own_initial_gain": "glm_beta"},
       "optimizer": {"learning_rate": 0.001}, "schedule": {"warmup": 50}}, "arms": [
       {"model": {"wiring": "own"}}, {"model": {"wiring": "deepnorm"}}]})"},
    {kModel, "palm", "PaLM: both branches at once",
     "Parallel branches behind one LayerNorm, SiLU, no biases, the 32 layers of its 8B; beside it "
     "the same one after the other. Left out: the gate of the feed-forward, rotary positions (here "
     "sinusoidal), one head of keys and values for all, the head that shares the embedding.",
     R"({"version": 1, "base": {"model": {"depth": 32, "activation": "silu",
       "positions": "sinusoidal", "bias": false}, "optimizer": {"learning_rate": 0.001},
       "schedule": {"kind": "cosine", "warmup": 50, "floor": 0.1}}, "arms": [
       {"model": {"wiring": "parallel"}}, {"model": {"wiring": "pre"}}]})"},
};

}  // namespace

std::span<const Preset> Presets() { return kPresets; }

Json DefaultRace() { return Json::parse(kPresets[0].race); }

}  // namespace normlab
