import { describe, expect, it } from 'vitest';
import { armStarter } from './arm-engine';
import type { ArmWorker } from './arm-engine';
import type { FromWorker, ToWorker } from './protocol';
import { mayLoadByAddress } from './spawn-choice';

class PaperWorker implements ArmWorker {
  readonly heard: ToWorker[] = [];
  terminated = false;
  onmessage: ArmWorker['onmessage'] = null;
  onerror: ArmWorker['onerror'] = null;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  get run(): number {
    return this.heard[0]?.run ?? -1;
  }
}

const module = {} as WebAssembly.Module;
const settled = () => new Promise((resolve) => setTimeout(resolve));

function start(spawn?: () => Promise<ArmWorker>) {
  const worker = new PaperWorker();
  const heard: FromWorker[] = [];
  const starter = armStarter(module, spawn ?? (() => Promise.resolve(worker)));
  const arm = starter({ seed: 3 }, (message) => heard.push(message));
  return { arm, worker, heard };
}

describe('an arm’s engine', () => {
  it('sends what was asked for while its worker was being loaded, in order', async () => {
    const { arm, worker } = start();
    arm.run();
    arm.pause();
    expect(worker.heard).toEqual([]);
    await settled();
    arm.step(2);
    expect(worker.heard.map(({ kind }) => kind)).toEqual(['create', 'run', 'pause', 'step']);
    expect(worker.heard[0]).toMatchObject({ module, document: { seed: 3 } });
  });

  it('drops what an earlier run still says', async () => {
    const { worker, heard } = start();
    await settled();
    worker.say({ kind: 'paused', run: worker.run - 1, step: 5 });
    worker.say({ kind: 'paused', run: worker.run, step: 6 });
    expect(heard).toEqual([{ kind: 'paused', run: worker.run, step: 6 }]);
  });

  it('ends its worker when disposed of, and when it trapped', async () => {
    const first = start();
    await settled();
    first.arm.dispose();
    first.arm.run();
    expect(first.worker.terminated).toBe(true);
    expect(first.worker.heard).toHaveLength(1);

    const second = start();
    await settled();
    second.worker.say({ kind: 'failed', run: second.worker.run, message: 'unreachable' });
    expect(second.worker.terminated).toBe(true);
    expect(second.heard).toMatchObject([{ kind: 'failed', message: 'unreachable' }]);
  });

  it('ends a worker that arrives too late', async () => {
    const { arm, worker } = start();
    arm.dispose();
    await settled();
    expect(worker.terminated).toBe(true);
  });

  it('says why no worker could be had', async () => {
    const { heard } = start(() => Promise.reject(new Error('blocked')));
    await settled();
    expect(heard).toMatchObject([{ kind: 'failed', message: 'blocked' }]);
  });
});

describe('a worker’s script', () => {
  const page = 'https://host.example/lab/';

  it('is loaded by address from the page’s own origin alone', () => {
    expect(mayLoadByAddress('./assets/w.js', page, 'https://host.example')).toBe(true);
    expect(mayLoadByAddress('https://cdn.example/w.js', page, 'https://host.example')).toBe(false);
    expect(mayLoadByAddress('./assets/w.js', page, 'null')).toBe(false);
  });
});
