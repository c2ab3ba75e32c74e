import { describe, expect, it } from 'vitest';
import { nearestNotch, notches } from './notches';
import { table } from './testing';

const of = (path: string) => notches(table.get(path));

describe('notches', () => {
  it('are powers of two and what lies half-way for sizes', () => {
    expect(of('model.heads')).toEqual([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]);
  });

  it('hold the usual values', () => {
    expect(of('model.depth')).toContain(12);
    expect(of('steps')).toContain(800);
    expect(of('schedule.warmup')).toContain(400);
    expect(of('optimizer.learning_rate')).toContain(0.002);
    expect(of('optimizer.momentum')).toContain(0.9);
  });

  it('begin and end at the bounds, rising', () => {
    for (const { path, kind, minimum, maximum } of table.fields) {
      if (kind !== 'integer' && kind !== 'real') continue;
      const stops = of(path);
      expect(stops[0]).toBe(minimum);
      expect(stops.at(-1)).toBe(maximum);
      expect([...stops].sort((a, b) => a - b)).toEqual(stops);
      expect(stops.length).toBeLessThan(70);
    }
  });

  it('take the nearest for a value between', () => {
    expect(nearestNotch([1, 2, 4, 8], 5)).toBe(2);
    expect(nearestNotch([1, 2, 4, 8], 7)).toBe(3);
    expect(nearestNotch([1, 2, 4, 8], 0)).toBe(0);
    expect(nearestNotch([1, 2, 4, 8], 99)).toBe(3);
  });
});
