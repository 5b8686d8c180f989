import { describe, expect, it } from 'vitest';
import { renderJson } from '../../../../src/alerts/channels/webhook/draw.ts';
import type { PayloadOf } from '../../../../src/alerts/channels/webhook/payloadSchema.ts';
import { jsonBytes, splitPayload } from '../../../../src/alerts/channels/webhook/splitPayload.ts';
import type { AlertContent, ChangesContent } from '../../../../src/alerts/message/content.ts';
import { alertMessage } from '../../../../src/alerts/outbox/alertMessage.ts';
import { readEntry } from '../../../../src/reading/readEntry.ts';
import { hostileTexts } from '../../outbox/hostile.ts';
import { longAlert, terminated } from '../contents.ts';
import { newCase } from './newCase.ts';
import { expectToFitSchema } from './schemas.ts';

const mostBytes = 20_000;

function split(content: AlertContent) {
  const parts = splitPayload(renderJson(alertMessage(content)), mostBytes);
  for (const { payload } of parts) {
    expect(jsonBytes(payload)).toBeLessThanOrEqual(mostBytes);
    expectToFitSchema(JSON.parse(JSON.stringify(payload)));
  }
  expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
  return parts.map(({ payload }) => payload);
}

/** A new case with the text in every place, again and again. */
function newCaseWith(text: string): ChangesContent {
  const [change] = newCase.changes;
  const entry = change?.entries?.[0];
  if (change === undefined || entry === undefined) throw new Error('the example has changed');
  const many = Array.from({ length: 60 }, () => text);
  const written = {
    ...entry,
    description: text,
    documentNumber: text,
    pdfUrl: `https://example.com/${encodeURIComponent(text.toWellFormed()).slice(0, 1_400)}`,
    extraDocument: many.map((_, n) => ({ documentNumber: n, documentHref: '', pdfUrl: text, patentNumbers: [] })),
  };
  return {
    ...newCase,
    watches: many.map((_, n) => ({ id: `w${n}`, name: text, matter: text, asks: text })),
    changes: [
      {
        ...change,
        watches: many.map((_, n) => `w${n}`),
        record: { ...change.record, parties: many, patentNumbers: many, court: text, caseName: text } as never,
        entries: Array.from({ length: 4 }, () => written),
        entry: written,
        fields: many.map((field) => ({ field, before: many, after: text })),
        note: text,
      },
    ],
    dates: many.flatMap(() => (newCase.dates ?? []).map((date) => ({ ...date, sentence: text, title: text }))),
  };
}

describe.each(Object.entries(hostileTexts))('%s in every place of a huge case', (_name, text) => {
  it('fits the calls, and what is shortened says so', () => {
    const parts = split(newCaseWith(text.slice(0, 1_000))) as PayloadOf<'alert.changes'>[];
    const changes = parts.flatMap(({ data }) => data.changes);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ id: 17, shortened: true });
    const watches = new Set(parts.flatMap(({ data }) => data.watches.map(({ id }) => id)));
    expect(watches.size).toBe(60);
  });
});

it('what fits in one call is not touched', () => {
  const payload = renderJson(alertMessage(newCase));
  expect(splitPayload(payload, mostBytes)).toEqual([{ payload, key: '' }]);
});

it('a digest of a thousand watches, some of which could not be looked at, comes whole', () => {
  const watches = Array.from({ length: 1_000 }, (_, n) => ({ id: `w${n}`, name: `Watch ${n}`, asks: 'dockets' }));
  const unwatched = watches.slice(0, 200).map((watch) => ({ watch, since: '2026-03-02T08:00:00.000Z' }));
  const coverage = { watches: 1_000, cases: 5, designs: 0, unwatched };
  const parts = split(terminated(42, { digest: true, watches, coverage, changes: [] })) as PayloadOf<'alert.changes'>[];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.flatMap(({ data }) => data.watches.map(({ id }) => id)).sort()).toEqual(
    watches.map(({ id }) => id).sort(),
  );
  expect(parts.flatMap(({ data }) => data.coverage?.unwatched ?? [])).toHaveLength(200);
});

it('many notices, and many baselines, come whole', () => {
  const notices = Array.from({ length: 200 }, (_, n) => ({
    incident: 'watch-failing',
    subject: `w${n}`,
    phase: 'began' as const,
    at: '2026-03-02T08:00:00.000Z',
    detail: 'The service did not respond. '.repeat(30),
  }));
  const { id, channel, createdAt, timezone } = terminated();
  const reported = split({ id, channel, createdAt, timezone, kind: 'notice', notices }) as PayloadOf<'alert.notice'>[];
  expect(reported.flatMap(({ data }) => data.notices.map(({ subject }) => subject))).toEqual(
    notices.map((n) => n.subject),
  );
});

it('of hundreds of changes each is in one call', () => {
  const reading = readEntry('ORDER granting 12 Motion to Seal.', '2026-03-01');
  const [change] = longAlert(42, 1).changes;
  const changes = Array.from({ length: 300 }, (_, id) => ({ ...(change ?? expect.fail()), id, reading }));
  const parts = splitPayload(renderJson(alertMessage(terminated(42, { changes }))), mostBytes);
  const ids = parts.flatMap(({ payload }) => (payload as PayloadOf<'alert.changes'>).data.changes.map(({ id }) => id));
  expect(ids).toEqual(changes.map(({ id }) => id));
});
