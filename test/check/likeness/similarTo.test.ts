import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { TipstaffError } from '../../../src/base/errors.ts';
import { compareFinds } from '../../../src/check/likeness/compareFinds.ts';
import { lookAhead } from '../../../src/check/likeness/comparing.ts';
import {
  addOwnDesigns,
  loadLooksOf,
  loadOwnLooks,
  lookAtStored,
  picturesToLookAt,
  removeOwnDesign,
} from '../../../src/check/likeness/looksTable.ts';
import { followPortfolio, lookAtOwn, readPortfolio } from '../../../src/check/likeness/ownDesigns.ts';
import { watchesById } from '../../../src/config/config.ts';
import { endObsoleteIncidents } from '../../../src/daemon/followWatches.ts';
import { NoPicture } from '../../../src/records/design.ts';
import { listFinds, saveReview } from '../../../src/store/snapshot/findsTable.ts';
import { picturesKept } from '../../../src/store/snapshot/recordsTable.ts';
import { tempFolder } from '../../tempFolder.ts';
import { newestMessage } from '../newestMessage.ts';
import { type Office, officeThatKnows, openOffice } from '../office.ts';
import {
  begin,
  bottles,
  compare,
  copy,
  keep,
  looker,
  pathsOf,
  pictureOf,
  shapes,
  show,
  showDesign,
} from './ownWorld.ts';

const { bottle, car, phone } = shapes;
/** The note of a design that was registered long ago, as all are here. */
const onlyNow = 'The search service shows it only now.';

async function openBottles(settings: object = {}): Promise<Office> {
  const office = await openOffice({ watches: [bottles], ...settings });
  await begin(office);
  return office;
}

async function messageOf(office: Office) {
  return alertOutline((await newestMessage(office)).content, { discreet: false });
}

