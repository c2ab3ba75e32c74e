import { readFileSync } from 'node:fs';
import { stdout } from 'node:process';

const text = `Usage: normlab run FILE.json [options]   train one experiment, a row a step
       normlab describe                  the fields, wirings and series, as JSON

FILE.json is an experiment document; {} is the default one, and - reads the standard input.

  --set path=value   change a field, as in --set model.wiring=pre; may be given often
  --text FILE        learn the characters of this file
  --format csv       step, loss, learning rate, gradient norm (the default)
  --format jsonl     the same with every series over the layers; the last line is the verdict
  -h, --help         this
  -v, --version      the version

The verdict is the last line on the standard error.
Exit code: 0 for a run, whatever became of it; 2 for a document or command that is wrong.
`;

export function help() {
  stdout.write(text);
  return 0;
}

export function version() {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url)));
  stdout.write(`${version}\n`);
  return 0;
}
