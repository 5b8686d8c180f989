import { expect, it } from 'vitest';
import { createRedact, shownDatabase } from '../../src/base/redact.ts';
import { databaseSecret } from '../../src/config/fields/secret.ts';

it.each([
  ['postgres://tipstaff:s3cret%2Fword@db.example:5432/state', 'postgres://tipstaff@db.example:5432/state'],
  ['postgresql://db/state?user=tipstaff&password=s3cret%2Fword', 'postgresql://db/state'],
  ['postgresql:///state?host=/var/run/postgresql&password=s3cret%2Fword', 'postgresql:///var/run/postgresql/state'],
])('%s is shown without its password, which is hidden in its written and its decoded form', (address, shown) => {
  expect(shownDatabase(address)).toBe(shown);
  const redact = createRedact(databaseSecret.secretsIn(address));
  for (const text of [address, 's3cret%2Fword', 'login with s3cret/word failed'])
    expect(redact(text)).not.toMatch(/s3cret/);
  // A user name is not hidden, because it is often the name of the program.
  expect(redact('tipstaff check')).toBe('tipstaff check');
});

it('a file, and an address without a password, have nothing to hide', () => {
  expect(databaseSecret.secretsIn('./state/tipstaff.db')).toEqual([]);
  expect(databaseSecret.secretsIn('postgres://tipstaff@db/state')).toEqual([]);
  expect(shownDatabase('./state/tipstaff.db')).toBe('./state/tipstaff.db');
});
