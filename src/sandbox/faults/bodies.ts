import type { Answer } from '../answer.ts';
import type { Fault } from './fault.ts';

/** Answers with HTTP 200 whose bytes are no answer, and answers that go wrong on the way. */

const PAGE =
  '<!doctype html><html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>';
const MEGABYTE = 1_000_000;

const replaced = (answer: Answer, contentType: string, text: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': contentType },
  body: Buffer.from(text),
});

const half = (answer: Answer) => Math.floor(answer.body.length / 2);

export const BODIES = {
  html: {
    about: 'an HTML page with status 200',
    failsCall: true,
    answer: (answer) => replaced(answer, 'text/html; charset=utf-8', PAGE),
  },
  'html-as-json': {
    about: 'an HTML page with status 200, labelled as JSON',
    failsCall: true,
    answer: (answer) => replaced(answer, 'application/json', PAGE),
  },
  'empty-body': {
    about: 'status 200 and no body',
    failsCall: true,
    answer: (answer) => ({ ...answer, body: Buffer.alloc(0) }),
  },
  'not-json': {
    about: 'a body that is not JSON',
    failsCall: true,
    answer: (answer) => replaced(answer, 'application/json', 'upstream connect error or disconnect'),
  },
  'truncated-json': {
    about: 'JSON that stops in the middle, sent as if it were whole',
    failsCall: true,
    answer: (answer) => ({ ...answer, body: answer.body.subarray(0, half(answer)) }),
  },
  'cut-off': {
    about: 'a Content-Length larger than what is sent before the connection closes',
    failsCall: true,
    answer: (answer) => ({ ...answer, sending: { kind: 'cut', bytes: half(answer) } }),
  },
  reset: {
    about: 'the connection is reset before a response',
    failsCall: true,
    answer: (answer) => ({ ...answer, sending: { kind: 'reset' } }),
  },
  drip: {
    about: 'the response arrives slowly, in 20 pieces',
    value: 'milliseconds before each piece, 250',
    answer: (answer, { order }) => ({
      ...answer,
      sending: { kind: 'drip', pieces: 20, pauseMilliseconds: order.value ?? 250 },
    }),
  },
  slow: {
    about: 'the response is late',
    value: 'milliseconds before the body, 5000',
    answer: (answer, { order }) => ({
      ...answer,
      sending: { kind: 'drip', pieces: 1, pauseMilliseconds: order.value ?? 5000 },
    }),
  },
  huge: {
    about: 'a correct response padded with blanks',
    value: 'megabytes, 64',
    answer: (answer, { order }) => ({
      ...answer,
      body: Buffer.concat([answer.body, Buffer.alloc((order.value ?? 64) * MEGABYTE, ' ')]),
    }),
  },
} as const satisfies Record<string, Fault>;
