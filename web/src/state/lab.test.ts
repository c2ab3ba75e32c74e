import { describe, expect, it } from 'vitest';
import type { ArmEngine } from '../engine/arm-engine';
import type { Description } from '../engine/types';
import { Lab } from './lab';
import { LinkWriter } from './link-writer';
import { effective } from './race-document';
import { defaultRace, expandRace, fields, presets, validate, wirings } from './testing';

const idle: ArmEngine = {
  run: () => undefined,
  pause: () => undefined,
  step: () => undefined,
  save: () => undefined,
  dispose: () => undefined,
};

function open(hash = '') {
  const history = [hash];
  const lab = new Lab({
    engine: {
      describe: () =>
        ({ fields, wirings, presets, default_race: defaultRace }) as unknown as Description,
      validate,
      expandRace,
    },
    hash,
    start: () => idle,
    now: () => 0,
    frame: () => undefined,
    link: new LinkWriter(
      {
        push: (link) => history.push(link),
        replace: (link) => history.splice(-1, 1, link),
        later: () => undefined,
      },
      hash,
    ),
  });
  const labels = () => lab.race.arms.value.map(({ label }) => label);
  return { lab, history, labels };
}

describe('the lab', () => {
  it('opens into the default race', () => {
    const { labels, lab } = open();
    expect(labels()).toEqual(['post-norm', 'pre-norm', 'DeepNorm']);
    expect(lab.notices.list.value).toEqual([]);
  });

  it('writes each edit into the address, and Back undoes it', () => {
    const { lab, history, labels } = open();
    lab.edit('shared', 'steps', '50');
    lab.edit(0, 'schedule.warmup', '400');
    expect(history).toHaveLength(3);
    expect(labels()[0]).toBe('post-norm, warmup 400');
    lab.openLink(history[1] ?? '');
    expect(labels()[0]).toBe('post-norm');
    expect(lab.race.budget).toBe(50);
    lab.openLink(history[0] ?? '');
    expect(lab.race.budget).toBe(800);
    expect(history).toHaveLength(3);
  });

  it('refuses an entry without touching race or address', () => {
    const { lab, history } = open();
    const { document } = lab;
    expect(lab.edit('shared', 'model.depth', '0')).toBe(false);
    expect(lab.document).toBe(document);
    expect(history).toEqual(['']);
  });

  it('adds an arm with a wiring of its own, and forks one with a change', () => {
    const { lab, labels } = open();
    lab.addArm();
    expect(
      effective(lab.document, lab.document.arms[3] ?? { id: 0, slot: 0, own: {} }),
    ).toMatchObject({
      'model.wiring': 'sandwich',
    });
    lab.removeArm(3);
    lab.duplicateArm(0, { 'schedule.warmup': 400 });
    expect(labels()).toEqual(['post-norm', 'pre-norm', 'DeepNorm', 'post-norm, warmup 400']);
  });

  it('turns to a dropped text', () => {
    const { lab } = open();
    lab.useText('hello');
    expect(lab.document.shared).toMatchObject({ 'task.kind': 'text', 'task.text': 'hello' });
  });

  it('opens a preset, and knows it until something is changed', () => {
    const { lab, history, labels } = open();
    expect(lab.preset?.name).toBe('norm_place');
    lab.openPreset('two');
    expect(labels()).toEqual(['pre-norm']);
    expect(lab.preset?.name).toBe('two');
    expect(lab.race.wanted.value).toBe('run');
    expect(history.at(-1)).toContain('model.depth=2');
    lab.edit('shared', 'steps', '50');
    expect(lab.preset).toBeNull();
    lab.openLink('');
    expect(lab.preset?.name).toBe('norm_place');
    lab.openPreset('unknown');
    expect(lab.preset?.name).toBe('norm_place');
  });

  it('opens a race from a file, and trains on any other file', () => {
    const { lab, labels, history } = open();
    const race = { base: { steps: 50 }, arms: [{ model: { wiring: 'sandwich' } }] };
    lab.openFile('own.JSON', JSON.stringify(race));
    expect(labels()).toEqual(['sandwich']);
    expect(lab.race.budget).toBe(50);
    expect(lab.race.running.value).toBe(true);
    expect(history).toHaveLength(2);
    lab.openFile('own.txt', '{"arms": [{}]}');
    expect(lab.document.shared['task.text']).toBe('{"arms": [{}]}');
    expect(labels()).toEqual(['sandwich']);
  });

  it('says what is wrong with a race from a file, and leaves the race that is there', () => {
    const { lab, labels, history } = open();
    lab.openFile('wide.json', '{"arms": [{"model": {"width": 9999}}]}');
    expect(lab.notices.list.value.map(({ text }) => text)).toEqual([
      'wide.json: model.width is 9999; allowed: from 1 to 1024',
    ]);
    expect(labels()).toEqual(['post-norm', 'pre-norm', 'DeepNorm']);
    expect(history).toHaveLength(1);
  });

  it('compares an arm with what the link tells of it, until it is changed', () => {
    const proof = 'proof=1.0123456789abcdef.v';
    const { lab } = open(`#v=1&${proof}&proof=none&proof=none`);
    const compared = () => lab.race.arms.value.map((arm) => lab.comparison(arm)?.kind ?? null);
    expect(compared()).toEqual(['waiting', null, null]);
    lab.edit(0, 'schedule.warmup', '400');
    expect(compared()).toEqual([null, null, null]);
    lab.edit(0, 'schedule.warmup', '0');
    expect(compared()).toEqual(['waiting', null, null]);
    lab.openLink('');
    expect(compared()).toEqual([null, null, null]);
  });

  it('holds nothing against an arm that was stopped before it came to the link’s steps', () => {
    const { lab } = open('#v=1&proof=1.0123456789abcdef.v&proof=none&proof=none');
    lab.race.stop();
    const [arm] = lab.race.arms.value;
    expect(arm && lab.comparison(arm)).toEqual({ kind: 'waiting', agreed: 0, steps: 1 });
  });

  it('says what was wrong with a link, once', () => {
    const { lab } = open('#depth=9999&nonsense=1');
    expect(lab.notices.list.value.map(({ text }) => text)).toEqual([
      'The link sets “nonsense”, which is no setting; it is left out.',
      'model.depth is 9999; allowed: from 1 to 2000',
    ]);
    lab.openLink('#seed=2');
    expect(lab.notices.list.value).toEqual([]);
    expect(lab.document.shared.seed).toBe(2);
  });
});
