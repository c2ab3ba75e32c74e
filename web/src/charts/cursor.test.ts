import { describe, expect, it } from 'vitest';
import { cursorAfterKey } from './cursor';

describe('cursorAfterKey', () => {
  it('steps, leaps and jumps within the bounds', () => {
    expect(cursorAfterKey('ArrowLeft', false, 100, 1, 800)).toBe(99);
    expect(cursorAfterKey('ArrowRight', false, 800, 1, 800)).toBe(800);
    expect(cursorAfterKey('ArrowRight', true, 100, 1, 801)).toBe(180);
    expect(cursorAfterKey('PageDown', false, 100, 1, 801)).toBe(20);
    expect(cursorAfterKey('PageDown', false, 20, 1, 801)).toBe(1);
    expect(cursorAfterKey('Home', false, 100, 1, 800)).toBe(1);
    expect(cursorAfterKey('End', false, 100, 1, 800)).toBe(800);
  });

  it('starts from the last step', () => {
    expect(cursorAfterKey('ArrowLeft', false, null, 1, 50)).toBe(49);
  });

  it('lets go on Escape and leaves other keys to the page', () => {
    expect(cursorAfterKey('Escape', false, 10, 1, 50)).toBeNull();
    expect(cursorAfterKey('Escape', false, null, 1, 50)).toBeUndefined();
    expect(cursorAfterKey('Tab', false, 10, 1, 50)).toBeUndefined();
    expect(cursorAfterKey(' ', false, 10, 1, 50)).toBeUndefined();
  });
});
