import { expect, it } from 'vitest';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { gatherAlert } from '../../../src/alerts/message/gather.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { deliverDue, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import { checkNow } from '../../../src/check/checkNow.ts';
import { docketHit } from '../../check/hits.ts';
import { type Office, officeThatKnows } from '../../check/office.ts';
import { refusal } from '../../check/service.ts';
import { keepingChannel } from './outbox.ts';

const running = new AbortController().signal;

const watches = [
  { id: 'widget', name: 'Our patent', announce: false, dockets: { patentNumber: '6834603' } },
  { id: 'rival', name: 'Rival', announce: false, dockets: { companyName: 'Rival' } },
];

const slack = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/x' };
const daily = {
  channels: { counsel: { ...slack, digest: '0 18 * * *', heartbeat: true, timezone: 'UTC' }, ops: slack },
  defaults: { notify: ['counsel'], schedule: '0 7 * * *', timezone: 'UTC' },
  watches,
};

/** Opens an office with a daily digest and heartbeat at 18:00 UTC, whose watches had a complete check at noon. */
function digesting(settings: Record<string, unknown> = {}) {
  return officeThatKnows({ dockets: [docketHit()] }, { ...daily, ...settings });
}

/** Returns the subject and the text of the digest of the next evening. */
async function nextDigest(
  office: Office,
  meanwhile: () => Promise<unknown>,
): Promise<{ subject: string; text: string }> {
  const channel = keepingChannel('counsel');
  const { store, config, clock, log } = office.parts();
  const parts = { store, config, clock, log, channels: new Map([['counsel', channel]]), owner: 'test' };
  await keepHeartbeat(parts, channel);
  await meanwhile();
  const evening = new Date(office.now);
  evening.setUTCHours(18, 0, 1);
  office.now = evening;
  await deliverDue(parts, running);
  expect(channel.contents).toHaveLength(1);
  const message = channel.contents[0] ?? expect.fail('no digest');
  return { subject: alertOutline(message, { discreet: true }).subject, text: renderText(message).replace(/\s+/g, ' ') };
}

it('a digest without news counts its watches and cases, and says that every check was complete', async () => {
  const office = await digesting();
  const { subject, text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    await office.check();
  });
  expect(subject).toBe('Nothing new: 2 watches, 1 case, every check complete');
  expect(text).not.toMatch(/known|COULD NOT/);
});

it('a digest says COULD NOT LOOK if the key was refused, also when it is shown later', async () => {
  const office = await digesting();
  office.service.reply = () => refusal(1004, 'invalid token');
  const { subject, text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    await office.check();
  });
  expect(subject).toMatch(/^COULD NOT LOOK since Nov 20, 2:00 PM UTC \(token refused\): 2 of 2 watches$/);
  expect(text).toContain('Last checked completely Nov 20, 2026, 12:00 PM UTC: Our patent');
  expect(text).not.toMatch(/nothing new|nothing changed/i);

  const [alert] = await office.store.db.selectFrom('alerts').select('id').where('channel', '=', 'counsel').execute();
  office.service.reply = () => undefined;
  await office.check({ after: 1 });
  const { store, config, clock } = office.parts();
  const later = (await gatherAlert(store.db, alert?.id ?? 0, { config, clock })) ?? expect.fail('no alert');
  expect(alertOutline(later, { discreet: true }).subject).toBe(subject);
});

it('a digest says COULD NOT LOOK if the refused key prevented every check of its period', async () => {
  const office = await digesting();
  office.service.reply = () => refusal(1004, 'invalid token');
  office.pass(0, 2);
  await office.check();
  office.pass(1);
  const { subject } = await nextDigest(office, async () => {});
  expect(subject).toMatch(/COULD NOT LOOK since Nov 20, 2:00 PM UTC .*2 of 2 watches/);
});

