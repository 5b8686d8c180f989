import { isMap } from '../../base/json.ts';
import { hiddenMark, hide, isPostgres, type Secret, shownDatabase } from '../../base/redact.ts';
import { percentDecoded, readUrl } from './fields.ts';
import { replaceAt } from './finding.ts';

export interface SecretForm {
  /** Returns every text that reveals or allows use of the secret. */
  secretsIn(value: string): Secret[];
  /** Returns what `validate --show` prints instead. */
  mask(value: string): string;
}

/** By key. Nested keys are written with a dot: `oauth2.clientSecret`. */
export type SecretForms = Readonly<Record<string, SecretForm>>;

export function secretsAt(fields: object, forms: SecretForms): Secret[] {
  return Object.entries(forms).flatMap(([key, form]) => textsAt(fields, key).flatMap(form.secretsIn));
}

function textsAt(fields: object, key: string): readonly string[] {
  let value: unknown = fields;
  for (const part of key.split('.')) value = isMap(value) ? value[part] : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

export function maskedAt<Fields extends object>(fields: Fields, forms: SecretForms): Fields {
  return Object.entries(forms).reduce((masked, [key, form]) => replaceAt(masked, key, form.mask), fields);
}

export const secretText: SecretForm = { secretsIn: (value) => [hide(value)], mask: () => hiddenMark };

/** Hides login and password as written, as decoded, and as SMTP's AUTH PLAIN carries them. */
export const urlWithLogin: SecretForm = {
  secretsIn(address) {
    const url = readUrl(address);
    if (url === undefined || (url.username === '' && url.password === '')) return [];
    const user = percentDecoded(url.username);
    const password = percentDecoded(url.password);
    const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
    return [
      { text: address, shown: maskUrl(address) },
      ...[url.password, password, url.username, user, plain].filter((text) => text !== '').map(hide),
    ];
  },
  mask: maskUrl,
};

/** Hides path and query too, because they alone are enough to use a webhook. */
export const webhookUrl: SecretForm = {
  secretsIn(address) {
    const url = readUrl(address);
    if (url === undefined) return [hide(address)];
    const lastPart = url.pathname.split('/').at(-1) ?? '';
    return [
      { text: address, shown: maskUrl(address) },
      ...[`${url.pathname}${url.search}`, url.pathname, url.search.slice(1), ...url.searchParams.values(), lastPart]
        .filter((text) => text.length >= leastOfPath)
        .map(hide),
      ...urlWithLogin.secretsIn(address),
    ];
  },
  mask: maskUrl,
};

/** Shorter paths ("/slack" of a local server) are no secrets, and would be found in harmless words. */
const leastOfPath = 8;

function maskUrl(address: string): string {
  const url = readUrl(address);
  if (url === undefined) return hiddenMark;
  const login = url.username || url.password ? `${hiddenMark}@` : '';
  const rest = url.pathname.length > 1 || url.search ? `/${hiddenMark}` : '';
  return `${url.protocol}//${login}${url.host}${rest}`;
}

/** Hides only the password, because the user is often called `tipstaff`, a word that messages need. */
export const databaseSecret: SecretForm = {
  secretsIn(database) {
    const url = isPostgres(database) ? readUrl(database) : undefined;
    const written = [url?.password ?? '', ...(url?.searchParams.getAll('password') ?? [])];
    const passwords = new Set(written.flatMap((text) => [text, percentDecoded(text)]).filter((text) => text !== ''));
    if (passwords.size === 0) return [];
    const whole: Secret = { text: database, shown: shownDatabase(database) };
    return [whole, ...[...passwords].map(hide)];
  },
  mask: shownDatabase,
};
