// The production server: the static build with the headers that the page is meant to live under.

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { command, Failure, isCommandLine } from './lib/process.mjs';

/** The policy of `web/csp.json`, as a header has it. */
export function contentSecurityPolicy() {
  /** @type {Record<string, string[]>} */
  const policy = JSON.parse(readFileSync(inRoot('web/csp.json'), 'utf8'));
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * Serves `web/dist`; resolves with the address once it answers.
 *
 * @param {{ port?: number }} [options] 0 is any port that is free
 * @returns {Promise<string>}
 */
export async function serve({ port = portFromEnvironment() } = {}) {
  const { default: sirv } = await import('sirv');
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
  // `dev` looks at the disk at each request, so that a build under a running server shows at once.
  const files = sirv(inRoot('web/dist'), {
    dev: true,
    etag: true,
    // The compressed form that the build leaves beside each file.
    gzip: true,
    setHeaders: (response, path) => {
      // Vite puts a hash of the content into the names of what lies in assets/.
      const hashed = path.startsWith('/assets/');
      const cache = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.setHeader('Cache-Control', cache);
    },
  });

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('Not found\n');
    });
  });

  await new Promise((done, fail) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      fail(new Failure(describeListenError(error, port)));
    });
    server.listen(port, () => done(undefined));
  });
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : port}`;
}

function portFromEnvironment() {
  const text = process.env.PORT ?? '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Failure(`PORT is ${text}; allowed: an integer from 1 to 65535`);
  }
  return port;
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 */
function describeListenError(error, port) {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`;
  }
  if (error.code === 'EACCES') {
    return `Port ${port} is not open to this user. Choose one above 1023: PORT=8080 npm start`;
  }
  return `Port ${port}: ${error.message}`;
}

if (isCommandLine(import.meta.url)) {
  await command(async () => {
    console.log(`Serving web/dist on ${await serve()}`);
  });
}
