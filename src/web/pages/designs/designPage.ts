import { html } from 'hono/html';
import { designFacts, fieldRows } from '../../../alerts/message/fieldRows.ts';
import { kindHeading } from '../../../alerts/message/words/happened.ts';
import { likenessWords } from '../../../alerts/message/words/recordWords.ts';
import { webLink } from '../../../base/words/cleanText.ts';
import { capitalized, counted } from '../../../base/words/sentence.ts';
import { designEvents } from '../../../reading/events/calendarEvent.ts';
import { type Design, imagePathOf } from '../../../records/design.ts';
import { type MovedPicture, type MovedPictures, movedPictures } from '../../../records/diff/compareDesigns.ts';
import type { Docket } from '../../../records/docket.ts';
import { labelOf } from '../../../records/record.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { picturesKept } from '../../../store/snapshot/recordsTable.ts';
import { starredKeys } from '../../../store/snapshot/storeChangesTable.ts';
import { goneNote, legalDay, moment } from '../../frame/moment.ts';
import { alertsTable, askingPart, drawPieces } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { facts, links, outside, watchActionPath, watchPath } from '../../frame/pieces.ts';
import { historyOf, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { findOfKey, reviewWords } from '../alike/finds.ts';
import { mutedPart, notesPart } from '../notes/notesPart.ts';
import { casesOfDesign, recordLinks } from '../search/searchPage.ts';
import { changesAtMost, designName, figure, picturePath, starButton } from './designCard.ts';

const firstPictures = 3;

type LoadedDesign = NonNullable<Awaited<ReturnType<typeof loadDesign>>>;

export const designPage: Page = {
  path: '/designs/:key',
  async draw(parts, visit, { key = '' }) {
    const found = await loadDesign(parts, visit, key);
    if (found === undefined) return undefined;
    const { record: design } = found;
    const name = designName(design);
    const urls = (design.images ?? []).map((image) => image.url);
    await parts.pictures?.want(urls);
    const more = urls.length - firstPictures;
    const others = pictures(design, [firstPictures]);
    return {
      title: `${name}, ${labelOf(design)}`,
      body: html`<h1>${name}</h1>
<p class="lead quiet">${design.source} ${labelOf(design)}</p>
<div class="doing">${starButton(key, (await starredKeys(parts.store.db)).has(key), visit, 'page')} <a
href="/designs?like=${encodeURIComponent(key)}">More like this</a></div>
${goneNote(found.goneSince, visit)}${await mutedPart(parts, found, visit)}
${await askingPart(parts.store.db, found, visit)}
${pictures(design, [0, firstPictures])}${about(found, await comparisons(parts, found, visit), visit)}${litigation(
  design,
  await casesOfDesign(parts, visit, design),
)}${await changesPart(parts, found, visit)}${await notesPart(parts, found, visit)}${alertsTable(
  found.alerts,
  visit,
)}${more > 0 && html`<h2>${counted(more, 'more picture')}</h2>${others}`}`,
    };
  },
};

function pictures(design: Design, between: readonly [number, number?]): Html {
  const urls = (design.images ?? []).map((image) => image.url);
  if (urls.length === 0) return html`<p class="empty">The register shows no picture.</p>`;
  const drawn = urls.map((url, index) => {
    const words = `picture ${index + 1} of ${urls.length}`;
    return figure({ address: picturePath(design.key, imagePathOf(url)), words });
  });
  return html`<div class="pictures">${drawn.slice(...between)}</div>`;
}

/** Links to the comparison with the reader's own designs, one for each watch that compared this design. */
async function comparisons({ store }: PageParts, { watches, record: { key } }: LoadedDesign, visit: Visit) {
  const compared: Html[] = [];
  for (const watch of watches.filter(({ similarTo }) => similarTo !== undefined)) {
    const { find, review } = (await findOfKey(store.db, watch, key)) ?? {};
    if (find === undefined) continue;
    const words = `${capitalized(likenessWords(find.likeness))} (${find.likeness.toFixed(2)}) to your ${find.own}`;
    const href = watchActionPath(watch.id, `alike/${encodeURIComponent(key)}`);
    compared.push(html`<div><a href="${href}">${words}</a>${review && reviewWords(review, visit)}</div>`);
  }
  return compared;
}

function about(
  { record: design, watches, firstSeenAt }: LoadedDesign,
  compared: Awaited<ReturnType<typeof comparisons>>,
  visit: Visit,
): Html {
  const renewal = designEvents(design).find((date) => date.what === 'renewal' && date.status === 'set');
  const register = webLink('the register’s page', design.detailUrl);
  const details = Object.entries(design.details ?? {})
    .slice(0, 30)
    .map(([name, value]) => [capitalized(name.replaceAll('_', ' ')), value] as const);
  return html`${facts([
    ...designFacts(design, visit, Number.POSITIVE_INFINITY),
    ['Renewal', renewal && html`from ${legalDay(renewal.date, visit)}`],
    ['Likeness', compared.length > 0 ? html`${compared}` : undefined],
    ['Watched by', links(watches.map(({ id, name }) => [watchPath(id), name] as const))],
    ['First seen', moment(firstSeenAt, visit)],
    ['Register', register && outside(register.url, register.words)],
  ])}${
    details.length > 0 &&
    html`<details><summary>All details of the register</summary>
${facts(details)}</details>`
  }`;
}

function litigation({ litigation = [] }: Design, stored: readonly Docket[]): Html {
  const others = litigation.filter(({ caseId }) => !stored.some(({ key }) => key === caseId));
  if (stored.length + others.length === 0) return html``;
  return html`<h2>Cases</h2>${stored.length > 0 && recordLinks(stored)}${
    others.length > 0 &&
    html`<ul class="news">${others.map(
      ({ docketNumber, caseId, caseName, court, status }) =>
        html`<li>${docketNumber || caseId} ${caseName} <span class="quiet">${court}</span> · ${status} <span
class="quiet">· not watched</span></li>`,
    )}</ul>`
  }`;
}

async function changesPart(parts: PageParts, { record: design, changes }: LoadedDesign, visit: Visit): Promise<Html> {
  if (changes.length === 0) return html``;
  const moved = changes.flatMap((change) => movedOf(change, design) ?? []);
  const there = await picturesThere(parts, moved);
  return html`<h2>What changed</h2>
<ul class="news">${changes.map((change) => changeLine(design, change, there, visit))}</ul>`;
}

function movedOf(change: StoredChange, design: Design): MovedPictures | undefined {
  return change.kind === 'design.new' ? undefined : movedPictures(change.fields, design);
}

function changeLine(design: Design, change: StoredChange, there: ReadonlySet<string>, visit: Visit): Html {
  const fields = change.fields.filter((field) => field.field !== 'images');
  const rows =
    change.kind === 'design.new' ? [] : fieldRows(fields, { cases: [], reader: visit, now: change.detectedAt });
  const moved = movedOf(change, design);
  return html`<li>${moment(change.detectedAt, visit)} · ${kindHeading(change, visit)}${rows.map(
    ({ name, value }) => html`<div class="small"><span class="quiet">${name}:</span> ${drawPieces(value)}</div>`,
  )}
${moved && picturePairs(design, moved, there)}</li>`;
}

/** Returns the paths of the pictures that are kept or being fetched. */
async function picturesThere({ store, pictures }: PageParts, moved: readonly MovedPictures[]): Promise<Set<string>> {
  const all = moved.flatMap(({ gone, come }) => [...gone, ...come]);
  const paths = all.map(({ path }) => path);
  const coming = (await pictures?.want(all.flatMap(({ url }) => url ?? []))) ?? [];
  return new Set([...(await picturesKept(store.db, paths)), ...[...coming].map(imagePathOf)]);
}

function picturePairs({ key }: Design, { gone, come }: MovedPictures, there: ReadonlySet<string>): Html {
  const side = (caption: string, number: number, picture: MovedPicture | undefined) => {
    if (picture === undefined) return html`<figure></figure>`;
    const isThere = there.has(picture.path);
    const address = isThere ? picturePath(key, picture.path) : undefined;
    return figure({ caption, address, words: isThere ? `picture ${number}` : 'not kept' });
  };
  const numbers = Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => index + 1);
  return html`<div class="pairs">${numbers.map(
    (number) =>
      html`<div class="pair">${side('Before', number, gone[number - 1])}
${side('After', number, come[number - 1])}</div>`,
  )}</div>`;
}

async function loadDesign(parts: PageParts, visit: Visit, key: string) {
  const seen = await seenRecord(parts, visit, 'design', key);
  if (seen === undefined) return undefined;
  return { ...seen, ...(await historyOf(parts.store, visit, seen, changesAtMost)) };
}
