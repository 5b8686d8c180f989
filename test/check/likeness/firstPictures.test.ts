import { expect, it } from 'vitest';
import { firstPicturesJob, keepFirstPictures } from '../../../src/check/likeness/firstPictures.ts';
import { runCheck } from '../../../src/check/runCheck.ts';
import { correctTimes } from '../../../src/daemon/clockQueries.ts';
import { startJob } from '../../../src/schedule/jobs.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { eventually } from '../../eventually.ts';
import { designHit } from '../hits.ts';
import { type Office, openOffice } from '../office.ts';
import { keptAt, openPictures, type PictureServer, partsWithPictures } from '../pictureServer.ts';

const { signal } = new AbortController();
const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } };

/** Returns an office that has checked once and found one design with four pictures. */
async function officeWithDesign(settings = {}): Promise<{ office: Office; pictures: PictureServer }> {
  const [office, pictures] = [await openOffice({ watches: [bottles], ...settings }), await openPictures()];
  office.service.designs = [designHit(1, pictures.imageData('/1-1.png', '/1-2.png', '/1-3.png', '/1-4.png'))];
  await office.check();
  return { office, pictures };
}

it('the first three pictures of a design are kept when a watch first finds it, and cost no credits', async () => {
  const { office, pictures } = await officeWithDesign();
  const credits = await office.store.db.selectFrom('ledger').selectAll().execute();
  expect(await keepFirstPictures(partsWithPictures(office, pictures), signal)).toEqual({ asked: 3 });
  expect(pictures.asked).toEqual(['/1-1.png', '/1-2.png', '/1-3.png']);
  expect(await keptAt(office, '/1-2.png')).toBe('picture /1-2.png');
  expect(await keepFirstPictures(partsWithPictures(office, pictures), signal)).toBe('nothing');
  expect(await office.store.db.selectFrom('ledger').selectAll().execute()).toEqual(credits);
});

it('a picture that the service does not have is tried six times within five days, and then no more', async () => {
  const { office, pictures } = await officeWithDesign();
  pictures.status = (path) => (path === '/1-2.png' ? 404 : 200);
  const parts = partsWithPictures(office, pictures);
  for (let look = 0; look < 40; look += 1) {
    await keepFirstPictures(parts, signal);
    office.pass(0, 3);
  }
  expect(pictures.asked.filter((path) => path === '/1-2.png')).toHaveLength(6);
  expect(pictures.asked.filter((path) => path === '/1-1.png')).toHaveLength(1);
  const due = office.store.db.selectFrom('records').select('id').where('picturesDueAt', 'is not', null);
  expect(await due.execute()).toEqual([]);
});

it('a busy service postpones all downloads of pictures, which succeed an hour later', async () => {
  const { office, pictures } = await officeWithDesign();
  pictures.status = () => 503;
  const parts = partsWithPictures(office, pictures);
  expect(await keepFirstPictures(parts, signal)).toBe('rest');
  expect(pictures.asked).toEqual(['/1-1.png']);
  pictures.status = () => 200;
  expect(await keepFirstPictures(parts, signal)).toBe('nothing');
  office.pass(0, 1);
  expect(await keepFirstPictures(parts, signal)).toEqual({ asked: 3 });
});

it('pictures of designs whose watches are gone are not downloaded until the designs are watched again', async () => {
  const { office, pictures } = await officeWithDesign();
  const other = { ...bottles, id: 'others', designs: { source: 'HAGUE', holder: 'Acme' } };
  await office.configure({ watches: [other] });
  await office.check();
  const looked = () => keepFirstPictures(partsWithPictures(office, pictures), signal);
  expect(await looked()).toEqual({ asked: 0 });
  await office.configure({ watches: [bottles] });
  await office.check();
  office.pass(8);
  expect(await looked()).toEqual({ asked: 3 });
});

it('two processes do not download the pictures of one design twice', async () => {
  const { office, pictures } = await officeWithDesign();
  const parts = partsWithPictures(office, pictures);
  const looks = await Promise.all([keepFirstPictures(parts, signal), keepFirstPictures(parts, signal)]);
  expect(looks).toContainEqual({ asked: 3 });
  expect(pictures.asked).toHaveLength(3);
});

it('the daemon keeps first pictures by itself, and none once there is no more room', async () => {
  const settings = { service: { requestsPerSecond: 1000 } };
  const { office, pictures } = await officeWithDesign(settings);
  const { log } = office.parts();
  const first = startJob(firstPicturesJob(partsWithPictures(office, pictures)), log);
  await eventually(async () => expect(await keptAt(office, '/1-3.png')).toBeDefined());
  await first.stop();

  office.service.designs = [designHit(2, pictures.imageData('/2-1.png'))];
  await office.check();
  const room = { ...office.parts().config, keepPictures: { perDesign: 3, megabytes: 0.00001 } };
  let looks = 0;
  const inNoRoom = firstPicturesJob({ ...partsWithPictures(office, pictures), config: room });
  const work = () => {
    looks += 1;
    return inNoRoom.work();
  };
  const full = startJob({ ...inNoRoom, work }, log);
  // The job runs a second time only after its first run has ended.
  await eventually(() => expect(looks).toBeGreaterThan(1));
  await full.stop();
  expect(await keptAt(office, '/2-1.png')).toBeUndefined();
});

it('a change of pictures keeps the removed and the added ones at once, though no mail shows them', async () => {
  const { office, pictures } = await officeWithDesign();
  office.pass(1);
  office.service.designs = [designHit(1, pictures.imageData('/1-1.png', '/1-9.png'))];
  await syncWatches(office.store, office.parts().config, office.now);
  const [query] = queriesOf(office.parts().config.watches[0] ?? expect.fail());
  const claim = await office.store.queue.checks.claim(query?.id ?? '', office.now);
  await runCheck(partsWithPictures(office, pictures), { claim: claim ?? expect.fail() });
  expect(pictures.asked).toEqual(['/1-2.png', '/1-3.png', '/1-4.png', '/1-9.png']);
  expect(await keptAt(office, '/1-4.png')).toBe('picture /1-4.png');
});

it('pictures noted while the clock was a month ahead fall due once the clock is corrected', async () => {
  const [office, pictures] = [await openOffice({ watches: [bottles] }), await openPictures()];
  office.service.designs = [designHit(1, pictures.imageData('/1-1.png'))];
  await office.check({ after: 30 });
  office.pass(-30);
  const parts = partsWithPictures(office, pictures);
  expect(await keepFirstPictures(parts, signal)).toBe('nothing');
  expect(await correctTimes(parts)).toBeGreaterThan(0);
  office.pass(0, 1);
  expect(await keepFirstPictures(parts, signal)).toEqual({ asked: 1 });
  expect(await correctTimes(parts)).toBe(0);
});
