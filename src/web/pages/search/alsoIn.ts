import { html } from 'hono/html';
import { type Design, rightNumber } from '../../../records/design.ts';
import type { Docket } from '../../../records/docket.ts';
import { type RecordType, recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { recordsNumbered } from '../../../store/find/searchStoredQueries.ts';
import { recordPath } from '../../frame/links.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const patentsAtMost = 12;
const litigationAtMost = 20;
const recordsAtMost = 30;

/** Other records about the patents of a case, patent by patent, and the designs in it. */
export async function alsoInPart(parts: PageParts, visit: Visit, docket: Docket): Promise<Html> {
  const found: Html[] = [];
  for (const patent of new Set((docket.patentNumbers ?? []).slice(0, patentsAtMost))) {
    const cases = (await recordsFor(parts, visit, 'docket', rightNumber(patent))).filter(
      (one) => one.key !== docket.key && hasPatent(one.patentNumbers, patent),
    );
    const designs = (await recordsFor(parts, visit, 'design', rightNumber(patent))).filter((one) =>
      isAbout(one, patent),
    );
    const records = [...cases, ...designs];
    if (records.length > 0) found.push(html`<h3>Patent ${patent}</h3>${recordLinks(records)}`);
  }
  const named = (await recordsFor(parts, visit, 'design', docket.key)).filter(({ litigation = [] }) =>
    litigation.some((one) => one.caseId === docket.key),
  );
  if (named.length > 0) found.push(html`<h3>Designs in this case</h3>${recordLinks(named)}`);
  return html`${found.length > 0 && html`<h2>Also in</h2>${found}`}`;
}

/** Of the cases that a design is in, by its litigation or its number, those that the viewer may read. */
export async function casesOfDesign(parts: PageParts, visit: Visit, design: Design): Promise<Docket[]> {
  const found = new Map<string, Docket>();
  for (const { caseId } of (design.litigation ?? []).slice(0, litigationAtMost)) {
    for (const one of await recordsFor(parts, visit, 'docket', caseId)) if (one.key === caseId) found.set(one.key, one);
  }
  const number = design.registrationNumber ?? '';
  for (const one of number === '' ? [] : await recordsFor(parts, visit, 'docket', rightNumber(number))) {
    if (hasPatent(one.patentNumbers, number)) found.set(one.key, one);
  }
  return [...found.values()];
}

function isAbout({ registrationNumber, litigation = [] }: Design, patent: string): boolean {
  const isIt = hasPatent([registrationNumber ?? ''], patent);
  return isIt || litigation.some((one) => hasPatent(one.patentNumbers, patent));
}

function hasPatent(numbers: readonly string[] | undefined, patent: string): boolean {
  return (numbers ?? []).some((number) => rightNumber(number) === rightNumber(patent));
}

type Found<Type extends RecordType> = Extract<SearchRecord, { readonly type: Type }>;

/** The records of a type with a number in one of their fields that the viewer may read. */
async function recordsFor<Type extends RecordType>(
  { store }: PageParts,
  { sight }: Visit,
  type: Type,
  number: string,
): Promise<Found<Type>[]> {
  const holders = inWatches(sight.readable)[type];
  const records = await recordsNumbered(store.db, number, { type, holders, limit: recordsAtMost });
  return records.filter((record): record is Found<Type> => record.type === type);
}

const shownAtOnce = 8;

/** Where there are many, the rest is behind a click. */
export function recordLinks(records: readonly SearchRecord[]): Html {
  const [first, others] = [records.slice(0, shownAtOnce), records.slice(shownAtOnce)];
  const rest = html`<details>
<summary class="small">and ${others.length} more</summary>${lines(others)}</details>`;
  return html`${lines(first)}${others.length > 0 && rest}`;
}

function lines(records: readonly SearchRecord[]): Html {
  return html`<ul class="news">${records.map(
    (record) =>
      html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a> <span class="quiet">${recordPlace(record)}${
        record.type === 'docket' && record.status ? ` · ${record.status}` : ''
      }</span>${
        record.type === 'design' &&
        html` <a class="small" href="/designs?like=${encodeURIComponent(record.key)}">More like this</a>`
      }</li>`,
  )}</ul>`;
}
