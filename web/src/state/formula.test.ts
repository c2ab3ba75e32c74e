import { expect, it } from 'vitest';
import { tokenise } from './formula';

it('takes a formula into its parts', () => {
  const parts = tokenise('x ← N(αx + F(x)/√l)').map(({ kind, text }) => `${kind} ${text}`);
  expect(parts).toEqual([
    'identifier x',
    'operator ←',
    'identifier N',
    'bracket (',
    'identifier α',
    'identifier x',
    'operator +',
    'identifier F',
    'bracket (',
    'identifier x',
    'bracket )',
    'operator /',
    'root l',
    'bracket )',
  ]);
});
