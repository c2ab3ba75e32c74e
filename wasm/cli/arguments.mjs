// The command line -> what is asked for. Nothing here knows a field: values are the core's to judge.
import { parseArgs } from 'node:util';

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

const options = {
  set: { type: 'string', multiple: true, default: [] },
  text: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  expect: { type: 'string' },
  weights: { type: 'string' },
  list: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
};

export const formats = ['csv', 'jsonl'];

/** Of `node cli.mjs` the arguments behind. */
export function parseCommand(args) {
  const { values, positionals } = parse(args);
  if (values.help || positionals[0] === 'help') return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError(`no command given. ${seeHelp}`);
  if (name === 'describe') {
    if (rest.length > 0) throw new UsageError(`describe takes no file. ${seeHelp}`);
    return { name };
  }
  if (name === 'lab') return parseLab(values, rest);
  if (name !== 'run') throw new UsageError(`unknown command "${name}". ${seeHelp}`);
  if (rest.length !== 1) {
    const given = rest.length === 0 ? 'none is given' : `${rest.length} are given`;
    throw new UsageError(`run takes one file, or - for the standard input; ${given}. ${seeHelp}`);
  }
  if (!formats.includes(values.format)) {
    throw new UsageError(`--format is "${values.format}"; allowed: ${formats.join(' or ')}.`);
  }
  if (values.expect !== undefined && !/^[0-9a-f]{16}$/.test(values.expect)) {
    throw new UsageError(
      `--expect is "${values.expect}"; allowed: 16 hexadecimal digits, as a run prints them.`,
    );
  }
  return {
    name,
    file: rest[0],
    settings: values.set.map(parseSetting),
    textFile: values.text,
    format: values.format,
    expected: values.expect,
    weightsFile: values.weights,
  };
}

function parseLab({ list, all, quick, set, weights }, names) {
  const asked = names.length + Number(list) + Number(all);
  if (asked !== 1) {
    throw new UsageError(`lab takes one name, or --list, or --all; ${asked} are given. ${seeHelp}`);
  }
  if (names.length === 0 && set.length > 0) {
    throw new UsageError(`--set belongs to one lab: name it. ${seeHelp}`);
  }
  if (names.length === 0 && weights !== undefined) {
    throw new UsageError(`--weights belongs to one lab: name it. ${seeHelp}`);
  }
  return {
    name: 'lab',
    lab: names[0],
    list,
    quick,
    settings: set.map(parseSetting),
    weightsFile: weights,
  };
}

const seeHelp = 'See normlab --help.';

function parse(args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message.split('\n')[0]}. ${seeHelp}`.replace('..', '.'));
  }
}

function parseSetting(setting) {
  const equals = setting.indexOf('=');
  if (equals < 1) {
    throw new UsageError(`--set ${setting}: write it as --set path=value, as in model.wiring=pre.`);
  }
  return { path: setting.slice(0, equals), value: setting.slice(equals + 1) };
}