it('a digest says COULD NOT LOOK if no due check was made', async () => {
  const office = await digesting();
  office.pass(3);
  const { subject, text } = await nextDigest(office, async () => {});
  expect(subject).toContain('COULD NOT LOOK since Nov 21, 7:00 AM UTC (no check was made): 2 of 2 watches');
  expect(text).toContain('Last checked completely Nov 20, 2026, 12:00 PM UTC: Our patent and Rival');
});

it('a digest names the watch that the budget did not pay, and counts the other one apart', async () => {
  const office = await digesting();
  const { subject, text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    await office.configure({ ...daily, budget: { perDay: 36 } });
    await office.check();
  });
  expect(subject).toBe('Digest: nothing new in 1 of 2 watches; 1 watch not checked');
  expect(text).toMatch(
    /Last checked completely Nov 20, 2026, 12:00 PM UTC: \S.* \(no check succeeded since .*; latest reason: Tipstaff's credit budget cannot pay for a check\)/,
  );
});

it('a digest with news warns of a watch that was not checked', async () => {
  const office = await digesting();
  const { subject, text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    office.service.dockets = [docketHit({ status: 'terminated' })];
    office.service.reply = ({ body }) => (body.companyName === undefined ? undefined : { status: 500, body: '' });
    await office.check();
  });
  expect(subject).toMatch(/^Case ENDED: .*20-168.*; 1 watch not checked$/);
  expect(text).toContain('Last checked completely Nov 20, 2026, 12:00 PM UTC: Rival (no check succeeded since ');
});

it('a digest says which watches were checked only in part', async () => {
  const office = await digesting();
  office.service.reply = () => ({ body: { code: 0, data: { total: 2, hits: [docketHit(), { docketId: 'x' }] } } });
  const { subject, text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    await office.check();
  });
  expect(subject).toMatch(/^COULD NOT LOOK COMPLETELY since Nov 20, 2:00 PM UTC/);
  expect(text).toContain(
    'Last checked completely Nov 20, 2026, 12:00 PM UTC, since then only in part: Our patent and Rival (',
  );
});

it('a check on demand that was interrupted does not change what a digest says', async () => {
  const office = await digesting();
  const { subject } = await nextDigest(office, async () => {
    office.pass(0, 2);
    const interruption = new AbortController();
    office.service.reply = () => {
      interruption.abort(new Error('interrupted'));
      return undefined;
    };
    const parts = office.parts();
    await checkNow(parts, parts.config.watches.slice(0, 1), { signal: interruption.signal }).catch(() => {});
  });
  expect(subject).toMatch(/^Nothing new: 2 watches, 1 case, /);
});

it('a digest without a due check does not claim that a check was complete', async () => {
  const office = await digesting();
  office.pass(0, 1);
  const { subject } = await nextDigest(office, async () => {});
  expect(subject).toBe('Nothing new: 2 watches, 1 case, no check was due');
});

it('a digest names a confidential watch by its matter', async () => {
  const secret = watches.map((watch) => ({ ...watch, matter: 'M-9', confidential: true }));
  const office = await digesting({ watches: secret });
  office.pass(3);
  const { text } = await nextDigest(office, async () => {});
  expect(text).toContain(': Matter M-9 (');
  expect(text).not.toMatch(/Our patent|Rival/);
});

it('a digest reports no gap if a failed check was repeated completely', async () => {
  const office = await digesting();
  const { text } = await nextDigest(office, async () => {
    office.pass(0, 2);
    office.service.reply = () => ({ status: 500, body: '' });
    await office.check();
    office.service.reply = () => undefined;
    office.pass(0, 1);
    await office.check();
  });
  expect(text).toMatch(/Checked from \S.*: complete\./);
  expect(text).not.toMatch(/missing|api\/v3|TIPSTAFF_|\d{4}-\d\d-\d\dT/);
});

it("a digest in a chat does not say that it is late, as that would split a retry's messages elsewhere", async () => {
  const office = await digesting();
  const { text } = await nextDigest(office, async () => office.pass(1));
  expect(text).not.toContain('Late: ready');
});
