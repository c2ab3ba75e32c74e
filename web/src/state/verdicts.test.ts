import { describe, expect, it } from 'vitest';
import type { Verdict } from '../engine/types';
import { effective } from './race-document';
import { remedies } from './remedies';
import { standard, wirings } from './testing';
import { byUrgency, isFailure, joinWords, sayVerdict, summarise } from './verdicts';
import { wiringRow } from './wiring-row';

const verdict = (name: Verdict['name'], sentence = '') => ({ name, sentence }) as Verdict;
const arm = (label: string, name: Verdict['name'] | null, failure: string | null = null) => ({
  label,
  verdict: name && verdict(name),
  failure,
});

describe('verdicts', () => {
  it('follow the name of an arm as a clause', () => {
    const say = (name: Verdict['name'], rest: string) => sayVerdict(verdict(name, name + rest));
    expect(say('stuck at chance', " since step 41: loss 2.77; the last's")).toBe(
      'is stuck at chance since step 41: loss 2.77; the last’s.',
    );
    expect(say('solved', ' since step 144: loss 0.001')).toBe('solved it at step 144: loss 0.001.');
    expect(say('non-finite', ' at step 37: first at layer 3, attention')).toBe(
      'stopped being finite at step 37: first at layer 3, attention.',
    );
  });

  it('stand by urgency, and in the arms’ order where equal', () => {
    const arms = [
      arm('a', 'solved'),
      arm('b', 'stuck at chance'),
      arm('c', null),
      arm('d', 'non-finite'),
      arm('e', 'stuck at chance'),
      arm('f', 'learning', 'out of memory'),
    ];
    expect(
      byUrgency(arms)
        .map(({ label }) => label)
        .join(''),
    ).toBe('fdbeac');
  });

  it('are failures from the spike down', () => {
    expect(isFailure('spiked')).toBe(true);
    expect(isFailure('learning')).toBe(false);
    expect(isFailure('solved')).toBe(false);
  });

  it('are summed up for those who listen', () => {
    expect(
      summarise([
        arm('pre-norm', 'solved'),
        arm('post-norm', 'stuck at chance'),
        arm('DeepNorm', 'solved'),
      ]),
    ).toBe('post-norm: stuck at chance. pre-norm and DeepNorm: solved');
    expect(joinWords(['a', 'b', 'c'])).toBe('a, b and c');
  });
});

describe('remedies', () => {
  const [post, pre] = standard.arms.map((candidate) => effective(standard, candidate));
  const offered = (name: Verdict['name'], settings = post) =>
    remedies(verdict(name), settings ?? {}, wiringRow(wirings, settings ?? {}, null)).map(
      ({ change }) => change,
    );

  it('warm a stuck post-norm stack up, or move its norm', () => {
    expect(offered('stuck at chance')).toEqual([
      { 'schedule.warmup': 400 },
      { 'model.wiring': 'pre' },
    ]);
  });

  it('warm up for half of a short run at most, and never less than before', () => {
    expect(offered('stuck at chance', { ...post, steps: 100 })[0]).toEqual({
      'schedule.warmup': 50,
    });
    expect(offered('stuck at chance', { ...post, 'schedule.warmup': 400 })).toEqual([
      { 'model.wiring': 'pre' },
    ]);
  });

  it('lower the rate where the norm is in place already', () => {
    expect(offered('non-finite', pre)).toEqual([
      { 'optimizer.learning_rate': 0.0002 },
      { 'model.qk_norm': 'rms_per_head' },
    ]);
  });

  it('add a norm to an exploding residual', () => {
    expect(offered('exploded', { ...post, 'model.wiring': 'residual' })).toEqual([
      { 'model.wiring': 'pre' },
    ]);
  });

  it('are not offered where nothing failed', () => {
    expect(offered('learning')).toEqual([]);
    expect(offered('solved')).toEqual([]);
  });
});
