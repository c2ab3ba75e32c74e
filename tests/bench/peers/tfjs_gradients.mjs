// Gives TensorFlow.js's tape the gradients of its kernels: its bundle for node leaves them out, and
// the files that have them are ES modules written for a bundler. The registry is shared.

import { register } from 'node:module';

const hooks = `
  const within = (url) => /tfjs-core\\/dist\\/(?!tf-core)/.test(url ?? '');
  export const resolve = (specifier, context, next) =>
    next(within(context.parentURL) && /^\\.\\.?\\/.*(?<!\\.js)$/.test(specifier) ? specifier + '.js' : specifier, context);
  export const load = (url, context, next) =>
    next(url, within(url) ? { ...context, format: 'module' } : context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
await import('@tensorflow/tfjs-core/dist/register_all_gradients.js');
