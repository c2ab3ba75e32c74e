// jax-js with a tensor for each parameter, as one writes it.

export const name = 'jax-js wasm, tree';

export { available, prepareTree as prepare } from './jax.mjs';
