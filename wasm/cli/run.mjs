// Trains a document step by step; rows on the standard output, the verdict on the standard error.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { stderr, stdout } from 'node:process';
import { stepRecords } from '../step-records.mjs';
import { progress } from './progress.mjs';
import { readDocument } from './read-document.mjs';
import { csv, jsonl } from './rows.mjs';

const formats = { csv, jsonl };

export async function run(command, engine) {
  const document = await readDocument(command, engine);
  const made = engine.createRun(document);
  if (!made.ok) {
    stderr.write(errorList(made.errors));
    return 2;
  }
  const format = formats[command.format];
  const { run: training } = made;
  const line = progress(training.document.steps);
  await write(format.header(training.layout));
  for (const record of stepRecords(training)) {
    await write(format.row(record, training.layout));
    line.show(record);
  }
  const verdict = training.verdict();
  const { trajectory, step } = training;
  await write(format.footer(verdict, training));
  line.clear();
  const reproduced = command.expected === undefined || command.expected === trajectory;
  stderr.write(`trajectory ${trajectory} after ${step} steps${comparison(command, reproduced)}\n`);
  stderr.write(`${verdict.sentence}\n${verdict.name}\n`);
  if (command.weightsFile !== undefined) await save(training.weights(), command.weightsFile);
  training.dispose();
  return reproduced ? 0 : 3;
}

function comparison({ expected }, reproduced) {
  if (expected === undefined) return '';
  return reproduced ? ': reproduced' : `: differs from ${expected}`;
}

function errorList(errors) {
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const lines = errors.map(({ pointer, message }) => `  ${pointer || '/'}: ${message}\n`);
  return `normlab: the document has ${count}\n${lines.join('')}`;
}

async function save(bytes, path) {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    throw new Error(`can't write the weights to ${path}: ${error.message}`, { cause: error });
  }
}

/** Waits where the reader is slower than the training. */
async function write(text) {
  if (text !== '' && !stdout.write(text)) await once(stdout, 'drain');
}
