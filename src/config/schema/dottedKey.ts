/** The text under a key like `oauth2.clientSecret`; undefined where there is none. */
export function textAt(fields: object, key: string): string | undefined {
  let value: unknown = fields;
  for (const part of key.split('.')) value = isMap(value) ? value[part] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A copy with the text under the key replaced; without a text there, as it was. */
export function replaceAt<Fields extends object>(
  fields: Fields,
  key: string,
  replace: (text: string) => string,
): Fields {
  const [first = '', ...rest] = key.split('.');
  const value = (fields as Readonly<Record<string, unknown>>)[first];
  if (rest.length > 0) {
    return isMap(value) ? { ...fields, [first]: replaceAt(value, rest.join('.'), replace) } : fields;
  }
  return typeof value === 'string' ? { ...fields, [first]: replace(value) } : fields;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
