import { describe, expect, it } from 'vitest';
import { mend } from './judge';
import { decodeLink, encodeLink, longestText } from './link';
import { addArm, effective, setOwn, setShared } from './race-document';
import type { RaceDocument } from './race-document';
import { standard, table, validate } from './testing';

const encode = (race: RaceDocument) => encodeLink(table, standard, race).hash;

/** What the page makes of a link: the race that runs, and what it says about the rest. */
function open(hash: string) {
  const decoded = decodeLink(table, standard, hash);
  const mended = mend(table, validate, standard, decoded.race);
  return { race: mended.race, problems: [...decoded.problems, ...mended.problems] };
}

describe('a link', () => {
  it('is empty for the default race', () => {
    expect(encode(standard)).toBe('');
    expect(open('')).toEqual({ race: standard, problems: [] });
  });

  it('holds only what differs', () => {
    const race = setOwn(setShared(standard, 'steps', 100), 1, 'schedule.warmup', 400);
    expect(encode(race)).toBe(
      '#v=1&steps=100&arm=model.wiring:post&arm=model.wiring:pre,schedule.warmup:400&arm=model.wiring:deepnorm',
    );
  });

  it('opens to the race that it was made from', () => {
    let race = setShared(standard, 'optimizer.learning_rate', 0.003);
    race = addArm(setShared(race, 'seed', 4294967295), {
      'model.wiring': 'pre',
      'model.bias': false,
    });
    const opened = open(encode(race));
    expect(opened.problems).toEqual([]);
    expect(opened.race).toEqual(race);
  });

  it('carries any text', () => {
    const text = 'a & b = c, d: 100 %\n“ü” 🙂 + #';
    const race = setShared(setShared(standard, 'task.kind', 'text'), 'task.text', text);
    expect(open(encode(race)).race.shared['task.text']).toBe(text);
  });

  it('takes half a surrogate pair for U+FFFD', () => {
    const race = setShared(standard, 'task.text', 'a\ud800b');
    expect(open(encode(race)).race.shared['task.text']).toBe('a\ufffdb');
    expect(open('#task.text=a\ud800b').race.shared['task.text']).toBe('a\ufffdb');
  });

  // Fuzzing: the default arms were left out, and the link opened as a race of one.
  it('keeps the default arms beside a wiring for all', () => {
    const race = setShared(standard, 'model.wiring', 'sandwich');
    expect(open(encode(race))).toEqual({ race, problems: [] });
  });

  it('leaves out a text that is too long, and says so', () => {
    const race = setShared(standard, 'task.text', 'x'.repeat(longestText + 1));
    expect(encodeLink(table, standard, race)).toEqual({ hash: '', textLeftOut: true });
  });

  it('carries a proof for each arm', () => {
    const proof = { steps: 2, hash: '0123456789abcdef', trail: 'aB' };
    const { hash } = encodeLink(table, standard, standard, [proof, null, proof]);
    expect(hash).toBe('#v=1&proof=2.0123456789abcdef.aB&proof=none&proof=2.0123456789abcdef.aB');
    const { proofs, race, problems } = decodeLink(table, standard, hash);
    expect(proofs).toEqual([proof, null, proof]);
    expect(race).toEqual(standard);
    expect(problems).toEqual([]);
  });

  it('carries no proof for a text that it leaves out', () => {
    const race = setShared(standard, 'task.text', 'x'.repeat(longestText + 1));
    expect(encodeLink(table, standard, race, [null, null, null]).hash).toBe('');
  });

  it('leaves out a proof that cannot be read, or that has no arm', () => {
    const unread = decodeLink(table, standard, '#v=1&proof=2.0123&proof=none&proof=none');
    expect(unread.proofs).toEqual([null, null, null]);
    expect(unread.problems[0]).toContain('proof “2.0123” cannot be read');
    const few = decodeLink(table, standard, '#v=1&proof=none');
    expect(few.proofs).toEqual([]);
    expect(few.problems[0]).toContain('proofs for 1 arms, and 3 arms');
  });

  it('understands short names where they are clear', () => {
    const { race } = open('#depth=6&lr=0.01&warmup=50');
    expect(race.shared['model.depth']).toBe(6);
    expect(race.shared['optimizer.learning_rate']).toBe(0.01);
    expect(race.shared['schedule.warmup']).toBe(50);
  });

  it('opens a wiring for all arms as a race of one', () => {
    const { race } = open('#wiring=pre');
    expect(race.arms.map((arm) => effective(race, arm)['model.wiring'])).toEqual(['pre']);
  });
});

