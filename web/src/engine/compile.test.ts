import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { compileModule } from './compile';

/** The smallest module there is: its magic number and its version. */
const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const server = createServer((request, response) => {
  if (request.url === '/missing') response.writeHead(404).end();
  else if (request.url === '/broken') response.end('not wasm');
  else {
    const type =
      request.url === '/plain' ? 'text/plain' : request.url === '/none' ? '' : 'application/wasm';
    if (type) response.setHeader('Content-Type', type);
    response.end(empty);
  }
});
await new Promise<void>((resolve) => server.listen(0, resolve));
afterAll(() => {
  server.close();
});
const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;

describe('the engine’s bytes', () => {
  it.each(['/right', '/plain', '/none'])(
    'compile whatever type the host gives them: %s',
    async (path) => {
      expect(await compileModule(at(path))).toBeInstanceOf(WebAssembly.Module);
    },
  );

  it('are missed by name', async () => {
    await expect(compileModule(at('/missing'))).rejects.toThrow(/missing answered 404/);
    await expect(compileModule(at('/broken'))).rejects.toThrow(WebAssembly.CompileError);
  });
});
