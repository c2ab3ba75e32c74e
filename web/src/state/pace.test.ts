import { describe, expect, it } from 'vitest';
import { Pace } from './pace';

function clock() {
  let time = 0;
  const pace = new Pace(() => time);
  const every = (milliseconds: number, times: number, steps: number) => {
    for (let message = 0; message < times; message++) {
      time += milliseconds;
      pace.add(steps);
    }
  };
  return { pace, every };
}

describe('the pace of an arm', () => {
  it('is unknown until steps have taken a while', () => {
    const { pace, every } = clock();
    expect(pace.perSecond()).toBeNull();
    every(0, 1, 50);
    expect(pace.perSecond()).toBeNull();
    every(100, 4, 2);
    expect(pace.perSecond()).toBeNull();
    every(100, 1, 2);
    expect(pace.perSecond()).toBe(20);
  });

  it('follows a change within moments', () => {
    const { pace, every } = clock();
    every(50, 200, 1);
    expect(pace.perSecond()).toBe(20);
    every(50, 40, 3);
    expect(pace.perSecond()).toBe(60);
  });

  it('is known of an arm that takes seconds for a step', () => {
    const { pace, every } = clock();
    every(4000, 2, 1);
    expect(pace.perSecond()).toBe(0.25);
    every(4000, 20, 1);
    expect(pace.perSecond()).toBe(0.25);
    every(2000, 4, 1);
    expect(pace.perSecond()).toBe(0.5);
  });

  it('begins anew where it is told to: a pause takes no time', () => {
    const { pace, every } = clock();
    every(50, 40, 1);
    pace.forget();
    expect(pace.perSecond()).toBeNull();
    every(60_000, 1, 1);
    every(50, 20, 1);
    expect(pace.perSecond()).toBe(20);
  });
});
