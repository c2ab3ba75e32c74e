import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import type { HtmlTagDescriptor, Plugin } from 'vite';

type Policy = Record<string, string[]>;

/** The page carries the policy of csp.json itself: a static host may set no headers. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml() {
      const policy = JSON.parse(
        readFileSync(new URL('csp.json', import.meta.url), 'utf8'),
      ) as Policy;
      const content = Object.entries(policy)
        .map(([directive, sources]) => [directive, ...sources].join(' '))
        .join('; ');
      const attrs = { 'http-equiv': 'Content-Security-Policy', content };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/** What the first script of a page will ask for is asked for at once. */
function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, path }) => {
        const [view, engine] = path.endsWith('/labs.html')
          ? ['laboratory', 'labs']
          : ['page', 'engine'];
        return Object.keys(bundle).flatMap((file): HtmlTagDescriptor[] => {
          const href = `./${file}`;
          const name = file.replace(/^.*\//, '');
          if (name.startsWith(`${view}-`) && name.endsWith('.js')) {
            return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href } }];
          }
          if (name.startsWith(`${engine}-`) && name.endsWith('.wasm')) {
            const attrs = { rel: 'preload', as: 'fetch', crossorigin: true, href };
            return [{ tag: 'link', attrs }];
          }
          return [];
        });
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses: the built folder works under any path.
  base: './',
  build: {
    outDir: 'dist',
    rolldownOptions: { input: ['index.html', 'labs.html'] },
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  // Module workers do not start from file://.
  worker: { format: 'iife' },
  plugins: [contentSecurityPolicy(), preload()],
});
