import type { FieldTable } from './field-table';
import { decodeProof, encodeProof } from './proof';
import type { Proof } from './proof';
import { readSetting } from './read-setting';
import { identityPath, makeRace, mostArms } from './race-document';
import type { RaceDocument } from './race-document';
import { sameSettings } from './settings';
import type { SettingValue, Settings } from './settings';

/*
 * #v=1&seed=7&arm=model.wiring:post&arm=model.wiring:pre,schedule.warmup:400
 * Each name is a field's path; "arm" comes once per arm, with what the arm has of its own. What the link does not
 * mention is as in the default race; where it mentions any arm, its arms are all the arms there are. "proof" comes once
 * per arm too, in a link that says what was trained.
 */

/** Browsers and messengers cut links that are much longer. */
export const longestText = 20_000;

export interface EncodedLink {
  hash: string;
  /** The text was too long to travel in a link. */
  textLeftOut: boolean;
}

export function encodeLink(
  table: FieldTable,
  standard: RaceDocument,
  race: RaceDocument,
  proofs: readonly (Proof | null)[] = [],
): EncodedLink {
  const parts: string[] = [];
  let textLeftOut = false;
  for (const field of table.fields) {
    const value = race.shared[field.path];
    if (value === undefined || value === standard.shared[field.path]) continue;
    if (typeof value === 'string' && value.length > longestText) textLeftOut = true;
    else parts.push(`${field.path}=${escape(String(value))}`);
  }
  // A wiring for all arms alone would be read as a race of one.
  const identity = race.shared[identityPath];
  if (!sameArms(standard, race) || identity !== standard.shared[identityPath]) {
    for (const arm of race.arms) parts.push(`arm=${encodeOwn(arm.own)}`);
  }
  // On another text than the one left out, nothing would come out the same.
  if (!textLeftOut) parts.push(...proofs.map((proof) => `proof=${encodeProof(proof)}`));
  return { hash: parts.length === 0 ? '' : `#v=1&${parts.join('&')}`, textLeftOut };
}

function encodeOwn(own: Settings): string {
  return Object.entries(own)
    .map(([path, value]) => `${path}:${escape(String(value)).replace(/[,:]/g, encodeURIComponent)}`)
    .join(',');
}

function sameArms(a: RaceDocument, b: RaceDocument): boolean {
  return (
    a.arms.length === b.arms.length &&
    a.arms.every((arm, index) => sameSettings(arm.own, b.arms[index]?.own ?? {}))
  );
}

/** Half a surrogate pair becomes U+FFFD, as the engine reads it. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** encodeURIComponent, but readable where a hash allows it. */
function escape(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/%20/g, '+')
    .replace(/%(?:3A|2C|2F)/g, decodeURIComponent);
}

export interface DecodedLink {
  /** What the link says, not yet judged by the engine. */
  race: RaceDocument;
  /** One an arm, where the link says what was trained; else none. */
  proofs: (Proof | null)[];
  /** One sentence for each part that could not be read. */
  problems: string[];
}

export function decodeLink(table: FieldTable, standard: RaceDocument, hash: string): DecodedLink {
  const shared: Record<string, SettingValue> = { ...standard.shared };
  const arms: Settings[] = [];
  const proofs: (Proof | null)[] = [];
  const problems: string[] = [];
  for (const part of hash.replace(/^#/, '').split('&').filter(Boolean)) {
    const [rawName, rawValue] = split(part, '=');
    const name = unescapePart(rawName);
    if (name === null || rawValue === undefined) {
      problems.push(`The link's part “${shorten(part)}” cannot be read and is left out.`);
    } else if (name === 'v') {
      if (rawValue !== '1')
        problems.push(`The link has version ${shorten(rawValue)}; this page reads version 1.`);
    } else if (name === 'proof') {
      const proof = decodeProof(rawValue);
      if (proof === undefined) {
        problems.push(`The link's proof “${shorten(rawValue)}” cannot be read and is left out.`);
      }
      proofs.push(proof ?? null);
    } else if (name === 'arm') {
      if (arms.length < mostArms) arms.push(decodeOwn(table, rawValue, problems));
      else problems.push(`The link has more than ${mostArms} arms; the rest are left out.`);
    } else {
      decodeSetting(table, name, rawValue, shared, problems);
    }
  }
  const identity = shared[identityPath];
  // A wiring for all arms means nothing to the default arms, which each have their own.
  if (arms.length === 0 && identity !== undefined && identity !== standard.shared[identityPath]) {
    arms.push({ [identityPath]: identity });
  }
  const owns = arms.length > 0 ? arms : standard.arms.map((arm) => arm.own);
  if (proofs.length > 0 && proofs.length !== owns.length) {
    problems.push(
      `The link has proofs for ${proofs.length} arms, and ${owns.length} arms: the proofs are left out.`,
    );
    proofs.length = 0;
  }
  return { race: makeRace(shared, owns), proofs, problems };
}

function decodeOwn(table: FieldTable, text: string, problems: string[]): Settings {
  const own: Record<string, SettingValue> = {};
  for (const part of text.split(',').filter(Boolean)) {
    const [rawName, rawValue] = split(part, ':');
    const name = unescapePart(rawName);
    if (name === null || rawValue === undefined) {
      problems.push(`An arm's part “${shorten(part)}” cannot be read and is left out.`);
    } else {
      decodeSetting(table, name, rawValue, own, problems, true);
    }
  }
  return own;
}

function decodeSetting(
  table: FieldTable,
  name: string,
  rawValue: string,
  into: Record<string, SettingValue>,
  problems: string[],
  inArm = false,
): void {
  const field = table.resolve(name === 'lr' ? 'learning_rate' : name);
  const text = unescapePart(rawValue);
  if (!field) {
    problems.push(`The link sets “${shorten(name)}”, which is no setting; it is left out.`);
  } else if (text === null) {
    problems.push(
      `${field.label} in the link (“${shorten(rawValue)}”) cannot be read and is left out.`,
    );
  } else if (inArm && field.shared) {
    problems.push(
      `${field.label} is shared by all arms; the link sets it in one, and that is left out.`,
    );
  } else {
    into[field.path] = readSetting(field, text);
  }
}

function split(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Null where the escapes are broken ("%", "%F8", a link cut in half). */
function unescapePart(text: string): string | null {
  try {
    return wellFormed(decodeURIComponent(text.replace(/\+/g, ' ')));
  } catch {
    return null;
  }
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
