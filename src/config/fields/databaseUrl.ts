import { isPostgres, shownDatabase } from '../../base/databaseUrl.ts';
import { field, percentDecoded, readUrl, refuse } from './fields.ts';
import { hide, type Secret, type SecretForm } from './secret.ts';

export const databaseField = field(
  'the path of a file, or the URL of a Postgres database: postgres://user:password@host:5432/name',
  (value) => {
    if (isPostgres(value)) return objectionTo(value) ?? value;
    if (/^[a-z][a-z0-9+.-]+:/i.test(value)) return refuse({ why: 'only a SQLite file and Postgres can be used' });
    if (value === ':memory:') return refuse({ why: 'the state must outlive the process' });
    return value.includes('\u0000') ? refuse() : value;
  },
);

function objectionTo(address: string) {
  const url = readUrl(address);
  if (url === undefined)
    return refuse({ why: 'it is not a URL; in a password, write @ : / ? # % as %40 %3A %2F %3F %23 %25' });
  if (url.hostname === '' && !url.searchParams.has('host')) return refuse({ why: 'it names no host' });
  return url.pathname.length > 1 ? undefined : refuse({ why: 'it names no database: add /NAME at its end' });
}

/** Only the password is secret: the user is often called `tipstaff`, a word that messages need. */
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
