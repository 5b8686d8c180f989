import type { SandboxResponse } from '../response.ts';
import { everyHit, type Fault, isObject, type Strike } from './fault.ts';

/** Fields that are absent, null, of a wrong type or unknown. Identity stays unless the fault's name says otherwise. */

const IDENTITY = ['docketId', 'ID', 'IRN', 'SOURCE'];

type Damage = (value: unknown) => unknown;
/** Marks a field that the damage removes. */
const ABSENT = Symbol('absent');

/** Returns a value of another type. null becomes an object, because a list could be valid for parties. */
const wrong: Damage = (value) => {
  if (typeof value === 'string') return 17;
  if (typeof value === 'number') return `${value} or so`;
  return Array.isArray(value) ? 'not a list' : { not: 'it' };
};

function damaged(hit: unknown, damage: Damage, fields: readonly string[] | undefined): unknown {
  if (!isObject(hit)) return hit;
  const struck = (name: string) => (fields ? fields.includes(name) : !IDENTITY.includes(name));
  const pairs = Object.entries(hit).map(([name, value]) => [name, struck(name) ? damage(value) : value] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ABSENT));
}

type Change = (part: unknown, strike: Strike) => unknown;

const changeOne = (list: readonly unknown[], change: Change, strike: Strike) =>
  list.map((part, place) => (place === (strike.order.value ?? 0) ? change(part, strike) : part));

/** Changes one hit of the page: number `value`, from 0. */
const oneHit = (about: string, change: Change): Fault => ({
  about,
  value: 'which hit of the page, 0',
  page: (page, strike) => ({ ...page, hits: changeOne(page.hits, change, strike) }),
});

/** Changes one entry of every docket on the page: number `value`, from 0. */
const oneEntry = (about: string, change: Change): Fault => ({
  about,
  value: 'which entry of each docket, 0',
  page: everyHit((hit, strike) =>
    Array.isArray(hit.entries) ? { ...hit, entries: changeOne(hit.entries, change, strike) } : hit,
  ),
});

const fieldsBecome =
  (damage: Damage): Change =>
  (part, { order }) =>
    damaged(part, damage, order.fields);
const absent = fieldsBecome(() => ABSENT);
const becomeNull = fieldsBecome(() => null);

const withUnknown = (hit: unknown) =>
  isObject(hit) ? { ...hit, relevanceScore: 0.93, PROD_EN: ['Thing'], nested: { deep: [1, null] } } : hit;
const withoutIdentity = (hit: unknown) => damaged(hit, () => ABSENT, IDENTITY);

export const DAMAGE = {
  'hit-fields-absent': oneHit('a hit without the fields named', absent),
  'hit-fields-null': oneHit('a hit with null in the fields named', becomeNull),
  'hit-fields-wrong': oneHit('a hit with wrong types in the fields named', fieldsBecome(wrong)),
  'hit-fields-unknown': oneHit('a hit with unknown fields', withUnknown),
  'hit-without-identity': oneHit('a hit without anything that identifies its record', withoutIdentity),
  'hit-null': oneHit('null where a hit should be', () => null),
  'hit-text': oneHit('a text where a hit should be', () => 'record unavailable'),
  'entry-fields-absent': oneEntry('an entry without the fields named', absent),
  'entry-fields-null': oneEntry('an entry with null in the fields named', becomeNull),
  'entry-fields-wrong': oneEntry('an entry with wrong types in the fields named', fieldsBecome(wrong)),
  'entry-fields-unknown': oneEntry('an entry with unknown fields', withUnknown),
  'entry-null': oneEntry('null where an entry should be', () => null),
  'entries-null': oneHit('null where the list of entries should be', (hit) =>
    isObject(hit) ? { ...hit, entries: null } : hit,
  ),
};

/** Responses with HTTP 200 that are no JSON, and responses that fail during transfer. */

const PAGE =
  '<!doctype html><html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>';
const MEGABYTE = 1_000_000;

const spoilt = (about: string, spoil: (response: SandboxResponse) => Partial<SandboxResponse>): Fault => ({
  about,
  failsCall: true,
  response: (response) => ({ ...response, ...spoil(response) }),
});

const replaced = (about: string, contentType: string, text: string): Fault =>
  spoilt(about, ({ headers }) => ({ headers: { ...headers, 'content-type': contentType }, body: Buffer.from(text) }));

/** Sends the body in pieces; `value`: milliseconds before each piece. */
const late = (about: string, value: string, pieces: number, preset: number): Fault => ({
  about,
  value: `${value}, ${preset}`,
  response: (response, { order }) => ({
    ...response,
    sending: { kind: 'drip', pieces, pauseMilliseconds: order.value ?? preset },
  }),
});

const half = ({ body }: SandboxResponse) => Math.floor(body.length / 2);

export const BODIES = {
  html: replaced('an HTML page with status 200', 'text/html; charset=utf-8', PAGE),
  'html-as-json': replaced('an HTML page with status 200, labeled as JSON', 'application/json', PAGE),
  'empty-body': spoilt('status 200 and no body', () => ({ body: Buffer.alloc(0) })),
  'not-json': replaced('a body that is not JSON', 'application/json', 'upstream connect error or disconnect'),
  'truncated-json': spoilt('JSON that stops in the middle, sent as if it were whole', (response) => ({
    body: response.body.subarray(0, half(response)),
  })),
  'cut-off': spoilt('a Content-Length larger than what is sent before the connection closes', (response) => ({
    sending: { kind: 'cut', bytes: half(response) },
  })),
  reset: spoilt('the connection is reset before a response', () => ({ sending: { kind: 'reset' } })),
  drip: late('the response arrives slowly, in 20 pieces', 'milliseconds before each piece', 20, 250),
  slow: late('the response is late', 'milliseconds before the body', 1, 5000),
  huge: {
    about: 'a correct response padded with blanks',
    value: 'megabytes, 64',
    response: (response, { order }) => ({
      ...response,
      body: Buffer.concat([response.body, Buffer.alloc((order.value ?? 64) * MEGABYTE, ' ')]),
    }),
  },
} satisfies Record<string, Fault>;
