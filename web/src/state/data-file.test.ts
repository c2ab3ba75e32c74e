import { describe, expect, it } from 'vitest';
import type { RecordLayout } from '../engine/types';
import { dataJson, scalarsCsv, seriesCsv } from './data-file';
import { RecordStore } from './record-store';

const layout: RecordLayout = {
  scalars: ['step', 'loss'],
  series: [{ name: 'stream_rms', label: '', length: 2, offset: 0 }],
  width: 2,
};

/** An arm whose loss at each step is the next of these. */
function arm(label: string, losses: readonly number[], mostBytes?: number) {
  const store = new RecordStore(layout, mostBytes);
  store.append({
    count: losses.length,
    scalars: losses.flatMap((loss, index) => [index + 1, loss]),
    layers: Float32Array.from(losses.flatMap((loss, index) => [0.1 * (index + 1), loss])),
    hashes: BigUint64Array.from(losses, (_, index) => BigInt(index + 10)),
  });
  return { label, run: { document: { model: { wiring: label } }, store } };
}

const unstarted = { label: 'later', run: { document: {}, store: null } };

describe('the scalars as CSV', () => {
  it('have a row for each step of each arm', () => {
    const text = scalarsCsv([arm('pre', [2, 1.5]), arm('post', [2.25])]).join('');
    expect(text).toBe('arm,step,loss\r\npre,1,2\r\npre,2,1.5\r\npost,1,2.25\r\n');
  });

  it('quote a label with a comma, a quote or a line break', () => {
    const text = scalarsCsv([arm('post, "warm"', [2]), arm('two\nlines', [3])]).join('');
    expect(text).toBe('arm,step,loss\r\n"post, ""warm""",1,2\r\n"two\nlines",1,3\r\n');
  });

  it('say what is not a number, and leave out an arm that has not started', () => {
    const text = scalarsCsv([unstarted, arm('post', [NaN, Infinity])]).join('');
    expect(text).toBe('arm,step,loss\r\npost,1,NaN\r\npost,2,Infinity\r\n');
  });
});

describe('a series as CSV', () => {
  it('has a row for each value, with no more digits than tell floats apart', () => {
    expect(seriesCsv([arm('pre', [2, 1.5])], 'stream_rms').join('')).toBe(
      'arm,step,row,stream_rms\r\npre,1,1,0.100000001\r\npre,1,2,2\r\npre,2,1,0.200000003\r\npre,2,2,1.5\r\n',
    );
  });

  it('names the steps that were kept', () => {
    const losses = [1, 2, 3, 4, 5, 6, 7, 8];
    const rows = seriesCsv([arm('pre', losses, 4 * 2 * 4)], 'stream_rms')
      .join('')
      .split('\r\n')
      .filter((row) => row.startsWith('pre') && row.split(',')[2] === '2');
    expect(rows).toEqual(['pre,1,2,1', 'pre,3,2,3', 'pre,5,2,5', 'pre,7,2,7']);
  });
});

describe('all data as JSON', () => {
  it('hold the race, and of each arm its document and every value', () => {
    const race = { version: 1, base: {}, arms: [{}, {}] } as const;
    const text = dataJson({ ...race, arms: [{}, {}] }, [arm('pre', [2, NaN]), unstarted]).join('');
    expect(JSON.parse(text)).toEqual({
      race,
      arms: [
        {
          label: 'pre',
          document: { model: { wiring: 'pre' } },
          scalars: { step: [1, 2], loss: [2, 'NaN'] },
          layers: {
            stream_rms: [
              [0.100000001, 2],
              [0.200000003, 'NaN'],
            ],
          },
          every: 1,
          trajectory: ['000000000000000a', '000000000000000b'],
        },
        { label: 'later', document: {}, scalars: {}, layers: {}, every: 1, trajectory: [] },
      ],
    });
  });

  it('give back the very floats', () => {
    const text = dataJson({ version: 1, base: {}, arms: [] }, [arm('pre', [1 / 3, 1e-38])]);
    const { arms } = JSON.parse(text.join('')) as {
      arms: { layers: { stream_rms: number[][] } }[];
    };
    const values = arms[0]?.layers.stream_rms.map((row) => Math.fround(row[1] ?? NaN));
    expect(values).toEqual([Math.fround(1 / 3), Math.fround(1e-38)]);
  });
});
