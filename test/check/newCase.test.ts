import { expect, it } from 'vitest';
import { renderJson } from '../../src/alerts/channels/webhook.ts';
import type { PayloadOf } from '../../src/alerts/channels/webhookSchema.ts';
import { alertOutline } from '../../src/alerts/message/message.ts';
import { docketHit, docketWith, entryHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, officeThatKnows } from './office.ts';

const motion =
  'MOTION for Preliminary Injunction by Rival. Responses due by 12/04/2026. Motion Hearing set for 12/11/2026 09:00 AM.';

const filed = { dateFiled: 'Nov 19, 2026' };
const complaint = entryHit(1, {
  ...filed,
  documentNumber: '1',
  description: 'COMPLAINT against Widget Co., filed by Rival',
});

/** Returns the newest alert on a new case with these entries, and with an entry that a later check finds. */
async function newCaseWith(entries: readonly ReturnType<typeof entryHit>[], later?: ReturnType<typeof entryHit>) {
  const office = await officeThatKnows(
    { dockets: [docketHit()] },
    {
      channels: {
        counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x', digest: '0 9 * * 5', timezone: 'UTC' },
        ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' },
      },
    },
  );
  const fresh = { docketId: 7002, docketNumber: '2:26-cv-00777', dateFiled: '2026-11-19', caseName: 'Rival v. Widget' };
  office.service.dockets = [docketHit(), docketWith(entries, fresh)];
  await office.check();
  if (later !== undefined) {
    office.service.dockets = [docketHit(), docketWith([...entries, later], fresh)];
    await office.check({ after: 1 });
  }
  return gathered(office);
}

async function gathered(office: Office) {
  const { content, text } = await newestMessage(office, 'counsel');
  return { content, text, outline: alertOutline(content, { discreet: false }) };
}

it('the alert of a new case shows its complaint, its motion and their dates', async () => {
  const injunction = entryHit(2, { ...filed, documentNumber: '2', description: motion });
  const { content, outline, text } = await newCaseWith([complaint, injunction]);
  expect(outline.subject).toMatch(/injunction/i);
  const items = outline.sections.flatMap((section) => section.cards.flatMap((card) => card.items));
  expect(items.map((item) => item.heading.slice(0, 7))).toEqual(['New cas', 'D.I. 1,', 'D.I. 2,']);
  expect(items[1]?.label).toContain('COMPLAINT');
  expect(outline.dates?.dates.map(({ day, time }) => [day, time])).toEqual([
    ['Dec 4, 2026', ''],
    ['Dec 11, 2026', '9:00 AM EST'],
  ]);
  expect(text).toContain('MOTION for Preliminary Injunction');
  const { data } = renderJson(content) as PayloadOf<'alert.changes'>;
  expect(data.changes[0]?.entries).toMatchObject([
    { documentNumber: '1', reading: { type: 'complaint' } },
    { documentNumber: '2', reading: { type: 'motion' } },
  ]);
});

it('the alert of a new case with many entries shows the complaint and the newest, and counts the others', async () => {
  const more = Array.from({ length: 21 }, (_, index) =>
    entryHit(index + 2, {
      dateFiled: 'Nov 20, 2026',
      documentNumber: `${index + 2}`,
      description: `LETTER ${index + 2}`,
    }),
  );
  const { outline, text } = await newCaseWith([complaint, ...more]);
  const items = outline.sections.flatMap((section) => section.cards.flatMap((card) => card.items));
  expect(items).toHaveLength(11);
  expect(items[1]?.heading).toContain('D.I. 1,');
  expect(text).toContain('10 entries below, and 12 more on the docket.');
});

it('an entry that a later check finds in a new case is reported once', async () => {
  const later = entryHit(2, { dateFiled: 'Nov 21, 2026', documentNumber: '2', description: motion });
  const { text } = await newCaseWith([complaint], later);
  expect(text.match(/MOTION for Preliminary Injunction by Rival/g)).toHaveLength(1);
});
