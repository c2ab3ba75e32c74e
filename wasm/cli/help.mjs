import { readFileSync } from 'node:fs';
import { stdout } from 'node:process';

const text = `Usage: normlab run FILE.json [options]   train one experiment, a row a step
       normlab lab NAME [options]        measure one claim of the literature, as JSON
       normlab lab --all                 all of them, as a table; --list names them
       normlab describe                  the fields, wirings and series, as JSON

FILE.json is an experiment document; {} is the default one, and - reads the standard input.

  --set path=value   change a field, as in --set model.wiring=pre; may be given often
  --text FILE        learn the characters of this file
  --format csv       step, loss, learning rate, gradient norm (the default)
  --format jsonl     the same with every series over the layers; the last line is the verdict
  --expect HASH      compare with the trajectory of an earlier run; exit code 3 where it differs
  --weights FILE     of a run: save the trained weights there, as safetensors;
                     of precision, logits and finetune: measure the stack that a run saved
  --quick            of a lab: fewer seeds and smaller stacks
  -h, --help         this
  -v, --version      the version

The standard error ends with the trajectory, a hash over the bits of every step's loss and gradient
norm, the verdict's sentence, and the verdict. The same document has the same trajectory everywhere.
Exit code: 0 for a run, whatever became of it; 2 for a document or command that is wrong; 3 where
the trajectory is not the expected one, or a lab measured what its statement does not allow.
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
