export interface Token {
  kind: 'identifier' | 'root' | 'number' | 'bracket' | 'operator';
  text: string;
}

const pattern = /√(\p{L})|(\p{L}\d?)|(\d+(?:\.\d+)?)|([()[\]])|([^\s])/gu;

/** "x ← x + F(N(x)/√l)" in the parts that mathematics sets differently. */
export function tokenise(formula: string): Token[] {
  return [...formula.matchAll(pattern)].map(([whole, root, identifier, number, bracket]) => {
    if (root !== undefined) return { kind: 'root', text: root };
    if (identifier !== undefined) return { kind: 'identifier', text: identifier };
    if (number !== undefined) return { kind: 'number', text: number };
    if (bracket !== undefined) return { kind: 'bracket', text: bracket };
    return { kind: 'operator', text: whole };
  });
}
