import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { loadEngine } from '../../../wasm/engine.mjs';
import { FieldTable } from './field-table';
import type { Engine, Field } from '../engine/types';
import { judge, mend } from './judge';
import type { Validate } from './judge';
import { decodeLink, encodeLink, longestText } from './link';
import { compare, encodeProof, proofOf } from './proof';
import {
  experimentOf,
  identityPath,
  makeRace,
  mostArms,
  raceFileOf,
  raceFromDocument,
} from './race-document';
import type { RaceDocument } from './race-document';
import { readRaceFile } from './race-file';
import type { SettingValue, Settings } from './settings';

/*
 * Links of every kind against the engine itself. The seed is fixed: NORMLAB_FUZZ_SEED takes another, and
 * NORMLAB_FUZZ_SECONDS runs the six properties for that long in all, instead of a set number of times each.
 */

const seed = Number(process.env.NORMLAB_FUZZ_SEED ?? '1');
const seconds = Number(process.env.NORMLAB_FUZZ_SECONDS ?? '0');

let engine: Engine;
let validate: Validate;
let table: FieldTable;
let standard: RaceDocument;

beforeAll(async () => {
  engine = await loadEngine();
  validate = (document) => engine.validate(document);
  const description = engine.describe();
  table = new FieldTable(description);
  standard = raceFromDocument(table, description.default_race);
});

const encode = (race: RaceDocument) => encodeLink(table, standard, race).hash;

/** What the page makes of a link. */
function open(hash: string) {
  const decoded = decodeLink(table, standard, hash);
  const mended = mend(table, validate, standard, decoded.race);
  return { race: mended.race, problems: [...decoded.problems, ...mended.problems] };
}

function require(holds: boolean, property: string, about: unknown): void {
  if (!holds) throw new Error(`${property}: ${JSON.stringify(about)}`);
}

/** As JSON: -0 is 0 there, as in the document that the engine reads. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function requireOpens(hash: string): void {
  const { race, problems } = open(hash);
  const { errors } = judge(table, validate, race);
  require(errors.length === 0, 'the engine takes every arm of what was mended', errors);
  const file = engine.expandRace(raceFileOf(table, race));
  require(file.ok, 'the engine takes the file of what was mended', file);
  const saved = JSON.stringify(raceFileOf(table, race));
  const read = readRaceFile(table, (document) => engine.expandRace(document), saved);
  const experiments = (each: RaceDocument) =>
    each.arms.map((arm) => experimentOf(table, each, arm));
  const kept = read.ok && same(experiments(read.race), experiments(race));
  require(kept, 'a file opens to the experiments that were saved', { saved, read });
  require(race.arms.length >= 1 &&
    race.arms.length <= mostArms, 'a race has one to six arms', race.arms);
  require(problems.every((problem) => problem.trim() !== ''), 'a problem is a sentence', problems);
  const again = encode(race);
  const reopened = open(again);
  require(reopened.problems.length === 0, 'a link that was written has no problem', {
    again,
    problems: reopened.problems,
  });
  require(encode(reopened.race) === again, 'a link is written the same again', again);
  const cut = String(race.shared['task.text']).length > longestText;
  require(cut || same(reopened.race, race), 'a link opens to the race that it was made from', {
    again,
    race,
  });
}

const pieces = ['&', '=', ':', ',', '#', '%', '+', '%2', '%F8', '%ED%A0%80', '%00', 'arm=', 'v=1'];
const words = [
  ...['post', 'pre', 'text', 'copy', 'rms', 'true', 'false', 'adamw', 'sgd', 'cosine', 'fixed'],
  ...['0', '1', '-1', '2', '3', '7', '1024', '2000', '4294967296', '1.5', '1e999', 'NaN', '-0'],
  ...['0,5', '1,000', '1e-9', '+3', ' 4 ', '0x10', '', '__proto__', 'constructor', '\ud800', 'ü'],
];

const paths = () => table.fields.flatMap(({ path }) => [path, path.split('.').at(-1) ?? path]);
const name = () =>
  fc.oneof(fc.constantFrom(...paths()), fc.constantFrom('lr', 'v', 'arm', ...words), fc.string());
const value = () =>
  fc.oneof(fc.constantFrom(...words), fc.double().map(String), fc.string({ unit: 'binary' }));

/** The hashes of a run's steps, as far as it got. */
const course = () =>
  fc
    .oneof(
      {
        weight: 9,
        arbitrary: fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 30 }),
      },
      fc.constantFrom(999, 1000, 1001, 2500).map((steps) => Array<bigint>(steps).fill(7n)),
    )
    .map((hashes) => BigUint64Array.from(hashes));

/** Parts that look like a link's. */
const plausible = () => {
  const own = fc
    .array(fc.tuple(name(), value()), { maxLength: 5 })
    .map((settings) => settings.map((setting) => setting.join(':')).join(','));
  const part = fc.oneof(
    fc.tuple(name(), value()).map((setting) => setting.join('=')),
    own.map((settings) => `arm=${settings}`),
    value().map((text) => `proof=${text}`),
    course().map((hashes) => `proof=${encodeProof(proofOf(hashes))}`),
    fc.constantFrom(...pieces),
  );
  return fc.array(part, { maxLength: 9 }).map((parts) => `#v=1&${parts.join('&')}`);
};

