import { afterAll, expect, it } from 'vitest';
import { families, makeShape } from '../../bench/looks/families.ts';
import { randomFrom } from '../../bench/looks/random.ts';
import { redesigned, type Shape } from '../../bench/looks/shape.ts';
import { drawSheet, type Style } from '../../bench/looks/sheets.ts';
import { openLooker } from '../../src/looks/lookAt.ts';
import { lookAtOwn } from '../../src/looks/ownLooks.ts';
import { lookAtStored } from '../../src/looks/storedLooks.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import { gatherAlert } from '../../src/outbox/gather.ts';
import { watchFacts } from '../../src/outbox/watchFacts.ts';
import { keepPicture } from '../../src/snapshot/picturesTable.ts';
import { designHit } from '../check/hits.ts';
import { type Office, openOffice } from '../check/office.ts';

const looker = openLooker(2);
afterAll(() => looker.close());

const similarTo = { registrations: ['DM/200 002'], classes: ['09-01'], top: 2 };
const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo };

const shapes: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(families).map(([name, family]) => [name, makeShape(family, randomFrom(name))]),
);

/** A design with two pictures; they are stored as the daemon would have stored them. */
async function showDesign(office: Office, number: number, shape: Shape | undefined, style: Style): Promise<void> {
  const paths = [0, 1].map((view) => `/${number}-${view}.jpg`);
  const data = paths.map((path) => ({ filename: path, url: `https://pictures.example${path}` }));
  office.service.designs = [...office.service.designs, designHit(number, { IMG_DATA: data })];
  for (const [view, path] of shape ? paths.entries() : []) {
    const bytes = await drawSheet(shape ?? makeShape(() => {}, randomFrom('')), style, view, randomFrom(path));
    await keepPicture(office.store.db, path, { contentType: 'image/jpeg', bytes }, office.now.toISOString());
  }
}

async function messageOf(office: Office) {
  const { store } = office;
  const { id } = await store.db.selectFrom('alerts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const { config, clock } = office.parts();
  const watches = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
  const content = await gatherAlert(store.db, id, { watches, config, clock });
  if (content === undefined) throw new Error('There is no alert.');
  return alertMessage(content).outline({ discreet: false });
}

it('new designs come in the order of their likeness to the own one, which is never reported itself', async () => {
  const office = await openOffice({ watches: [bottles] });
  await office.check();
  await office.newAlerts();
  const { bottle, car, phone } = shapes;
  await showDesign(office, 2, bottle, 'line');
  await showDesign(office, 3, car, 'grey');
  await showDesign(office, 4, bottle && redesigned(bottle, 'copy', randomFrom('copied')), 'grey');
  await showDesign(office, 5, phone, 'colour');
  await showDesign(office, 6, undefined, 'line');
  office.pass(1);
  await office.check();

  await lookAtStored(office.store.db, looker);
  expect(await lookAtOwn(office.store, looker, bottles)).toEqual([]);
  const { lead, sections } = await messageOf(office);
  expect(lead).toEqual([
    'The 2 most alike of 4 new designs come first. 3 of 4 were compared with yours, by their pictures.',
  ]);
  const cards = sections.flatMap((section) => section.cards);
  expect(cards.map(({ place }) => /\d{6}/.exec(place)?.[0])).toEqual([
    '200004',
    expect.any(String),
    expect.any(String),
    '200006',
  ]);
  const [copy] = cards.flatMap(({ items }) => items);
  expect(copy?.notes).toEqual([
    expect.stringMatching(/^(Very alike|Alike|Somewhat alike) to your DM\/200 002 \(likeness 0\.\d\d\)\.$/),
  ]);
  expect(copy?.pictures.at(-1)).toMatchObject({
    caption: 'Yours',
    url: expect.stringContaining('pictures.example/2-'),
  });
  expect(cards.at(-1)?.items[0]?.notes).toEqual([expect.stringContaining('Not compared with your designs')]);
});

it('an own design without a stored picture is said', async () => {
  const office = await openOffice({ watches: [bottles] });
  await office.check();
  expect(await lookAtOwn(office.store, looker, bottles)).toEqual([
    expect.stringContaining('No picture of DM/200 002 is stored'),
  ]);
});

it('of a picture that was looked at once, nothing is done again', async () => {
  const office = await openOffice({ watches: [bottles] });
  await showDesign(office, 2, shapes.bottle, 'line');
  expect(await lookAtStored(office.store.db, looker)).toBe(2);
  expect(await lookAtStored(office.store.db, looker)).toBe(0);
});
