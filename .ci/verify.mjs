// `npm run verify`: what takes longer than a person waits. Every suite, the sanitizers, the other
// compiler, and more seeds for the science.

process.env.NORMLAB_SEEDS ??= '10';
process.argv.push('all');
await import('./test.mjs');