/** A value that the engine takes, whatever the others are; small enough that any of them fit into memory. */
function allowed(field: Field): fc.Arbitrary<SettingValue> {
  const { kind, minimum = 0, maximum = 0, choices = [] } = field;
  switch (kind) {
    case 'integer': {
      // Powers of two: heads divide the width, and halves are even.
      if (field.path === 'model.heads') return fc.constantFrom(1, 2, 4);
      if (['model.width', 'task.context'].includes(field.path)) return fc.constantFrom(4, 8, 16);
      const large = field.path.startsWith('schedule.') || ['steps', 'seed'].includes(field.path);
      return fc.integer({ min: minimum, max: large ? maximum : Math.min(maximum, 40) });
    }
    case 'real':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      // Parallel branches need the skip, a dual stream the final norm.
      if (['model.own_skip', 'model.own_final_norm'].includes(field.path)) return fc.constant(true);
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...choices.map((choice) => choice.value));
    case 'text':
      return fc
        .string({ unit: 'binary', maxLength: 40 })
        .map((text) => `seventeen letters and more ${text}`);
  }
}

const settings = (fields: readonly Field[]): fc.Arbitrary<Settings> =>
  fc
    .subarray([...fields])
    .chain((some) =>
      fc
        .tuple(...some.map(allowed))
        .map((values) =>
          Object.fromEntries(some.map(({ path }, index) => [path, values[index] ?? 0])),
        ),
    );

const race = () => {
  const own = settings(table.fields.filter((field) => !field.shared));
  return fc
    .tuple(
      settings(table.fields),
      fc.oneof(
        { weight: 5, arbitrary: fc.array(own, { minLength: 1, maxLength: mostArms }) },
        fc.constant(standard.arms.map((arm) => arm.own)),
      ),
    )
    .map(([shared, owns]) => makeRace({ ...standard.shared, ...shared }, owns));
};

/** Escaped once more; half a surrogate pair has no escape. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '%'));

/** A link that was right once: cut, doubled, spliced with another, escaped once more. */
const damaged = () => {
  const edit = fc.tuple(fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(30), value());
  return fc
    .tuple(race().map(encode), race().map(encode), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([first, second, edits]) =>
      edits.reduce((link, [kind, place, length, text]) => {
        const at = Math.floor(place * link.length);
        const [before, after] = [link.slice(0, at), link.slice(at)];
        switch (kind) {
          case 0:
            return before;
          case 1:
            return before + after.slice(length);
          case 2:
            return before + after.slice(0, length) + after;
          case 3:
            return before + second.slice(Math.floor(place * second.length));
          case 4:
            return before + escaped(after.slice(0, length)) + after.slice(length);
          default:
            return before + text + after;
        }
      }, first),
    );
};

/** Runs a property; the message of a failure has the seed and the path of the one input. */
function holds<T>(arbitrary: () => fc.Arbitrary<T>, runs: number, check: (input: T) => void) {
  const limit = seconds > 0 ? { interruptAfterTimeLimit: (seconds * 1000) / 6 } : {};
  const numRuns = seconds > 0 ? 1e9 : runs;
  let count = 0;
  fc.assert(
    fc.property(arbitrary(), (input) => {
      count++;
      check(input);
    }),
    { seed, numRuns, ...limit },
  );
  return count;
}

const patience = (seconds + 60) * 1000;

describe('any link', () => {
  const report = (what: string, count: number) => {
    process.stdout.write(
      `evidence: fuzzing, fast-check | ${what} | ${count} inputs, seed ${seed}, no finding\n`,
    );
  };

  it('opens as a race that runs, and is written the same again', { timeout: patience }, () => {
    report(
      'link, any text',
      holds(() => fc.string({ unit: 'binary', maxLength: 80 }), 500, requireOpens),
    );
    report('link, plausible parts', holds(plausible, 500, requireOpens));
    report('link, damaged', holds(damaged, 300, requireOpens));
  });

  it('opens to the race that it was made from', { timeout: patience }, () => {
    const count = holds(race, 500, (made) => {
      const opened = open(encode(made));
      require(opened.problems.length === 0, 'no problem', opened.problems);
      require(same(opened.race, made), 'the same race', encode(made));
    });
    report('link of a race', count);
  });

  it('carries the proof of any run, which that run meets', { timeout: patience }, () => {
    const made = () => fc.tuple(race(), fc.array(course(), { minLength: 6, maxLength: 6 }));
    const count = holds(made, 300, ([document, courses]) => {
      const proofs = document.arms.map((_, arm) => proofOf(courses[arm] ?? new BigUint64Array()));
      const { hash } = encodeLink(table, standard, document, proofs);
      const opened = decodeLink(table, standard, hash);
      require(opened.problems.length === 0, 'no problem', opened.problems);
      require(same(opened.proofs, proofs), 'the same proofs', hash);
      opened.proofs.forEach((proof, arm) => {
        if (!proof) return;
        const hashes = courses[arm] ?? new BigUint64Array();
        require(compare(proof, hashes, true).kind === 'reproduced', 'a run meets its proof', proof);
        const other = hashes.with(-1, (hashes.at(-1) ?? 0n) ^ 1n);
        require(compare(proof, other, true).kind === 'differs', 'another does not', proof);
      });
    });
    report('link with proofs', count);
  });

  it('loses no setting but the one that is wrong', { timeout: patience }, () => {
    const wrong = () =>
      fc.tuple(
        settings(table.fields),
        fc.constantFrom(...table.fields),
        fc.constantFrom(...table.fields.map(({ path }) => path)),
      );
    const count = holds(wrong, 500, ([shared, field, junk]) => {
      // Any text is a text; a wiring for all arms makes a race of one.
      if (field.kind === 'text' || field.path === identityPath) return;
      const good = Object.fromEntries(
        Object.entries(shared).filter(([path]) => path !== field.path),
      );
      const made = { ...standard.shared, ...good };
      const link = `${encode({ ...standard, shared: made }) || '#v=1'}&${field.path}=${junk}`;
      const { race: opened, problems } = open(link);
      require(problems.length >= 1, 'a wrong setting is named', link);
      require(same({ ...opened.shared }, made), 'the others stay', { link, problems });
    });
    report('link with one wrong setting', count);
  });
});
