import { expect, it } from 'vitest';
import { alertMessage } from '../../src/alerts/alertMessage.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { change, changesContent, widgetCase } from './samples.ts';

function subjectOf(content: Parameters<typeof alertMessage>[0]): string {
  return alertMessage(content).outline({ discreet: true }).subject;
}

it('no subject about changes has more than 110 characters', () => {
  const long = sampleAlerts['several-dockets'];
  if (long?.kind !== 'changes') throw new Error('no changes');
  const many = { ...long, watches: long.watches.map((watch) => ({ ...watch, matter: 'M-'.padEnd(60, '7') })) };
  for (const content of [...Object.values(sampleAlerts), many]) {
    if (content.kind === 'changes') expect(subjectOf(content).length).toBeLessThanOrEqual(110);
  }
});

it('two cases of one caption never look alike', () => {
  const numbers = ['1:20-cv-00168', '2:20-cv-00168', '1:20-cv-00169'];
  const subjects = numbers.map((docketNumber) =>
    subjectOf(changesContent([change('docket.status', { record: { ...widgetCase, docketNumber } })])),
  );
  expect(new Set(subjects.map((subject) => subject.slice(0, 45))).size).toBe(numbers.length);
});
