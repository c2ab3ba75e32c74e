import { expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatPlain,
  formatRate,
  sayTimeLeft,
  setPowers,
} from './numbers';

it('sets the thousands of long counts apart', () => {
  expect(formatCount(800)).toBe('800');
  expect(formatCount(1000)).toBe('1000');
  expect(formatCount(12600000)).toBe('12\u202f600\u202f000');
});

it('writes settings as one would type them', () => {
  expect(formatPlain(0.002)).toBe('0.002');
  expect(formatPlain(1e-8)).toBe('1e-8');
  expect(formatPlain(-1)).toBe('−1');
});

it('gives sizes and rates', () => {
  expect(formatBytes(10)).toBe('1 KiB');
  expect(formatBytes(3.2 * 2 ** 20)).toBe('3.2 MiB');
  expect(formatBytes(2 ** 30)).toBe('1.0 GiB');
  expect(formatRate(41.3)).toBe('41');
  expect(formatRate(4.13)).toBe('4.1');
  expect(formatRate(0.413)).toBe('0.4');
  expect(formatRate(0)).toBe('0');
});

it('says how long it takes in words that do not flicker', () => {
  const said = [0, 4, 7, 12.4, 31, 57, 58, 89, 91, 3569, 3571, 5000, 80_000, 200_000];
  expect(said.map(sayTimeLeft)).toEqual([
    'a few seconds left',
    'a few seconds left',
    'about 5 s left',
    'about 10 s left',
    'about 30 s left',
    'about 55 s left',
    'about 1 min left',
    'about 1 min left',
    'about 2 min left',
    'about 59 min left',
    'about 1 h left',
    'about 1 h left',
    'about 22 h left',
    'about 2 days left',
  ]);
});

it('sets powers of ten as in print', () => {
  expect(setPowers('the gradient is 1/3.01e+09 of the last’s')).toBe(
    'the gradient is 3.32 × 10⁻¹⁰ of the last’s',
  );
  expect(setPowers('loss 5.2e-05 (chance 1.39); 4e+12 times')).toBe(
    'loss 5.2 × 10⁻⁵ (chance 1.39); 4 × 10¹² times',
  );
  expect(setPowers('1/340 of the last’s')).toBe('1/340 of the last’s');
});