it('new designs are ordered by their likeness to the own design, which is never reported itself', async () => {
  const office = await officeThatKnows({}, { watches: [bottles] });
  await showDesign(office, 2, bottle, 'line');
  await showDesign(office, 3, car, 'gray');
  await showDesign(office, 4, copy, 'gray');
  await showDesign(office, 5, phone, 'color');
  await showDesign(office, 6, undefined, 'line');
  show(office, 7, []);
  await office.check({ after: 1 });

  await compare(office);
  const { sections } = await messageOf(office);
  expect(sections[0]?.lines).toEqual(['Compared with yours by picture: 3 of 5 new designs.']);
  const cards = sections.flatMap((section) => section.cards);
  expect(cards.map(({ place }) => /\d{6}/.exec(place)?.[0])).toEqual([
    '200004',
    expect.any(String),
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  const [first] = cards.flatMap(({ items }) => items);
  expect(first?.notes).toEqual([
    onlyNow,
    expect.stringMatching(/^(Very similar|Similar) to your DM\/200 002 \(likeness 0\.\d\d\)\.$/),
  ]);
  expect(first?.pictures.at(-1)).toMatchObject({
    caption: 'Yours',
    url: expect.stringContaining('pictures.example/2-'),
  });
  const last = cards.slice(3).flatMap(({ items }) => items.flatMap(({ notes }) => notes));
  expect(last.filter((note) => note !== onlyNow).toSorted()).toEqual([
    expect.stringContaining('Not compared with your designs. Its pictures have not been read yet.'),
    expect.stringContaining('Not compared with your designs. No picture yet: the register has published'),
  ]);
});

it('the section of new designs says how many were compared, also if all were', async () => {
  const office = await openBottles();
  await showDesign(office, 4, copy, 'gray');
  await office.check();
  await compare(office);
  const { sections } = await messageOf(office);
  expect(sections[0]?.lines).toEqual(['Compared with yours by picture: 1 of 1 new design.']);
});

it('a design that several watches compare is reported with the most similar own design of them all', async () => {
  const cars = (id: string) => ({ ...bottles, id, similarTo: { registrations: ['DM/200 003'], top: 2 } });
  const notesOf = async (watches: readonly (typeof bottles | ReturnType<typeof cars>)[]) => {
    const office = await openOffice({ watches });
    await showDesign(office, 3, car, 'line');
    await begin(office);
    await showDesign(office, 4, copy, 'gray');
    await office.check();
    for (const { id } of watches) await compare(office, id);
    const { sections } = await messageOf(office);
    return sections.flatMap(({ cards }) => cards).flatMap(({ items }) => items.flatMap((item) => item.notes));
  };
  expect(await notesOf([cars('cars')])).toEqual([
    onlyNow,
    expect.stringMatching(/^Hardly similar to your DM\/200 003/),
  ]);
  expect(await notesOf([cars('autos'), bottles, cars('cars')])).toEqual([
    onlyNow,
    expect.stringMatching(/[Ss]imilar to your DM\/200 002/),
  ]);
});

it('a design whose pictures come after its alert is compared then, and reported once', async () => {
  const office = await openBottles();
  show(office, 4, []);
  await office.check();
  await compare(office);
  expect(await office.newAlerts()).toEqual(['counsel: design.new DM/200004 [bottles]']);

  office.pass(60);
  show(office, 4, pathsOf(4));
  await office.check();
  await compare(office);
  await keep(office, pathsOf(4), copy, 'gray');
  office.pass(0, 1);
  await compare(office);
  const { sections } = await messageOf(office);
  expect(sections.flatMap(({ cards }) => cards).flatMap(({ items }) => items[0]?.heading)).toEqual([
    'Compared with yours now',
  ]);
  expect(await office.newAlerts()).toEqual([expect.stringContaining('counsel: design.alike DM/200004')]);
  office.pass(1);
  await compare(office);
  expect(await office.newAlerts()).toEqual([]);
});

it('a design whose new pictures are much more similar to the own design is reported once more', async () => {
  const office = await openBottles();
  await showDesign(office, 4, car, 'gray');
  await office.check();
  await compare(office);
  await office.newAlerts();

  office.pass(1);
  show(office, 4, pathsOf(4, 'new'));
  await keep(office, pathsOf(4, 'new'), copy, 'gray');
  await office.check();
  await compare(office);
  expect(await office.newAlerts()).toEqual([
    expect.stringContaining('counsel: design.alike DM/200004'),
    expect.stringContaining('counsel: design.updated DM/200004'),
  ]);
  await compare(office);
  expect(await office.newAlerts()).toEqual([]);
});

it('new pictures of a design of the first check are reported as not compared; those of a compared design are not', async () => {
  const office = await openOffice({ watches: [bottles] });
  await showDesign(office, 3, car, 'gray');
  await begin(office);
  await showDesign(office, 4, phone, 'color');
  await office.check();
  await compare(office);
  await office.newAlerts();

  office.pass(1);
  show(office, 3, pathsOf(3, 'new'));
  show(office, 4, pathsOf(4, 'new'));
  await office.check();
  const { sections } = await messageOf(office);
  const notes = sections.flatMap(({ cards }) =>
    cards.map(({ place, items }) => [/\d{6}/.exec(place)?.[0], items.flatMap((item) => item.notes)]),
  );
  expect(Object.fromEntries(notes)).toEqual({ 200003: ['Not new, so not compared.'], 200004: [] });
});

it('a reported pair is not reported again after own designs and looks of pictures were missing', async () => {
  const office = await openBottles();
  await showDesign(office, 4, copy, 'gray');
  await office.check();
  await compare(office);
  expect(await office.newAlerts()).toEqual(['counsel: design.new DM/200004 [bottles]']);
  const { db } = office.store;
  const { config } = office.parts();
  const watch = watchesById(config.watches).get('bottles') ?? never();
  await db.deleteFrom('ownLooks').execute();
  await db.updateTable('pictureLooks').set({ version: 0 }).execute();
  office.pass(1);
  await compareFinds({ store: office.store, config }, watch, office.now);
  const [meanwhile] = await listFinds(db, 'bottles', { order: 'newest', limit: 1 });
  expect(meanwhile).toMatchObject({ find: { own: 'DM/200 002' }, waiting: 2 });

  office.pass(1);
  await compare(office);
  expect(await office.newAlerts()).toEqual([]);
});

it('a reported pair is not reported again after another own design was more similar for a while', async () => {
  const office = await openBottles();
  await showDesign(office, 4, car, 'gray');
  await office.check();
  await compare(office);
  expect(await office.newAlerts()).toEqual(['counsel: design.new DM/200004 [bottles]']);
  await showDesign(office, 3, car, 'line');
  await addOwnDesigns(office.store.db, 'bottles', 'page', ['DM/200 003']);
  await office.check({ after: 1 });
  await compare(office);
  expect(await office.newAlerts()).toEqual([expect.stringContaining('design.alike DM/200004')]);

  await removeOwnDesign(office.store.db, 'bottles', 'DM/200 003');
  office.pass(1);
  await compare(office);
  const [again] = await listFinds(office.store.db, 'bottles', { order: 'newest', limit: 1 });
  expect(again?.find?.own).toBe('DM/200 002');
  expect(await office.newAlerts()).toEqual([]);
});

function never(): never {
  throw new Error('There is no such watch.');
}

it('a pair that was reviewed as not similar is ranked last, with its verdict', async () => {
  const office = await openBottles();
  await showDesign(office, 3, car, 'gray');
  await showDesign(office, 4, copy, 'gray');
  await office.check();
  await compare(office);
  const [find = expect.fail('There is no find.')] = await listFinds(office.store.db, 'bottles', {
    order: 'likeness',
    limit: 1,
  });
  const said = { verdict: 'not alike', note: '', likeness: 0.9, at: office.now.toISOString(), who: 'ann' } as const;
  await saveReview(office.store.db, { watchId: 'bottles', recordId: find.recordId, own: 'DM/200 002', ...said });
  const { sections } = await messageOf(office);
  const cards = sections.flatMap((section) => section.cards);
  expect(cards.at(-1)?.place).toContain('200004');
  expect(cards.at(-1)?.items[0]?.notes.at(-1)).toMatch(/Reviewed: not similar\.$/);
});

it('a portfolio adds own designs, which are never reported; a file without numbers is a problem', async () => {
  const file = join(tempFolder(), 'ours.csv');
  writeFileSync(file, 'Name;Registration number\nBottle;DM/200 002\nCar;DM/200003\n');
  const watch = { ...bottles, similarTo: { portfolio: file } };
  const office = await openBottles({ watches: [watch] });
  expect(await readPortfolio(office.store, watch)).toEqual([]);
  await showDesign(office, 3, car, 'line');
  await showDesign(office, 4, copy, 'gray');
  await office.check();
  await compare(office);
  expect(await office.newAlerts()).toEqual(['counsel: design.new DM/200004 [bottles]']);
  const finds = await listFinds(office.store.db, 'bottles', { order: 'likeness', limit: 9 });
  expect(finds.map(({ find }) => find?.own)).toEqual(['DM/200 002']);

  writeFileSync(file, 'nothing\n');
  expect(await readPortfolio(office.store, watch)).toEqual([
    expect.stringContaining('There is no registration number in'),
  ]);
});

it('operators are notified while a portfolio is unreadable, until it is readable or no watch uses it', async () => {
  const file = join(tempFolder(), 'ours.csv');
  const watch = { ...bottles, similarTo: { portfolio: file } };
  const office = await openBottles({ watches: [watch] });
  const follow = async () => {
    const [comparing = expect.fail()] = office.parts().config.watches;
    return followPortfolio(office.parts(), comparing);
  };
  expect(await follow()).toEqual([expect.stringContaining('no such file')]);
  await follow();
  expect(await office.newAlerts()).toEqual(['ops: portfolio-unreadable began']);
  writeFileSync(file, 'Number\nDM/200 002\n');
  await follow();
  expect(await office.newAlerts()).toEqual(['ops: portfolio-unreadable ended']);
  rmSync(file);
  await follow();
  await office.configure({ watches: [bottles] });
  await endObsoleteIncidents(office.parts());
  expect(await office.newAlerts()).toEqual(['ops: portfolio-unreadable began', 'ops: portfolio-unreadable ended']);
});

it('operators are notified while the folder of own pictures is missing or empty', async () => {
  const folder = join(tempFolder(), 'ours');
  const office = await openBottles({ watches: [{ ...bottles, similarTo: { pictures: folder } }] });
  const follow = async () => {
    const [watch = expect.fail()] = office.parts().config.watches;
    return followPortfolio(office.parts(), watch);
  };
  expect(await follow()).toEqual([expect.stringMatching(/your pictures in .*ours: no such file/)]);
  expect(await office.newAlerts()).toEqual(['ops: portfolio-unreadable began']);
  mkdirSync(folder);
  expect(await follow()).toEqual([expect.stringContaining('There is no picture in')]);
  writeFileSync(join(folder, 'bottle.png'), 'a picture');
  expect(await follow()).toEqual([]);
  expect(await office.newAlerts()).toEqual(['ops: portfolio-unreadable ended']);
});

it('a picture in the folder that cannot be read does not keep the others from being compared', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'bottle.jpg'), pictureOf(bottle, 'line', 0));
  // A socket can be seen but not read, also by root.
  const socket = createServer().listen(join(folder, 'other.jpg'));
  await once(socket, 'listening');
  const office = await openBottles({ watches: [{ ...bottles, similarTo: { pictures: folder } }] });
  const [watch = expect.fail()] = office.parts().config.watches;
  const problems = await lookAtOwn({ store: office.store, looker, now: office.now }, watch);
  socket.close();
  expect(problems).toEqual([expect.stringContaining('other.jpg')]);
  const [design] = await loadOwnLooks(office.store.db, 'bottles');
  expect(design?.pictures.map(({ name }) => name)).toEqual([expect.stringContaining('bottle.jpg')]);
});

