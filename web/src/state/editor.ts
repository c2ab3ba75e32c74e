import { signal } from '@preact/signals-core';
import type { FieldTable } from './field-table';
import { judge } from './judge';
import type { Judgement, Validate } from './judge';
import { setOwn, setShared } from './race-document';
import type { RaceDocument } from './race-document';
import { readSetting } from './read-setting';

/** Whose setting: that of all arms, or of the arm with this number. */
export type Scope = 'shared' | number;

/** Something typed into a field. */
export interface Entry {
  readonly scope: Scope;
  readonly path: string;
  readonly text: string;
}

/** An entry that the engine refuses, kept beside its field while the last valid race stays. */
export interface Draft extends Entry {
  readonly message: string;
}

/** Turns what is typed into a valid race, or into a draft with the engine's reason. */
export class Editor {
  readonly drafts = signal<ReadonlyMap<string, Draft>>(new Map());
  readonly #table: FieldTable;
  readonly #validate: Validate;

  constructor(table: FieldTable, validate: Validate) {
    this.#table = table;
    this.#validate = validate;
  }

  draft(scope: Scope, path: string): Draft | undefined {
    return this.drafts.value.get(key({ scope, path }));
  }

  /** The race with the entries, or null where they are refused; the last of them then is a draft. */
  edit(race: RaceDocument, ...entries: readonly Entry[]): RaceDocument | null {
    const drafts = new Map(this.drafts.value);
    for (const entry of entries) drafts.delete(key(entry));
    const changed = this.#enter(race, entries);
    const alone = this.#judge(changed);
    // Width and heads may each be refused alone and right together: so earlier drafts are tried again.
    const together = drafts.size > 0 ? this.#enter(changed, [...drafts.values()]) : null;
    if (together && this.#judge(together).errors.length === 0) {
      this.drafts.value = new Map();
      return together;
    }
    const last = entries.at(-1);
    if (alone.errors.length > 0 && last) {
      drafts.set(key(last), { ...last, message: reason(alone, last.path) });
    }
    this.drafts.value = drafts;
    return alone.errors.length === 0 ? changed : null;
  }

  /** Drops the drafts of arms that are gone, or all of them. */
  forget(keep: (draft: Draft) => boolean = () => false): void {
    const kept = [...this.drafts.value].filter(([, draft]) => keep(draft));
    if (kept.length !== this.drafts.value.size) this.drafts.value = new Map(kept);
  }

  #judge(race: RaceDocument): Judgement {
    return judge(this.#table, this.#validate, race);
  }

  #enter(race: RaceDocument, entries: readonly Entry[]): RaceDocument {
    return entries.reduce((changed, { scope, path, text }) => {
      const value = readSetting(this.#table.get(path), text);
      return scope === 'shared'
        ? setShared(changed, path, value)
        : setOwn(changed, scope, path, value);
    }, race);
  }
}

function key({ scope, path }: Pick<Entry, 'scope' | 'path'>): string {
  return `${scope} ${path}`;
}

/** The engine's sentence about this field, else about the first one. */
function reason({ errors }: Judgement, path: string): string {
  const own = errors.find(({ error }) => error.field === path) ?? errors[0];
  return own?.error.message ?? '';
}
