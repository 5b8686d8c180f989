/** The texts under a key like `oauth2.clientSecret`: one, those of a list, or none. */
export function textsAt(fields: object, key: string): readonly string[] {
  let value: unknown = fields;
  for (const part of key.split('.')) value = isMap(value) ? value[part] : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

/** A copy with the text under the key replaced, or each text of a list; unchanged without a text there. */
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
  const replaced = (one: unknown) => (typeof one === 'string' ? replace(one) : one);
  if (Array.isArray(value)) return { ...fields, [first]: value.map(replaced) };
  return typeof value === 'string' ? { ...fields, [first]: replace(value) } : fields;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
