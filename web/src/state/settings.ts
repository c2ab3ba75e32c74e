export type SettingValue = number | string | boolean;

/** A document laid flat: "model.depth" -> 12. */
export type Settings = Readonly<Record<string, SettingValue>>;

export function flatten(document: unknown, prefix = ''): Settings {
  const flat: Record<string, SettingValue> = {};
  if (typeof document !== 'object' || document === null) return flat;
  for (const [name, value] of Object.entries(document)) {
    const path = prefix + name;
    if (typeof value === 'object') Object.assign(flat, flatten(value, `${path}.`));
    else if (path !== 'version') flat[path] = value as SettingValue;
  }
  return flat;
}

export interface NestedSettings {
  [name: string]: SettingValue | NestedSettings;
}

export function nest(settings: Settings): NestedSettings {
  const document: NestedSettings = {};
  for (const [path, value] of Object.entries(settings)) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let parent = document;
    for (const name of names) {
      const child = parent[name];
      parent = typeof child === 'object' ? child : (parent[name] = {});
    }
    parent[last] = value;
  }
  return document;
}

/** The settings without one path. */
export function without(settings: Settings, path: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== path));
}

export function sameSettings(a: Settings, b: Settings): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  );
}
