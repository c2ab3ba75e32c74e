// Measures laboratories: one as JSON, all as a table.
import { stderr, stdout } from 'node:process';
import { UsageError } from './arguments.mjs';
import { measureAll } from './measure-all.mjs';
import { readBytes, typed } from './read-document.mjs';

const holdsNot = 3;
// From here on one wants to know before it starts.
const longSeconds = 10;

export function lab(command, labs) {
  if (command.list) return list(labs);
  return command.lab === undefined ? table(command, labs) : one(command, labs);
}

function list(labs) {
  for (const { name, title, question, settings } of labs.describe()) {
    stdout.write(`${name.padEnd(12)} ${title}. ${question}\n`);
    for (const { path, help, minimum, maximum, default: standard, quick } of settings) {
      const range = `${minimum} to ${maximum}, ${standard} by default, ${quick} with --quick`;
      stdout.write(`  --set ${path}=  ${help} ${range}\n`);
    }
  }
  return 0;
}

async function one({ lab: name, settings, quick, weightsFile }, labs) {
  const fields = labs.describe().find((known) => known.name === name)?.settings ?? [];
  const values = {};
  for (const { path, value } of settings) {
    if (Object.hasOwn(values, path)) throw new UsageError(`--set ${path} is given twice.`);
    values[path] = typed(value, path, fields);
  }
  const options =
    weightsFile === undefined ? { quick } : { quick, weights: await readBytes(weightsFile) };
  const check = labs.check(name, values, options);
  if (check.ok && check.estimate.seconds >= longSeconds) {
    stderr.write(`normlab: ${name} takes about ${sayTime(check.estimate.seconds)}\n`);
  }
  const answer = measure(name, values, options, labs);
  if (!answer.ok) {
    stderr.write(answer.errors.map(({ message }) => `normlab: ${message}\n`).join(''));
    return 2;
  }
  stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  return answer.holds ? 0 : holdsNot;
}

async function table({ quick }, labs) {
  const names = labs.describe().map(({ name }) => name);
  const answers = await measureAll(names, quick, (name, count) => {
    say(`${name}: ${count} of ${names.length} laboratories`);
  });
  say('');
  const rows = answers.flatMap(({ lab: name, statements }) =>
    statements.map((statement) => [name, ...cells(statement)]),
  );
  const head = ['lab', 'predicted', 'tolerance', 'measured', 'verdict', 'statement'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  for (const row of [head, ...rows]) {
    stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
  return rows.every(([, , , , verdict]) => verdict === 'holds') ? 0 : holdsNot;
}

const signs = { within: '', 'at most': '<= ', 'at least': '>= ' };

function cells({
  comparison,
  predicted,
  tolerance,
  measured,
  interval,
  holds,
  statement,
  condition,
}) {
  const words = condition === '' ? statement : `${statement} Holds for: ${condition}.`;
  const verdict = holds ? 'holds' : 'does not hold';
  return [
    `${signs[comparison]}${short(predicted)}`,
    short(tolerance),
    interval === null ? short(measured) : `${short(measured)} ± ${Number(interval.toPrecision(2))}`,
    verdict,
    words,
  ];
}

const sayTime = (seconds) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

const short = (number) => (number === null ? 'not finite' : String(Number(number.toPrecision(4))));

function measure(name, values, options, labs) {
  const onProgress = (share) => say(`${name} ${Math.round(share * 100)} %`);
  const answer = labs.run(name, values, stderr.isTTY ? { ...options, onProgress } : options);
  say('');
  return answer;
}

/** One line, drawn over itself; the terminal alone is told how far it is. */
function say(text) {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`);
}
