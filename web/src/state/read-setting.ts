import type { Field } from '../engine/types';
import type { SettingValue } from './settings';

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const decimalComma = /^([+-]?\d*),(\d+(e[+-]?\d+)?)$/i;
/** "1,000" may mean one or a thousand. */
const ambiguousComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * What somebody typed, as a value of the field. Text that does not read as one is handed on as it is:
 * the engine then refuses it by name, with what was typed.
 */
export function readSetting(field: Pick<Field, 'kind'>, text: string): SettingValue {
  switch (field.kind) {
    case 'integer':
    case 'real':
      return readNumber(text, field.kind === 'real') ?? text.trim();
    case 'boolean': {
      const word = text.trim();
      return word === 'true' || (word === 'false' ? false : word);
    }
    case 'choice':
    case 'text':
      return text;
  }
}

function readNumber(text: string, fractions: boolean): number | null {
  let plain = text.trim().replace('\u2212', '-');
  if (fractions && !ambiguousComma.test(plain)) plain = plain.replace(decimalComma, '$1.$2');
  return plainNumber.test(plain) ? Number(plain) : null;
}
