import { html } from 'hono/html';
import { type Design, rightNumber } from '../../../records/design.ts';
import type { Docket } from '../../../records/docket.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { recordsNumbered } from '../../../store/find/searchStoredQueries.ts';
import { recordPath } from '../../frame/links.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const patentsAtMost = 12;
const litigationAtMost = 20;
const recordsAtMost = 30;

export interface PatentElsewhere {
  readonly patent: string;
  readonly cases: readonly Docket[];
  readonly designs: readonly Design[];
}

export interface AlsoIn {
  readonly patents: readonly PatentElsewhere[];
  readonly designs: readonly Design[];
}

export async function loadAlsoIn(parts: PageParts, visit: Visit, docket: Docket): Promise<AlsoIn> {
  const patents: PatentElsewhere[] = [];
  for (const patent of new Set((docket.patentNumbers ?? []).slice(0, patentsAtMost))) {
    const cases = (await docketsNumbered(parts, visit, rightNumber(patent))).filter(
      (one) => one.key !== docket.key && hasPatent(one.patentNumbers, patent),
    );
    const designs = (await designsNumbered(parts, visit, rightNumber(patent))).filter((one) => isAbout(one, patent));
    if (cases.length + designs.length > 0) patents.push({ patent, cases, designs });
  }
  const named = (await designsNumbered(parts, visit, docket.key)).filter(({ litigation = [] }) =>
    litigation.some((one) => one.caseId === docket.key),
  );
  return { patents, designs: named };
}

/** Of the cases that a design is in, by its litigation or its number, those that the viewer may read. */
export async function casesOfDesign(parts: PageParts, visit: Visit, design: Design): Promise<Docket[]> {
  const found = new Map<string, Docket>();
  for (const { caseId } of (design.litigation ?? []).slice(0, litigationAtMost)) {
    for (const one of await docketsNumbered(parts, visit, caseId)) if (one.key === caseId) found.set(one.key, one);
  }
  const number = design.registrationNumber ?? '';
  for (const one of number === '' ? [] : await docketsNumbered(parts, visit, rightNumber(number))) {
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

async function docketsNumbered({ store }: PageParts, { sight }: Visit, number: string): Promise<Docket[]> {
  const holders = inWatches(sight.readable).docket;
  const records = await recordsNumbered(store.db, number, { type: 'docket', holders, limit: recordsAtMost });
  return records.flatMap((record) => (record.type === 'docket' ? [record] : []));
}

async function designsNumbered({ store }: PageParts, { sight }: Visit, number: string): Promise<Design[]> {
  const holders = inWatches(sight.readable).design;
  const records = await recordsNumbered(store.db, number, { type: 'design', holders, limit: recordsAtMost });
  return records.flatMap((record) => (record.type === 'design' ? [record] : []));
}

export function alsoInPart({ patents, designs }: AlsoIn): Html {
  if (patents.length + designs.length === 0) return html``;
  return html`<h2>Also in</h2>${patents.map(
    ({ patent, cases, designs: ofPatent }) => html`<h3>Patent ${patent}</h3>${recordLinks([...cases, ...ofPatent])}`,
  )}${designs.length === 0 ? '' : html`<h3>Designs in this case</h3>${recordLinks(designs)}`}`;
}

const shownAtOnce = 8;

/** Where there are many, the rest is behind a click. */
export function recordLinks(records: readonly SearchRecord[]): Html {
  const [first, others] = [records.slice(0, shownAtOnce), records.slice(shownAtOnce)];
  return html`${lines(first)}${
    others.length === 0
      ? ''
      : html`<details>
<summary class="small">and ${others.length} more</summary>${lines(others)}</details>`
  }`;
}

function lines(records: readonly SearchRecord[]): Html {
  return html`<ul class="news">${records.map(
    (record) =>
      html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a> <span class="quiet">${recordPlace(record)}${
        record.type === 'docket' && record.status ? ` · ${record.status}` : ''
      }</span>${record.type === 'design' ? similarTo(record.key) : ''}</li>`,
  )}</ul>`;
}

function similarTo(key: string): Html {
  return html` <a class="small" href="/designs?like=${encodeURIComponent(key)}">More like this</a>`;
}
