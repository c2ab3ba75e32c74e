import { describe, expect, it } from 'vitest';
import { LinkWriter } from './link-writer';

function stage() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const writer = new LinkWriter(
    {
      push: (hash) => written.push(`push ${hash}`),
      replace: (hash) => written.push(`replace ${hash}`),
      later: (callback) => waiting.push(callback),
    },
    '',
  );
  const settle = () => {
    for (const callback of waiting.splice(0)) callback();
  };
  return { writer, written, settle };
}

describe('the address', () => {
  it('has an entry for each thing that was edited', () => {
    const { writer, written } = stage();
    writer.write('#a=1', 'a');
    writer.write('#a=1&b=1', 'b');
    expect(written).toEqual(['push #a=1', 'push #a=1&b=1']);
  });

  it('is written rarely while one slider moves, and has one entry for it', () => {
    const { writer, written, settle } = stage();
    for (let event = 0; event < 300; event++) {
      writer.write(`#a=${event}`, 'a');
      if (event % 30 === 29) settle();
    }
    expect(written.filter((line) => line.startsWith('push'))).toHaveLength(1);
    expect(written.length).toBeLessThan(15);
    expect(written.at(-1)).toBe('replace #a=299');
  });

  it('keeps the end of one edit before the next begins', () => {
    const { writer, written } = stage();
    writer.write('#a=1', 'a');
    writer.write('#a=2', 'a');
    writer.write('#a=2&b=1', 'b');
    expect(written).toEqual(['push #a=1', 'replace #a=2', 'push #a=2&b=1']);
  });

  it('is left alone where it says so already', () => {
    const { writer, written, settle } = stage();
    writer.write('', 'a');
    writer.write('#a=1', 'a');
    writer.adopt('#b=2');
    settle();
    writer.write('#b=2', 'b');
    expect(written).toEqual(['push #a=1']);
  });
});
