// The command, as a shell would run it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const wasmFolder = fileURLToPath(new URL('.', import.meta.url));
const small = {
  model: { depth: 2, width: 8, feed_forward: 16 },
  batch: 2,
  steps: 3,
  schedule: { warmup: 0 },
};

let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'normlab-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name, content) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** `input` goes to the standard input; `readsLines` closes the output after that many. */
function normlab(
  args,
  { input = '', readsLines = Infinity, cli = join(wasmFolder, 'cli.mjs') } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args]);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout.split('\n').length > readsLines) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout, stderr, lines: stdout.split('\n').slice(0, -1) });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const run = (document, args = [], options = {}) =>
  normlab(['run', '-', ...args], { input: JSON.stringify(document), ...options });

/** The header of a safetensors file, and the numbers behind it. */
function readSafeTensors(bytes) {
  const length = Number(bytes.readBigUInt64LE(0));
  return {
    header: JSON.parse(bytes.toString('utf8', 8, 8 + length)),
    data: bytes.subarray(8 + length),
  };
}

const lastLine = (text) => text.trimEnd().split('\n').at(-1);

describe('normlab run', () => {
  it('writes a row a step, and the verdict as the last line of the standard error', async () => {
    const { code, lines, stderr } = await run(small);
    expect(code).toBe(0);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('step,loss,learning_rate,gradient_norm');
    lines.slice(1).forEach((line, i) => {
      const [step, loss, rate, norm] = line.split(',').map(Number);
      expect(step).toBe(i + 1);
      expect(rate).toBe(0.002);
      expect(loss).toBeGreaterThan(0);
      expect(norm).toBeGreaterThan(0);
    });
    const [trajectory, sentence, name] = stderr.split('\n');
    expect(trajectory).toMatch(/^trajectory [0-9a-f]{16} after 3 steps$/);
    expect(sentence).toMatch(/^learning: loss [\d.]+ \(chance 2\.77\)/);
    expect(name).toBe('learning');
  });

  it('writes every series and the verdict as jsonl', async () => {
    const { code, lines, stderr } = await run(small, ['--format', 'jsonl']);
    expect(code).toBe(0);
    const records = lines.map((line) => JSON.parse(line));
    expect(records).toHaveLength(4);
    const { verdict, trajectory, document, summary } = records.pop();
    expect(stderr).toContain(`trajectory ${trajectory} after 3 steps`);
    for (const record of records) {
      expect(record.weight_gradient).toHaveLength(4);
      expect(record.attention_logit).toHaveLength(2);
    }
    expect(verdict.name).toBe(lastLine(stderr));
    expect(document).toEqual({ ...small, model: { ...small.model } });
    expect(summary.sublayers).toBe(4);
  });

  it('replays the same bytes', async () => {
    const [first, second] = [await run(small), await run(small)];
    expect(second.stdout).toBe(first.stdout);
  });

  it('says whether a trajectory is the expected one', async () => {
    const [, hash] = (await run(small)).stderr.split(' ');
    const same = await run(small, ['--expect', hash]);
    expect(same.code).toBe(0);
    expect(same.stderr).toContain(`trajectory ${hash} after 3 steps: reproduced\n`);
    const other = await run({ ...small, seed: 2 }, ['--expect', hash]);
    expect(other.code).toBe(3);
    expect(other.stderr).toContain(`after 3 steps: differs from ${hash}\n`);
    expect(other.lines).toHaveLength(4);
  });

  it('reads a file, with or without a byte order mark, and changes what --set says', async () => {
    const path = await file('mark.json', `\uFEFF${JSON.stringify(small)}`);
    expect((await normlab(['run', path])).lines).toHaveLength(4);
    const args = ['--set', 'steps=2', '--set', 'model.wiring=pre', '--set', 'model.bias=false'];
    const { code, lines } = await normlab(['run', path, '--format=jsonl', ...args]);
    expect(code).toBe(0);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2]).document).toMatchObject({
      model: { wiring: 'pre', bias: false },
      steps: 2,
    });
  });

  it('learns the text of a file', async () => {
    const text = await file('text.txt', 'to be or not to be, \u{1F600} that is the question');
    const { code, lines } = await run(small, ['--text', text, '--format', 'jsonl']);
    expect(code).toBe(0);
    const { document, summary } = JSON.parse(lines.at(-1));
    expect(document.task).toMatchObject({ kind: 'text' });
    expect(summary.unigram).toBeLessThan(summary.chance);
  });

  it('ends a run that is not finite with that verdict, and code 0', async () => {
    const document = {
      ...small,
      steps: 200,
      model: { ...small.model, wiring: 'residual', depth: 40 },
      optimizer: { kind: 'sgd', learning_rate: 10 },
    };
    const csv = await run(document);
    expect(csv.code).toBe(0);
    expect(csv.lines.at(-1)).toMatch(/NaN|Infinity/);
    expect(lastLine(csv.stderr)).toBe('non-finite');
    const jsonl = await run(document, ['--format', 'jsonl']);
    const records = jsonl.lines.map((line) => JSON.parse(line));
    expect(records.at(-1).verdict.name).toBe('non-finite');
    expect(records.at(-2).gradient_norm).toBe(null);
  });

  it('is content when its reader has seen enough', async () => {
    const { code, stderr } = await run({ ...small, steps: 100_000 }, [], { readsLines: 2 });
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});

