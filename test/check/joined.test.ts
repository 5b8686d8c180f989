import { describe, expect, it } from 'vitest';
import { renderJson } from '../../src/alerts/channels/webhook.ts';
import type { PayloadOf } from '../../src/alerts/channels/webhookSchema.ts';
import { alertOutline } from '../../src/alerts/message/message.ts';
import { newsOf } from '../../src/web/frame/newsList.ts';
import { docketWith, entryHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, officeThatKnows } from './office.ts';

const kelmont = { id: 'kelmont', dockets: { companyName: 'Kelmont' } };
const patent = { id: 'patent', notify: ['brand'], dockets: { patentNumber: '6834603' } };

const old = { docketId: 7005, docketNumber: '2:25-cv-75776', dateFiled: '2025-06-02', caseName: 'Norvane v. Selby' };
const complaint = entryHit(1, {
  dateFiled: 'Jun 2, 2025',
  description: 'COMPLAINT against Selby Corp., filed by Norvane',
});
const paper = (description: string, dateFiled = 'Nov 19, 2026') =>
  entryHit(32, { documentNumber: '32', dateFiled, description });
const amended = paper('AMENDED COMPLAINT for infringement against Selby Corp., adding a party - filed by Norvane LLC.');
const letters = Array.from({ length: 12 }, (_, index) =>
  entryHit(40 + index, { documentNumber: `${40 + index}`, dateFiled: 'Nov 20, 2026', description: `LETTER ${index}` }),
);

/** The case as the service returns it, with these entries after the complaint. */
const shown = (entries: readonly ReturnType<typeof entryHit>[], parties: readonly string[]) =>
  docketWith([complaint, ...entries], { ...old, parties });
const joinedParties = ['Norvane LLC', 'Selby Corp.', 'Kelmont Devices LLC'];

async function officeThatFinds(after: ReturnType<typeof shown>, before?: ReturnType<typeof shown>): Promise<Office> {
  const office = await officeThatKnows(
    { dockets: before === undefined ? [] : [before] },
    { watches: before === undefined ? [kelmont] : [kelmont, patent] },
  );
  office.pass(1);
  office.service.dockets = [after];
  return office;
}

async function alertTo(office: Office, channel: string) {
  const { content } = await newestMessage(office, channel);
  if (content.kind !== 'changes') throw new Error('no alert');
  const outline = alertOutline(content, { discreet: false });
  const { data } = renderJson(content) as PayloadOf<'alert.changes'>;
  return { outline, cards: outline.sections.flatMap((section) => section.cards), json: data.changes };
}

const words = 'Kelmont Devices ADDED as a party (see AMENDED COMPLAINT, D.I. 32)';

describe('a party that joins an old case', () => {
  it('is reported as joined when a late filing says so: in subject, title, item, webhook and page', async () => {
    const office = await officeThatFinds(shown([amended, ...letters], joinedParties));
    await office.check();
    const { outline, cards, json } = await alertTo(office, 'counsel');
    expect(outline.subject).toBe('Kelmont Devices ADDED to Norvane v. Selby (D. Del. 2:25-cv-75776)');
    expect(outline.title).toBe(words);
    const headings = cards[0]?.items.map((item) => item.heading);
    expect(headings?.slice(0, 2)).toEqual([words, 'D.I. 32, Nov 19, 2026']);
    expect(JSON.stringify(outline)).not.toMatch(/new case|newly visible/i);
    expect(json[0]).toMatchObject({
      kind: 'docket.new',
      matched: [{ what: 'party', name: 'Kelmont Devices LLC' }],
      joined: { party: 'Kelmont Devices LLC', entry: '32' },
    });
    const news = await newsOf(office.store.db, await office.changes(), office.parts().config.watches, {
      timezone: 'UTC',
    });
    expect(news.map((one) => one.happened)).toEqual([words]);
  });

  it('is reported as joined when a check saw the party appear, even without a filing that says so', async () => {
    const before = shown([], ['Norvane LLC', 'Selby Corp.']);
    const office = await officeThatFinds(shown(letters, joinedParties), before);
    await office.check();
    const { outline, json } = await alertTo(office, 'counsel');
    expect(outline.title).toBe('Kelmont Devices ADDED as a party');
    expect(json[0]?.joined).toEqual({ party: 'Kelmont Devices LLC' });
    // The watch that knew the case gets a new party as its change, and no new case.
    expect((await alertTo(office, 'brand')).outline.title).toMatch(/^Party Kelmont Devices added/);
  });

  it('is reported as joined even if the check of another watch saw the party first', async () => {
    const office = await officeThatFinds(shown([amended], joinedParties), shown([], ['Norvane LLC', 'Selby Corp.']));
    await office.check({ ids: ['patent'] });
    await office.check({ ids: ['kelmont'] });
    expect((await alertTo(office, 'counsel')).outline.title).toBe(words);
  });

  it.each([
    ['of a case that nothing recent adds anybody to', letters],
    ['where a complaint adds somebody, but long ago', [paper(amended.description as string, 'Mar 2, 2026')]],
    ['where a complaint names others', [paper('AMENDED COMPLAINT against Selby Corp., filed by Norvane LLC')]],
    ['where somebody only asks for it', [paper('MOTION to add Kelmont Devices LLC as a defendant, by Norvane')]],
  ])('is not reported as joined %s: the case is newly visible, and the party is named', async (_where, entries) => {
    const office = await officeThatFinds(shown(entries, joinedParties));
    await office.check();
    const { outline, cards, json } = await alertTo(office, 'counsel');
    expect(outline.title).toMatch(/^Newly visible case filed in 2025/);
    expect(outline.subject).toContain('(Kelmont Devices, ');
    expect(cards[0]?.place).toBe('D. Del. 2:25-cv-75776, party Kelmont Devices LLC');
    expect(json[0]).not.toHaveProperty('joined');
  });
});

it.each([
  ['Nov 12, 2026', /^JUDGMENT; Kelmont Devices ADDED: Norvane/, 'act'],
  ['Oct 12, 2026', /^Kelmont Devices ADDED to Norvane v. Selby/, 'read'],
])('a judgment of %s in the case is news only while it can be appealed', async (day, subject, priority) => {
  const judgment = entryHit(31, { documentNumber: '31', dateFiled: day, description: 'JUDGMENT for Norvane LLC' });
  const office = await officeThatFinds(shown([judgment, amended], joinedParties));
  await office.check();
  const { outline, cards } = await alertTo(office, 'counsel');
  expect(outline.subject).toMatch(subject);
  expect(cards[0]?.items.find(({ heading }) => heading.startsWith('D.I. 31'))?.priority).toBe(priority);
});

it('a later change of a case names the party that the watch found, if the name of the case does not', async () => {
  const office = await officeThatKnows({ dockets: [shown([], joinedParties)] }, { watches: [kelmont] });
  office.service.dockets = [{ ...shown([], joinedParties), status: 'terminated', dateTerminated: '2026-11-20' }];
  await office.check({ after: 1 });
  const { outline, json } = await alertTo(office, 'counsel');
  expect(outline.subject).toBe('Case ENDED: Norvane v. Selby (Kelmont Devices, D. Del. 2:25-cv-75776)');
  expect(json[0]?.matched).toEqual([{ what: 'party', name: 'Kelmont Devices LLC' }]);
});
