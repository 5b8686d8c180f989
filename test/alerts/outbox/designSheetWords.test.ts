import { expect, it } from 'vitest';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { bottle, change, changesContent } from './samples.ts';

const kelmont = {
  id: 'kelmont',
  name: 'Kelmont',
  matter: 'B-1',
  asks: 'designs, holder Kelmont',
  asksFor: ['kelmont'],
};
const rival = { id: 'rival', name: 'Rival', matter: 'B-1', asks: 'designs, holder Rival', asksFor: ['Rival'] };
const wholeClass = { id: 'class', name: 'Class 09-01', asks: 'designs, Locarno 09-01', asksFor: [] };

const expired = { fields: [{ field: 'status', before: 'ACT', after: 'EXP' }] };
let number = 0;

function of(watch: { id: string }, holder: string, kind: 'design.new' | 'design.status' = 'design.new') {
  number += 1;
  const record = { ...bottle, key: `k${number}`, registrationNumber: `DM/${number}`, holders: [holder] };
  return change(kind, { record, watches: [watch.id], ...(kind === 'design.status' && expired) });
}

function heads(changes: ReturnType<typeof of>[], more: object = {}) {
  const content = changesContent(changes, { digest: true, watches: [wholeClass, kelmont, rival], ...more });
  const { subject, title } = alertOutline(content, { discreet: true });
  return { subject, title };
}

const threeOfKelmont = [1, 2, 3].map(() => of(kelmont, 'Kelmont Devices LLC'));

it('the heading of a contact sheet has the named holder and what happened to its designs', () => {
  expect(heads(threeOfKelmont)).toEqual({ subject: 'Kelmont: 3 new designs [B-1]', title: 'Kelmont: 3 new designs' });
});

it('the heading has named holders before the rest of a class, whatever happened there', () => {
  const strangers = [1, 2].map(() => of(wholeClass, 'Velmore AG'));
  const all = [
    ...strangers,
    of(wholeClass, 'Acme', 'design.status'),
    ...threeOfKelmont,
    of(rival, 'Rival AG', 'design.status'),
  ];
  expect(heads(all).title).toBe('Kelmont: 3 new designs; Rival: 1 design expired; 3 others (2 new)');
  expect(heads(all).subject).toBe('Kelmont: 3 new designs; Rival: 1 design expired; 3 others (2 new) [B-1]');
  expect(heads([...strangers, of(wholeClass, 'Acme', 'design.status')]).subject).toBe('2 new designs, 1 expired');
});

it('the heading names a design if it is the only one or starred', () => {
  const [first, second] = threeOfKelmont;
  if (first === undefined || second === undefined) throw new Error('no design');
  expect(heads([first]).subject).toMatch(/^New design: Kelmont Devices – Bottle with grip \(HAGUE DM\/\d+\) \[B-1\]$/);
  const starred = new Set([second.record.key]);
  expect(heads([first, second], { starred }).subject).toMatch(/^New design: Kelmont Devices – .* \+1 design/);
});

it('the heading does not count a design that changed hands as new', () => {
  const taken = {
    ...of(kelmont, 'Kelmont Devices LLC'),
    fields: [{ field: 'holders', before: ['Acme'], after: ['Kelmont Devices LLC'] }],
    note: 'from another holder, registered 2020',
  };
  const all = [...threeOfKelmont, taken];
  expect(heads(all).subject).toBe('Kelmont: 3 new designs, 1 from another holder [B-1]');
  const { sections } = alertOutline(changesContent([taken], { watches: [kelmont] }), { discreet: true });
  const tiles = sections.flatMap(({ cards }) => cards.flatMap(({ tile }) => tile?.facts ?? []));
  expect(tiles, 'it was known before').toEqual([expect.stringMatching(/^Registered \w+ \d+, \d{4} · /)]);
});

it('the tile of a design has its registration, its states, and the holders added and removed', () => {
  const moved = change('design.updated', {
    record: { ...bottle, designated: ['CH', 'EM', 'GB', 'JP', 'US', 'NO', 'TR', 'VN'] },
    fields: [{ field: 'holders', before: ['Acme', 'Rival AG'], after: ['Rival AG', 'Rival Brands B.V.'] }],
  });
  const tileOf = (one: typeof moved) =>
    alertOutline(changesContent([one], { digest: true }), { discreet: false }).sections[0]?.cards[0]?.tile;
  expect(tileOf(moved)?.facts).toEqual([
    'Holder added: Rival Brands B.V.; removed: Acme',
    'Registered Nov 13, 2026 · CH, EM, GB, JP, US, NO and 2 more',
  ]);
  const nameless = change('design.new', { record: { ...bottle, products: [], registrationNumber: 'D5110459' } });
  expect(tileOf(nameless)).toMatchObject({
    name: 'Bottles and flasks',
    facts: ['Registered Nov 13, 2026 · CH, EM, GB, JP, US'],
  });
  const bare = { ...bottle, products: [], locarno: [], details: {}, designated: [], registered: undefined };
  expect(tileOf(change('design.new', { record: bare }))).toMatchObject({ name: 'DM/214 567', facts: [] });
});

it('the heading counts the designs that do not fit', () => {
  const images = { fields: [{ field: 'images', before: ['/a.jpg'], after: ['/b.jpg'] }] };
  const all = [
    of(kelmont, 'Kelmont'),
    of(kelmont, 'Kelmont', 'design.status'),
    { ...of(kelmont, 'Kelmont'), kind: 'design.updated' as const, ...images },
    { ...of(kelmont, 'Kelmont'), kind: 'design.gone' as const },
    { ...of(kelmont, 'Kelmont'), kind: 'design.back' as const },
  ];
  expect(heads(all)).toEqual({
    title: 'Kelmont: 1 new design, 1 expired, 1 with other pictures, 1 no longer found, 1 found again',
    subject: 'Kelmont: 1 new design, 1 expired, 1 with other pictures +2 designs [B-1]',
  });
});
