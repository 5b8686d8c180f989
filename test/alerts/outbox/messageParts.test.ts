import { expect, it } from 'vitest';
import { alertMessage } from '../../../src/alerts/outbox/alertMessage.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { acmeCase, change, changesContent, completeCheck, rivalWatch, widgetCase, widgetWatch } from './samples.ts';

const coverage = {
  watches: 2,
  cases: 2,
  designs: 0,
  unwatched: [{ watch: rivalWatch, since: '2026-11-21T20:58:00.000Z', reason: 'over budget' }],
};

it('gives the news of each record and check apart, with the watches and checks that it is of, the last found first', () => {
  const alert = changesContent(
    [
      change('docket.status', { checkId: 45 }),
      change('docket.updated', { checkId: 45 }),
      change('docket.new', { record: acmeCase, watches: ['rival-cases'], checkId: 45 }),
      change('docket.status', { checkId: 46 }),
    ],
    { checks: [completeCheck, { ...completeCheck, id: 46 }] },
  );
  const parts = alertMessage(alert).parts(10);
  const contents = parts.map(({ message: { content } }) => (content.kind === 'changes' ? content : expect.fail()));
  expect(
    contents.map(({ changes, watches, checks }) => [
      changes.map((one) => one.kind),
      watches,
      checks.map(({ id }) => id),
    ]),
  ).toEqual([
    [['docket.status'], [widgetWatch], [46]],
    [['docket.new'], [rivalWatch], [45]],
    [['docket.status', 'docket.updated'], [widgetWatch], [45]],
  ]);
  expect(new Set(parts.map((part) => part.key)).size).toBe(3);
  expect(parts.map((part) => part.key).join()).not.toContain(widgetCase.key);
});

it('loses nothing where there are more than there is room for', () => {
  const changes = Array.from({ length: 7 }, (_, key) =>
    change('docket.status', { record: { ...widgetCase, key: `${key}` } }),
  );
  const parts = alertMessage(changesContent(changes)).parts(3);
  const numbers = parts.map(({ message: { content } }) => (content.kind === 'changes' ? content.changes.length : 0));
  expect([numbers, parts.at(-1)?.key]).toEqual([[1, 1, 5], 'rest']);
});

it('says once what could not be looked at, with the first', () => {
  const changes = [change('docket.status'), change('docket.new', { record: acmeCase })];
  const parts = alertMessage(changesContent(changes, { digest: true, coverage })).parts(10);
  const warnings = parts.map(({ message }) => message.outline({ discreet: true }).warnings?.length ?? 0);
  expect(warnings).toEqual([1, 0]);
  expect(parts.map(({ message }) => message.outline({ discreet: true }).subject).join()).not.toContain('Digest');
});

it.each([
  'baseline',
  'notice',
  'test',
  'digest-blind',
])('leaves the alert %s as it is, for it is of no record', (name) => {
  const content = sampleAlerts[name] ?? expect.fail();
  expect(
    alertMessage(content)
      .parts(1)
      .map(({ key, message }) => [key, message.content]),
  ).toEqual([['', content]]);
});
