import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { listFiles } from './stage.mjs';

/** Leaves each file's compressed form beside it, for servers that have it sent where it is taken. */
export function compressPage() {
  // Source maps are fetched by developer tools alone.
  for (const file of listFiles(['web/dist'], (path) => !/\.(?:map|gz)$/.test(path)))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}

/** What of the page a first visit can download: its files, and their bytes, compressed. */
export function pageSize() {
  const files = listFiles(['web/dist'], (path) => path.endsWith('.gz'));
  const bytes = files.map((file) => statSync(file).size).reduce((sum, size) => sum + size, 0);
  return { files: files.length, bytes };
}
