import { afterEach, expect, it, vi } from 'vitest';
import { fileWords, saveFile } from './save-file';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('a file of 200,000 parts, as a long race has, is saved whole', async () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const made = vi.spyOn(URL, 'createObjectURL');
  saveFile('loss.csv', 'text/csv', Array<string>(200_000).fill('1\r\n'));
  const blob = made.mock.calls[0]?.[0] as Blob;
  expect(blob.size).toBe(600_000);
  expect(blob.type).toBe('text/csv');
  expect((await blob.text()).slice(-6)).toBe('1\r\n1\r\n');
  expect(link.download).toBe('loss.csv');
  expect(link.click).toHaveBeenCalledOnce();
});

it('words become the middle of a file’s name', () => {
  expect(fileWords('post-norm, warmup 400')).toBe('post-norm-warmup-400');
});
