export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what is at a path of keys in nested maps. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((at, key) => (isMap(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}