describe('normlab refuses, with code 2 and without a row,', () => {
  it('a bad document, with all errors', async () => {
    const document = { modl: {}, seed: -1, model: { width: 10, heads: 3 } };
    const { code, stdout, stderr } = await run(document);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      [
        'normlab: the document has 3 errors',
        '  /modl: unknown field modl; did you mean model?',
        '  /seed: seed is -1; allowed: an integer from 0 to 4294967295',
        '  /model/width: model.width is 10 and model.heads is 3; allowed: a width that the heads divide, 9 or 12 for instance',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['optimizer.learning_rate=0,003', 'optimizer.learning_rate is "0,003"'],
    ['optimizer.learning_rate=NaN', 'optimizer.learning_rate is "NaN"'],
    ['model.depth=1.5', 'model.depth is 1.5'],
    ['model.depth=', 'model.depth is ""'],
    ['model.depth=0x10', 'model.depth is "0x10"'],
    ['model.bias=yes', 'model.bias is "yes"'],
    ['model.widht=8', 'did you mean model.width?'],
    ['model=8', 'model is "8"'],
    ['__proto__.depth=3', 'unknown field __proto__'],
    ['steps.more=3', 'steps is an object'],
  ])('--set %s', async (setting, message) => {
    const { code, stdout, stderr } = await run({}, ['--set', setting]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it.each([
    ['{"steps": 3', 'line 1, column 12'],
    ['', 'the document is empty'],
    ['[]', 'the document is an array'],
    ['{"steps": 3, "steps": 4}', '/steps is given twice'],
  ])('%s on the standard input, with --set or without', async (input, message) => {
    for (const args of [[], ['--set', 'seed=3']]) {
      const { code, stderr } = await normlab(['run', '-', ...args], { input });
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it.each([
    [[], 'no command'],
    [['rum', '-'], 'unknown command "rum"'],
    [['run'], 'none is given'],
    [['run', 'a', 'b'], '2 are given'],
    [['run', 'no-such.json'], 'no such file'],
    [['run', '-', '--text', 'no-such.txt'], 'no such file'],
    [['run', '-', '--set', 'steps'], '--set path=value'],
    [['run', '-', '--format', 'xml'], 'csv or jsonl'],
    [['run', '-', '--expect', '123'], '16 hexadecimal digits'],
    [['run', '-', '--loud'], '--loud'],
    [['describe', 'x'], 'takes no file'],
  ])('the command line %j', async (args, message) => {
    const { code, stdout, stderr } = await normlab(args, { input: '{}' });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});

describe('normlab run --weights', () => {
  it('saves what was trained as safetensors, with the next step as a check', async () => {
    const path = join(folder, 'saved.safetensors');
    const { code, stderr } = await run(small, ['--weights', path]);
    expect(code).toBe(0);
    const { header, data } = readSafeTensors(await readFile(path));
    const { __metadata__: metadata, ...tensors } = header;
    expect(JSON.parse(metadata.normlab)).toEqual(small);
    expect(stderr).toContain(`trajectory ${metadata.trajectory} after ${metadata.step} steps`);
    expect(tensors['layer.1.feed_forward.w1.weight'].shape).toEqual([16, 8]);
    expect(Math.max(...Object.values(tensors).map((tensor) => tensor.data_offsets[1]))).toBe(
      data.length,
    );
    const longer = await run({ ...small, steps: 4 }, ['--format', 'jsonl']);
    // The rows are written as the shortest text of the same float32.
    expect(Number(metadata.next_loss)).toBe(Math.fround(JSON.parse(longer.lines[3]).loss));
  });

  it('says where it cannot write', async () => {
    const { code, stderr } = await run(small, ['--weights', join(folder, 'no', 'folder')]);
    expect(code).toBe(1);
    expect(stderr).toContain("can't write the weights to");
  });
});

describe('normlab lab', () => {
  it('measures one as JSON, with settings of its own', async () => {
    const { code, stdout } = await normlab(['lab', 'batch', '--set', 'width=16', '--quick']);
    const answer = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answer.settings).toMatchObject({ width: 16, seeds: 5 });
    expect(answer.statements.map(({ holds }) => holds)).toEqual(new Array(6).fill(true));
  });

  // Eight numbers a token and one seed are no average.
  it('ends with 3 where a statement does not hold', async () => {
    const settings = ['--set', 'depth=64', '--set', 'width=8', '--set', 'seeds=1'];
    const { code, stdout } = await normlab(['lab', 'stream', ...settings]);
    expect(JSON.parse(stdout).holds).toBe(false);
    expect(code).toBe(3);
  });

  it('measures the stack whose weights a run saved', async () => {
    const weights = join(folder, 'trained.safetensors');
    const document = {
      ...small,
      task: { kind: 'text', context: 24 },
      model: { ...small.model, wiring: 'pre' },
    };
    expect((await run(document, ['--weights', weights])).code).toBe(0);
    const { stdout, stderr } = await normlab(['lab', 'finetune', '--weights', weights]);
    expect(stderr).toBe('');
    const answer = JSON.parse(stdout);
    expect(answer.measured).toEqual(document);
    expect(answer.charts.map(({ name }) => name)).toEqual(['pre']);
  });

  it('lists all with their settings', async () => {
    const { stdout } = await normlab(['lab', '--list']);
    expect(stdout).toMatch(/^stream +How the stream grows/m);
    expect(stdout).toContain('--set vocabulary=  Symbols to choose from. 256 to 8192');
  });

  it.each([
    [['lab'], 'lab takes one name, or --list, or --all; 0 are given'],
    [['lab', 'norm', '--all'], '2 are given'],
    [['lab', '--all', '--set', 'seeds=1'], '--set belongs to one lab'],
    [['lab', '--all', '--weights', 'trained'], '--weights belongs to one lab'],
    [
      ['lab', 'norm', '--weights', '/no/such/file'],
      "can't read /no/such/file: there is no such file",
    ],
    [
      ['lab', 'precision', '--weights', fileURLToPath(import.meta.url)],
      'allowed: a safetensors file',
    ],
    [['lab', 'norms'], 'there is no lab norms; did you mean norm?'],
    [['lab', 'norm', '--set', 'width=7'], 'width is 7; allowed: an integer from 8 to 128'],
    [['lab', 'norm', '--set', 'width=wide'], 'width is "wide"; allowed: an integer'],
    [['lab', 'norm', '--set', 'seeds=1', '--set', 'seeds=2'], '--set seeds is given twice'],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await normlab(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});

describe('normlab', () => {
  it('describes, helps and tells its version', async () => {
    const described = await normlab(['describe']);
    expect(JSON.parse(described.stdout).fields[0].path).toBe('model.wiring');
    expect((await normlab(['--help'])).stdout).toContain('Usage: normlab run FILE.json');
    expect((await normlab(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says how to build an engine that is not there', async () => {
    const unbuilt = join(folder, 'unbuilt', 'wasm');
    await cp(wasmFolder, unbuilt, {
      recursive: true,
      filter: (path) => !path.startsWith(join(wasmFolder, 'dist')),
    });
    const { code, stderr } = await normlab(['run', '-'], {
      input: '{}',
      cli: join(unbuilt, 'cli.mjs'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('npm run build');
  });
});
