import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { listFiles } from './stage.mjs';

/** What of the page a first visit can download: its files, and their bytes once compressed. */
export function pageSize() {
  // Source maps are fetched by developer tools alone.
  const files = listFiles(['web/dist'], (path) => !path.endsWith('.map'));
  const bytes = files
    .map((file) => gzipSync(readFileSync(file), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  return { files: files.length, bytes };
}
