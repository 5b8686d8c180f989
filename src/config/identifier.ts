import { field, refuse } from './schema/fields.ts';

export const identifierAccepted = 'letters, digits, - and _, a letter or digit first, at most 100';

/** The id of a watch, or the name of a channel: it is used unchanged in commands, URLs and headers. */
export const identifier = field(identifierAccepted, (value) => {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(value)) return value;
  const meant = value
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 100);
  return refuse({ suggestion: meant === '' ? undefined : meant });
});