it('a design that is only compared keeps the looks of its pictures, and not their bytes', async () => {
  const office = await openBottles();
  show(office, 4, pathsOf(4));
  await office.check();
  await compare(office);
  const [find] = await listFinds(office.store.db, 'bottles', { order: 'newest', limit: 1 });
  expect(find?.waiting).toBe(2);
  const { db } = office.store;
  const fetchPicture = async (url: string) => {
    if (url.endsWith('-1.jpg')) throw new NoPicture('the service responded 404');
    return { contentType: 'image/jpeg', bytes: pictureOf(copy, 'gray', 0) };
  };
  const parts = { db, looker, fetchPicture };
  const seen = await lookAhead(parts, { recordId: find?.recordId ?? 0 }, new AbortController().signal);
  expect(seen).toEqual({ asked: 2, missing: 1 });
  expect(await picturesKept(db, pathsOf(4))).toEqual(new Set());
  office.pass(0, 1);
  await compare(office);
  const [compared] = await listFinds(db, 'bottles', { order: 'newest', limit: 1 });
  expect(compared).toMatchObject({ waiting: 1, find: { own: 'DM/200 002', picture: '/4-0.jpg' } });
});

it('lookAtOwn names an own design without a stored picture', async () => {
  const office = await openOffice({ watches: [bottles] });
  await office.check();
  expect(await lookAtOwn({ store: office.store, looker, now: office.now }, bottles)).toEqual([
    expect.stringContaining('No picture of DM/200 002 is stored'),
  ]);
});

