import type { Description, Field } from '../engine/types';
import type { SettingValue, Settings } from './settings';

/** The engine's table of fields, with the look-ups that the page needs. */
export class FieldTable {
  readonly fields: readonly Field[];
  readonly #byPath: ReadonlyMap<string, Field>;

  constructor(description: Pick<Description, 'fields'>) {
    this.fields = description.fields.filter((field) => field.path !== 'version');
    this.#byPath = new Map(this.fields.map((field) => [field.path, field]));
  }

  find(path: string): Field | undefined {
    return this.#byPath.get(path);
  }

  get(path: string): Field {
    const field = this.find(path);
    if (!field) throw new Error(`The engine has no field "${path}".`);
    return field;
  }

  /** The field whose path is `name`, or whose last part is, if no other field ends the same way. */
  resolve(name: string): Field | undefined {
    const exact = this.find(name);
    if (exact) return exact;
    const endings = this.fields.filter((field) => field.path.endsWith(`.${name}`));
    return endings.length === 1 ? endings[0] : undefined;
  }

  defaults(): Settings {
    return Object.fromEntries(
      this.fields.map((field) => [field.path, field.default as SettingValue]),
    );
  }

  /** Whether a field says anything under these settings: "modulus" does only in modular addition. */
  applies(field: Field, settings: Settings): boolean {
    return Object.entries(field.when ?? {}).every(([path, values]) =>
      values.includes(String(settings[path])),
    );
  }

  /** The settings that are not the default, those that say nothing now among them. */
  changed(settings: Settings): Settings {
    return Object.fromEntries(
      Object.entries(settings).filter(([path, value]) => value !== this.find(path)?.default),
    );
  }

  /** What a document has to say: the settings that apply and are not the default. */
  sparse(settings: Settings): Settings {
    const said: Record<string, SettingValue> = {};
    for (const field of this.fields) {
      const value = settings[field.path];
      if (value === undefined || value === field.default) continue;
      if (this.applies(field, settings)) said[field.path] = value;
    }
    return said;
  }
}
