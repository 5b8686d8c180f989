import type { SandboxResponse } from '../response.ts';
import type { Fault } from './fault.ts';

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
