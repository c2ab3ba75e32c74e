import { describe, expect, it } from 'vitest';
import { readSetting } from './read-setting';

describe('a number that was typed', () => {
  it.each([
    ['0.003', 0.003],
    ['0,003', 0.003],
    ['3e-3', 0.003],
    ['3,5e-3', 0.0035],
    [' 12 ', 12],
    ['.5', 0.5],
    ['-1', -1],
    ['−1', -1],
  ])('real: %s', (text, value) => {
    expect(readSetting({ kind: 'real' }, text)).toBe(value);
  });

  it.each(['', 'NaN', 'Infinity', '0x10', '1,000', '12 000', '1.2.3', '1_000', 'e5', 'abc'])(
    'real, handed on to be refused: "%s"',
    (text) => {
      expect(readSetting({ kind: 'real' }, text)).toBe(text);
    },
  );

  it.each(['1,5', '0,003', '1,000', ''])('integer, handed on to be refused: "%s"', (text) => {
    expect(readSetting({ kind: 'integer' }, text)).toBe(text);
  });

  it('integer: what is no integer stays what it is', () => {
    expect(readSetting({ kind: 'integer' }, '1.5')).toBe(1.5);
    expect(readSetting({ kind: 'integer' }, '4294967296')).toBe(4294967296);
  });
});

describe('other settings', () => {
  it('are read as their kind has them', () => {
    expect(readSetting({ kind: 'boolean' }, 'false')).toBe(false);
    expect(readSetting({ kind: 'boolean' }, 'true')).toBe(true);
    expect(readSetting({ kind: 'boolean' }, 'maybe')).toBe('maybe');
    expect(readSetting({ kind: 'choice' }, 'pre')).toBe('pre');
    expect(readSetting({ kind: 'text' }, ' 1 ')).toBe(' 1 ');
  });
});
