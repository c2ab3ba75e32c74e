// FILE.json, --set and --text -> one document, for the core to judge.
import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { text as readAll } from 'node:stream/consumers';
import { UsageError } from './arguments.mjs';

/** JSON text where the core has to see it as it is: so that errors name lines and repeated names. */
export async function readDocument({ file, settings, textFile }, engine) {
  const source = withoutMark(file === '-' ? await readAll(stdin) : await readText(file));
  if (settings.length === 0 && textFile === undefined) return source;
  if (repeatsName(engine.validate(source))) return source;
  const { fields } = engine.describe();
  let document;
  try {
    document = JSON.parse(source);
  } catch {
    return source;
  }
  if (document === null || typeof document !== 'object' || Array.isArray(document)) return source;
  for (const { path, value } of settings) put(document, path, typed(value, path, fields));
  if (textFile !== undefined) {
    put(document, 'task.kind', 'text');
    put(document, 'task.text', await readText(textFile));
  }
  return document;
}

const readText = async (file) => (await readBytes(file)).toString('utf8');

export async function readBytes(file) {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new UsageError(`can't read ${file}: ${reason}`, { cause: error });
  }
}

// Some editors put a byte order mark, which JSON.parse doesn't take.
const withoutMark = (text) => text.replace(/^\uFEFF/, '');

/** JSON.parse would keep the last of two, in silence. */
const repeatsName = ({ errors = [] }) => errors.some(({ allowed }) => allowed === 'each name once');

/** Where a group holds something else than an object, it stays: the core says what is wrong. */
function put(document, path, value) {
  const names = path.split('.');
  const last = names.pop();
  let place = document;
  for (const name of names) {
    if (!Object.hasOwn(place, name)) define(place, name, {});
    place = place[name];
    if (place === null || typeof place !== 'object' || Array.isArray(place)) return;
  }
  define(place, last, value);
}

// Not an assignment: a field named __proto__ is an unknown field like any other.
function define(place, name, value) {
  Object.defineProperty(place, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** What is not a value of the field's kind stays a string: then the error shows it as typed. */
export function typed(value, path, fields) {
  const kind = fields.find((field) => field.path === path)?.kind;
  if ((kind === 'integer' || kind === 'real') && isNumber(value)) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const isNumber = (value) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
