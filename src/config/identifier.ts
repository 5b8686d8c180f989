import { field, refuse } from '../fields/fields.ts';
import { withCommas } from '../words/counted.ts';

const longest = 100;

export const identifierAccepted = `letters, digits, - and _, a letter or digit first, at most ${longest}`;

/** The id of a watch, or the name of a channel: it is used unchanged in commands, URLs and headers. */
export const identifier = field(identifierAccepted, (value) => {
  if (value.length <= longest && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(value)) return value;
  const meant = value
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, longest);
  const why =
    value.length > longest
      ? `its ${withCommas(value.length)} characters would not fit into addresses and keys of the database`
      : undefined;
  return refuse({ why, suggestion: meant === '' ? undefined : meant });
});
