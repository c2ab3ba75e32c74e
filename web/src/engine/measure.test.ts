import { describe, expect, it } from 'vitest';
import { measurer } from './measure';
import type { FromLabWorker, LabWorker, ToLabWorker } from './measure';

class FakeWorker implements LabWorker {
  readonly posted: ToLabWorker[] = [];
  ended = false;
  onmessage: LabWorker['onmessage'] = null;
  onerror: LabWorker['onerror'] = null;

  postMessage(message: ToLabWorker): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: FromLabWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromLabWorker>);
  }
}

const module = {} as WebAssembly.Module;
const request = { lab: 'depth', settings: { depth: 16 }, quick: true };
const answer: FromLabWorker = { kind: 'answer', answer: { ok: false, errors: [] } };

function start(spawn?: () => Promise<LabWorker>) {
  const worker = new FakeWorker();
  const heard: FromLabWorker[] = [];
  const end = measurer(module, spawn ?? (() => Promise.resolve(worker)))(request, (message) => {
    heard.push(message);
  });
  return { worker, heard, end };
}

describe('a measurement', () => {
  it('asks its worker, hears its progress, and ends it with the answer', async () => {
    const { worker, heard } = start();
    await Promise.resolve();
    expect(worker.posted).toEqual([{ ...request, module }]);
    worker.say({ kind: 'progress', share: 0.5 });
    expect(worker.ended).toBe(false);
    worker.say(answer);
    expect(heard).toEqual([{ kind: 'progress', share: 0.5 }, answer]);
    expect(worker.ended).toBe(true);
  });

  it('is not heard any more once it is ended', async () => {
    const { worker, heard, end } = start();
    await Promise.resolve();
    end();
    worker.say(answer);
    expect(worker.ended).toBe(true);
    expect(heard).toEqual([]);
  });

  it('ends a worker that comes too late', async () => {
    const { worker, end } = start();
    end();
    await Promise.resolve();
    expect(worker.ended).toBe(true);
    expect(worker.posted).toEqual([]);
  });

  it('says what happened where the worker fails or does not start', async () => {
    const { worker, heard } = start();
    await Promise.resolve();
    worker.onerror?.({ message: 'out of memory' } as ErrorEvent);
    const refused = start(() => Promise.reject(new Error('no workers here')));
    await new Promise((done) => setTimeout(done));
    expect(heard).toEqual([{ kind: 'failed', message: 'out of memory' }]);
    expect(refused.heard).toEqual([{ kind: 'failed', message: 'no workers here' }]);
  });
});