it('a picture whose reading was stopped is read again', async () => {
  const office = await openOffice({ watches: [bottles] });
  await showDesign(office, 2, bottle, 'line');
  const { db } = office.store;
  const [first = ''] = await picturesToLookAt(db, 2);
  const stopped = () => Promise.reject(new TipstaffError('looks.stopped', 'it was ended'));
  await expect(lookAtStored(db, { ...looker, lookAt: stopped })).rejects.toThrow('it was ended');
  await lookAtStored(db, looker);
  expect((await loadLooksOf(db, [first])).get(first)?.vectors).not.toEqual([]);
});

it('own designs are read once, and later only the designs that were added', async () => {
  const office = await openBottles();
  await compare(office);
  const before = await loadOwnLooks(office.store.db, 'bottles');
  let looked = 0;
  const counting = { ...looker, lookAt: (bytes: Uint8Array) => looker.lookAt(bytes).finally(() => looked++) };
  const parts = { store: office.store, looker: counting, now: office.now };
  expect(await lookAtOwn(parts, bottles)).toEqual([]);
  expect(looked).toBe(0);
  expect(await loadOwnLooks(office.store.db, 'bottles')).toEqual(before);

  await showDesign(office, 3, car, 'line');
  await office.check();
  await lookAtOwn(parts, { ...bottles, similarTo: { registrations: ['DM/200 002', 'DM/200 003'] } });
  expect(looked).toBe(2);
  const after = await loadOwnLooks(office.store.db, 'bottles');
  expect(after.map(({ key }) => key)).toEqual(['DM/200 002', 'DM/200 003']);
});

it('a daemon that stops finishes only the picture under way, and the others are read later', async () => {
  const office = await openOffice({ watches: [bottles] });
  await showDesign(office, 2, bottle, 'line');
  await showDesign(office, 3, car, 'gray');
  const ending = new AbortController();
  const stopping = {
    ...looker,
    lookAt: (bytes: Uint8Array) => {
      ending.abort();
      return looker.lookAt(bytes);
    },
  };
  expect(await lookAtStored(office.store.db, stopping, 25, ending.signal)).toBe(1);
  expect(await lookAtStored(office.store.db, looker)).toBe(3);
});
