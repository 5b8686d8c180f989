import type { SandboxResponse } from '../response.ts';
import type { Fault, Hit, Page, Strike } from './fault.ts';

/** Hits and entries with absent, null, wrongly typed and unknown fields. Identity stays unless the name says otherwise. */

const IDENTITY = ['docketId', 'ID', 'IRN', 'SOURCE'];

type Damage = (value: unknown) => unknown;
/** A field damaged to this is left out. */
const ABSENT = Symbol('absent');

/** For null, which has no type to miss, an object: a list of texts would be right for parties. */
const wrong: Damage = (value) => {
  if (typeof value === 'string') return 17;
  if (typeof value === 'number') return `${value} or so`;
  return Array.isArray(value) ? 'not a list' : { not: 'it' };
};

const isObject = (value: unknown): value is Hit => typeof value === 'object' && value !== null && !Array.isArray(value);

function damaged(hit: unknown, damage: Damage, fields: readonly string[] | undefined): unknown {
  if (!isObject(hit)) return hit;
  const struck = (name: string) => (fields ? fields.includes(name) : !IDENTITY.includes(name));
  const pairs = Object.entries(hit).map(([name, value]) => [name, struck(name) ? damage(value) : value] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ABSENT));
}

/** One hit of the page: number `value`, from 0. */
const oneHit =
  (change: (hit: unknown, strike: Strike) => unknown) =>
  (page: Page, strike: Strike): Page => ({
    ...page,
    hits: page.hits.map((hit, place) => (place === (strike.order.value ?? 0) ? change(hit, strike) : hit)),
  });

/** One entry of every docket of the page: number `value`, from 0. */
const oneEntry =
  (change: (entry: unknown, strike: Strike) => unknown) =>
  (page: Page, strike: Strike): Page => ({
    ...page,
    hits: page.hits.map((hit) => {
      if (!isObject(hit) || !Array.isArray(hit.entries)) return hit;
      const entries = hit.entries.map((entry: unknown, place) =>
        place === (strike.order.value ?? 0) ? change(entry, strike) : entry,
      );
      return { ...hit, entries };
    }),
  });

const fieldsBecome =
  (damage: Damage) =>
  (hit: unknown, { order }: Strike) =>
    damaged(hit, damage, order.fields);

const withUnknown = (hit: unknown) =>
  isObject(hit) ? { ...hit, relevanceScore: 0.93, PROD_EN: ['Thing'], nested: { deep: [1, null] } } : hit;
const withoutIdentity = (hit: unknown) => damaged(hit, () => ABSENT, IDENTITY);

const HIT = 'which hit of the page, 0';
const ENTRY = 'which entry of each docket, 0';

export const DAMAGE = {
  'hit-fields-absent': {
    about: 'a hit without the fields named',
    value: HIT,
    page: oneHit(fieldsBecome(() => ABSENT)),
  },
  'hit-fields-null': {
    about: 'a hit with null in the fields named',
    value: HIT,
    page: oneHit(fieldsBecome(() => null)),
  },
  'hit-fields-wrong': {
    about: 'a hit with wrong types in the fields named',
    value: HIT,
    page: oneHit(fieldsBecome(wrong)),
  },
  'hit-fields-unknown': { about: 'a hit with unknown fields', value: HIT, page: oneHit(withUnknown) },
  'hit-without-identity': {
    about: 'a hit without anything that identifies its record',
    value: HIT,
    page: oneHit(withoutIdentity),
  },
  'hit-null': { about: 'null where a hit should be', value: HIT, page: oneHit(() => null) },
  'hit-text': { about: 'a text where a hit should be', value: HIT, page: oneHit(() => 'record unavailable') },
  'entry-fields-absent': {
    about: 'an entry without the fields named',
    value: ENTRY,
    page: oneEntry(fieldsBecome(() => ABSENT)),
  },
  'entry-fields-null': {
    about: 'an entry with null in the fields named',
    value: ENTRY,
    page: oneEntry(fieldsBecome(() => null)),
  },
  'entry-fields-wrong': {
    about: 'an entry with wrong types in the fields named',
    value: ENTRY,
    page: oneEntry(fieldsBecome(wrong)),
  },
  'entry-fields-unknown': {
    about: 'an entry with unknown fields',
    value: ENTRY,
    page: oneEntry(withUnknown),
  },
  'entry-null': { about: 'null where an entry should be', value: ENTRY, page: oneEntry(() => null) },
  'entries-null': {
    about: 'null where the list of entries should be',
    value: HIT,
    page: oneHit((hit) => (isObject(hit) ? { ...hit, entries: null } : hit)),
  },
} as const satisfies Record<string, Fault>;

/** Responses with HTTP 200 whose bytes are none, and responses that go wrong on the way. */

const PAGE =
  '<!doctype html><html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>';
const MEGABYTE = 1_000_000;

const replaced = (response: SandboxResponse, contentType: string, text: string): SandboxResponse => ({
  ...response,
  headers: { ...response.headers, 'content-type': contentType },
  body: Buffer.from(text),
});

const half = (response: SandboxResponse) => Math.floor(response.body.length / 2);

export const BODIES = {
  html: {
    about: 'an HTML page with status 200',
    failsCall: true,
    response: (response) => replaced(response, 'text/html; charset=utf-8', PAGE),
  },
  'html-as-json': {
    about: 'an HTML page with status 200, labelled as JSON',
    failsCall: true,
    response: (response) => replaced(response, 'application/json', PAGE),
  },
  'empty-body': {
    about: 'status 200 and no body',
    failsCall: true,
    response: (response) => ({ ...response, body: Buffer.alloc(0) }),
  },
  'not-json': {
    about: 'a body that is not JSON',
    failsCall: true,
    response: (response) => replaced(response, 'application/json', 'upstream connect error or disconnect'),
  },
  'truncated-json': {
    about: 'JSON that stops in the middle, sent as if it were whole',
    failsCall: true,
    response: (response) => ({ ...response, body: response.body.subarray(0, half(response)) }),
  },
  'cut-off': {
    about: 'a Content-Length larger than what is sent before the connection closes',
    failsCall: true,
    response: (response) => ({ ...response, sending: { kind: 'cut', bytes: half(response) } }),
  },
  reset: {
    about: 'the connection is reset before a response',
    failsCall: true,
    response: (response) => ({ ...response, sending: { kind: 'reset' } }),
  },
  drip: {
    about: 'the response arrives slowly, in 20 pieces',
    value: 'milliseconds before each piece, 250',
    response: (response, { order }) => ({
      ...response,
      sending: { kind: 'drip', pieces: 20, pauseMilliseconds: order.value ?? 250 },
    }),
  },
  slow: {
    about: 'the response is late',
    value: 'milliseconds before the body, 5000',
    response: (response, { order }) => ({
      ...response,
      sending: { kind: 'drip', pieces: 1, pauseMilliseconds: order.value ?? 5000 },
    }),
  },
  huge: {
    about: 'a correct response padded with blanks',
    value: 'megabytes, 64',
    response: (response, { order }) => ({
      ...response,
      body: Buffer.concat([response.body, Buffer.alloc((order.value ?? 64) * MEGABYTE, ' ')]),
    }),
  },
} as const satisfies Record<string, Fault>;
