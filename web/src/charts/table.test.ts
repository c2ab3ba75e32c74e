import { describe, expect, it } from 'vitest';
import { evenIndices } from './table';

describe('evenIndices', () => {
  it('takes all of few and both ends of many', () => {
    expect(evenIndices(3, 10)).toEqual([0, 1, 2]);
    expect(evenIndices(0, 10)).toEqual([]);
    const some = evenIndices(801, 9);
    expect(some).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800]);
  });
});