describe('a broken link', () => {
  it('gives a notice for each bad value and keeps the rest', () => {
    const { race, problems } = open('#v=1&depth=9999&width=-1&lr=NaN&steps=50');
    expect(problems).toEqual([
      'model.depth is 9999; allowed: from 1 to 2000',
      'model.width is -1; allowed: from 1 to 1024',
      'optimizer.learning_rate is NaN; allowed: from 1e-9 to 10',
    ]);
    expect(race).toEqual(setShared(standard, 'steps', 50));
  });

  it('names both fields where two do not fit, and runs', () => {
    const { race, problems } = open('#width=10&heads=3');
    expect(problems).toEqual(['model.width is 10 and model.heads is 3']);
    expect(race).toEqual(standard);
  });

  it('takes a bad value out of the one arm that has it', () => {
    const { race, problems } = open('#arm=model.wiring:pre,model.depth:0&arm=model.wiring:post');
    expect(problems).toEqual(['model.depth is 0; allowed: from 1 to 2000']);
    expect(race.arms.map((arm) => arm.own)).toEqual([
      { 'model.wiring': 'pre' },
      { 'model.wiring': 'post' },
    ]);
  });

  // Fuzzing: a value that changes nothing was never judged, and the engine refused the race as a file.
  it('names a bad value that changes nothing under these settings', () => {
    const momentum = 'optimizer.momentum is 2; allowed: from 0 to 0.9999';
    expect(open('#momentum=2')).toEqual({ race: standard, problems: [momentum] });
    const inArm = open('#arm=momentum:2');
    expect(inArm.problems).toEqual([momentum]);
    expect(inArm.race.arms.map((arm) => arm.own)).toEqual([{}]);
  });

  it('names a bad shared value that every arm has its own of', () => {
    const { race, problems } = open('#depth=0&arm=depth:3&arm=depth:4');
    expect(problems).toEqual(['model.depth is 0; allowed: from 1 to 2000']);
    expect(race.shared).toEqual(standard.shared);
    expect(race.arms.map((arm) => arm.own)).toEqual([{ 'model.depth': 3 }, { 'model.depth': 4 }]);
  });

  it('keeps a shared width that fits the heads of no arm but its own', () => {
    const { race, problems } = open('#width=9&arm=width:8&arm=width:4');
    expect(problems).toEqual([]);
    expect(race.shared['model.width']).toBe(9);
  });

  // Fuzzing: a field that a refused value happened to spell was taken out as well.
  it('keeps a setting whose name a bad value spells', () => {
    const spelled = 'model.qk_norm is "steps"; allowed: a known name';
    const quoting = (document: unknown) => {
      const validation = validate(document);
      if (validation.ok) return validation;
      const errors = validation.errors.map((error) => ({ ...error, message: spelled }));
      return { ...validation, errors };
    };
    const decoded = decodeLink(table, standard, '#steps=50&qk_norm=steps');
    const { race, problems } = mend(table, quoting, standard, decoded.race);
    expect(problems).toEqual([spelled]);
    expect(race).toEqual(setShared(standard, 'steps', 50));
  });

  it.each(['#%', '#a=%F8', '#v=1&ste', '#v=1&arm=model.wiring', '#=&&=', '#v=2'])(
    'opens with a notice: %s',
    (hash) => {
      const { race, problems } = open(hash);
      expect(problems.length).toBeGreaterThan(0);
      expect(race.shared).toEqual(standard.shared);
    },
  );

  it.each(['#seed=-1', '#seed=1.5', '#seed=x', '#seed=4294967296', '#seed='])(
    'refuses a seed that is none: %s',
    (hash) => {
      const { race, problems } = open(hash);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('seed');
      expect(race.shared.seed).toBe(1);
    },
  );

  it('opens at most six arms, and sets no shared field in one', () => {
    const arms = open(`#${'arm=model.wiring:pre&'.repeat(7)}`);
    expect(arms.race.arms).toHaveLength(6);
    expect(arms.problems).toHaveLength(1);
    expect(open('#arm=steps:5').problems).toHaveLength(1);
  });

  it('sets nothing by the names of an object', () => {
    const { race, problems } = open('#__proto__=1&constructor=2&arm=__proto__:3');
    expect(problems).toHaveLength(3);
    expect(race.shared).toEqual(standard.shared);
  });
});
