import { describe, expect, it } from 'vitest';
import { compare, decodeProof, encodeProof, hashText, proofOf, sayComparison } from './proof';
import type { Proof } from './proof';

/** Hashes that differ in their low 6 bits from those of another `salt`. */
function course(steps: number, salt = 0n): BigUint64Array {
  return BigUint64Array.from({ length: steps }, (_, i) => (BigInt(i) * 7n + salt) & 63n);
}

function recorded(steps: number): Proof {
  const proof = proofOf(course(steps));
  if (!proof) throw new Error('no step');
  return proof;
}

/** As the course, until something goes another way at this step. */
function divergent(steps: number, from: number): BigUint64Array {
  const hashes = course(steps);
  hashes.set(course(steps, 1n).subarray(from - 1), from - 1);
  return hashes;
}

describe('a proof', () => {
  it('is a hash and a mark a step', () => {
    const hashes = BigUint64Array.from([0n, 63n, 0xabcdef0123456789n]);
    expect(proofOf(hashes)).toEqual({ steps: 3, hash: 'abcdef0123456789', trail: 'A_J' });
    expect(proofOf(new BigUint64Array())).toBeNull();
    expect(hashText(255n)).toBe('00000000000000ff');
  });

  it.each([1, 3, 1000, 1001, 2500])('of %i steps travels in a link', (steps) => {
    const proof = recorded(steps);
    expect(decodeProof(encodeProof(proof))).toEqual(proof);
    expect(proof.trail.length).toBeLessThanOrEqual(1000);
  });

  it('may say that there is nothing to compare', () => {
    expect(decodeProof(encodeProof(null))).toBeNull();
  });

  it.each([
    '',
    '3',
    '3.abcdef0123456789',
    '3.abcdef0123456789.A_',
    '3.abcdef0123456789.A_J_',
    '3.abcdef012345678.A_J',
    '3.ABCDEF0123456789.A_J',
    '0.abcdef0123456789.',
    '03.abcdef0123456789.A_J',
    '-3.abcdef0123456789.A_J',
    '3.abcdef0123456789.A+J',
  ])('is not “%s”', (text) => {
    expect(decodeProof(text)).toBeUndefined();
  });
});

describe('compared with a run', () => {
  it('waits while all agrees, and ends reproduced', () => {
    const proof = recorded(5);
    expect(compare(proof, course(0), false)).toEqual({ kind: 'waiting', agreed: 0, steps: 5 });
    expect(compare(proof, course(4), false)).toEqual({ kind: 'waiting', agreed: 4, steps: 5 });
    expect(compare(proof, course(5), false)).toEqual({ kind: 'reproduced', steps: 5 });
    expect(compare(proof, course(9), false)).toEqual({ kind: 'reproduced', steps: 5 });
  });

  it.each([1, 2, 5])('names the first step that differs: %i', (from) => {
    const differs = { kind: 'differs', from, to: from };
    expect(compare(recorded(5), divergent(5, from), true)).toEqual(differs);
    expect(compare(recorded(5), divergent(from, from), false)).toEqual(differs);
  });

  it('names a short range of steps where the run is long', () => {
    const proof = recorded(2500);
    expect(compare(proof, divergent(2500, 1000), false)).toEqual({
      kind: 'differs',
      from: 1000,
      to: 1002,
    });
    expect(compare(proof, divergent(2500, 2500), false)).toEqual({
      kind: 'differs',
      from: 2500,
      to: 2500,
    });
  });

  it('sees in the whole hash what a mark misses', () => {
    const hashes = course(5);
    hashes[4] = (hashes[4] ?? 0n) + 64n;
    expect(compare(recorded(5), hashes, true)).toEqual({ kind: 'differs', from: 5, to: 5 });
  });

  it('differs where the run halts early', () => {
    expect(compare(recorded(5), course(3), true)).toEqual({ kind: 'differs', from: 4, to: 4 });
  });

  it('is said in a sentence', () => {
    expect(sayComparison({ kind: 'reproduced', steps: 800 })).toContain('all 800 steps');
    expect(sayComparison({ kind: 'differs', from: 7, to: 7 })).toContain('step 7 is the first');
    expect(sayComparison({ kind: 'differs', from: 7, to: 9 })).toContain('step 7 and step 9');
    expect(sayComparison({ kind: 'waiting', agreed: 3, steps: 8 })).toContain('3 of 8 steps');
  });
});
