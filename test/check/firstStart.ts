import { expect } from 'vitest';
import { renderText } from '../../src/alerts/channels/text.ts';
import { gatherAlert } from '../../src/alerts/message/gather.ts';
import { alertOutline } from '../../src/alerts/message/message.ts';
import { docketHit } from './hits.ts';
import { openOffice } from './office.ts';

/** Between the ends of two checks. Alerts wait longer than this for one another. */
const eachMs = 15_000;

/**
 * Starts so many watches for the first time, within an hour. A third of them find nothing.
 * @returns the states of the announcements (`counsel sent`), and what counsel reads
 */
export async function startFirst(count: number) {
  // Each watch has its own query. Otherwise one check would serve them all.
  const watches = Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    name: `Watch ${index}`,
    dockets: { companyName: index % 3 === 0 ? `Nobody ${index}` : 'Rival', patentNumber: `${1_000_000 + index}` },
  }));
  const office = await openOffice({ watches });
  office.service.reply = ({ body }) => {
    const hits = body.companyName === 'Rival' ? [docketHit()] : [];
    return { body: { code: 0, data: { total: hits.length, hits } } };
  };
  const { db } = office.store;
  const parts = office.parts();
  const deliver = async () => {
    const due = db.updateTable('alerts').set({ state: 'sent' }).where('state', '=', 'waiting');
    await due.where('dueAt', '<=', office.now.toISOString()).execute();
  };
  for (const { id } of watches) {
    office.now = new Date(office.now.getTime() + Math.min(eachMs, 3_000_000 / count));
    expect(await office.daemonCheck(id)).toMatchObject({ outcome: 'complete' });
    await deliver();
  }
  office.now = new Date(office.now.getTime() + 6 * eachMs);
  await deliver();
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'channel', 'state'])
    .where('kind', '=', 'baseline')
    .execute();
  const { id } = alerts.find(({ channel }) => channel === 'counsel') ?? { id: 0 };
  const content = await gatherAlert(db, id, { config: parts.config, clock: parts.clock });
  if (content?.kind !== 'baseline') throw new Error('no announcement');
  const message = content;
  return {
    states: alerts.map(({ channel, state }) => `${channel} ${state}`).sort(),
    outline: alertOutline(message, { discreet: false }),
    text: renderText(message),
  };
}
