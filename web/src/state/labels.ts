import type { Field } from '../engine/types';
import type { FieldTable } from './field-table';
import { formatPlain } from './numbers';
import { effective, identityPath } from './race-document';
import type { ArmDocument, RaceDocument } from './race-document';
import type { SettingValue, Settings } from './settings';

/**
 * The fields in which the arms are not all alike, in the table's order. A field that means nothing to some arms makes
 * no difference of its own, unless it is set: that a residual stack has no norm is said by its wiring.
 */
export function differing(table: FieldTable, race: RaceDocument): Field[] {
  const all = race.arms.map((arm) => effective(race, arm));
  return table.fields.filter((field) => {
    const having = all.filter((settings) => table.applies(field, settings));
    const values = new Set(having.map((settings) => settings[field.path]));
    const set = having.length < all.length && [...values].some((value) => value !== field.default);
    return values.size > 1 || set;
  });
}

/** One label per arm that says just what differs: "post-norm, warmup 400". */
export function armLabels(table: FieldTable, race: RaceDocument): Map<number, string> {
  const fields = differing(table, race);
  const labels = new Map<number, string>();
  const seen = new Map<string, number>();
  for (const arm of race.arms) {
    const label = armLabel(table, race, arm, fields);
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    labels.set(arm.id, count > 1 ? `${label} (${count})` : label);
  }
  return labels;
}

function armLabel(
  table: FieldTable,
  race: RaceDocument,
  arm: ArmDocument,
  fields: readonly Field[],
): string {
  const settings = effective(race, arm);
  const present = fields.filter((field) => table.applies(field, settings));
  const notable = present.filter(
    ({ path }) => path === identityPath || settings[path] !== race.shared[path],
  );
  const said = notable.length > 0 ? notable : present;
  if (said.length > 0) return said.map((field) => saySetting(field, settings)).join(', ');
  const identity = table.find(identityPath);
  return identity ? saySetting(identity, settings) : `arm ${arm.id + 1}`;
}

/** "warmup 400", "RMSNorm", "biases off". */
function saySetting(field: Field, settings: Settings): string {
  const value = settings[field.path];
  if (value === undefined) return field.label;
  if (field.kind === 'choice' && saysItself(field)) return sayValue(field, value);
  return `${inSentence(field.label)} ${sayValue(field, value)}`;
}

/** "Learning rate" as it stands within a sentence; "QK-norm" stays. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** "none" alone would not tell of what; "post-norm" does. */
function saysItself(field: Field): boolean {
  return !(field.choices ?? []).some(({ value }) => value === 'none' || value === 'default');
}

export function sayValue(field: Field, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return formatPlain(value);
  return field.choices?.find((choice) => choice.value === value)?.label ?? value;
}
