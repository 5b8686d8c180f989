import { html } from 'hono/html';
import type { Db } from '../../database/store.ts';
import { listFinds, type StoredFind } from '../../looks/findsTable.ts';
import { reviewsOf } from '../../looks/reviewsTable.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../records/record.ts';
import { loadRecords } from '../../snapshot/recordsTable.ts';
import { counted } from '../../words/sentence.ts';
import type { Period } from '../matterEvidenceQueries.ts';

/** A new design of a watch with `similarTo`: what it was compared with, or why it was not. */
export interface ComparedDesign {
  readonly record: Pick<SearchRecord, 'type' | 'key'> & { readonly label: string; readonly title: string };
  readonly foundAt: string;
  /** The own design that it looks most like, and how much, 0 to 1; null: it was not compared. */
  readonly compared: { readonly own: string; readonly likeness: number; readonly at: string | null } | null;
  readonly whyNot: string | null;
  readonly review: {
    readonly verdict: string;
    readonly note: string;
    readonly at: string;
    readonly who: string;
  } | null;
}

const designsAtMost = 100_000;

/**
 * The new designs that a watch found in a period, those that were not compared too: silence about them proves nothing.
 */
export async function comparedIn(db: Db, watchId: string, { from, until }: Period): Promise<ComparedDesign[]> {
  const finds = await listFinds(db, watchId, { since: from, until, order: 'newest', limit: designsAtMost });
  const ids = finds.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  const reviews = await reviewsOf(db, watchId, ids);
  return finds.flatMap((found) => {
    const record = records.get(found.recordId)?.record;
    const said = reviews.find(({ recordId, own }) => recordId === found.recordId && own === found.find?.own);
    return record === undefined ? [] : [comparedDesign(found, record, said)];
  });
}

function comparedDesign(
  { find, foundAt, comparedAt, whyNot }: StoredFind,
  record: SearchRecord,
  review: Awaited<ReturnType<typeof reviewsOf>>[number] | undefined,
): ComparedDesign {
  const { type, key } = record;
  return {
    record: { type, key, label: recordPlace(record), title: recordTitle(record) },
    foundAt,
    compared: find === undefined ? null : { own: find.own, likeness: find.likeness, at: comparedAt ?? null },
    whyNot: whyNot ?? null,
    review:
      review === undefined ? null : { verdict: review.verdict, note: review.note, at: review.at, who: review.who },
  };
}

/** `983 of 1,000 new designs were compared`, and of the others which and why. */
export function comparedPart(
  watches: readonly { readonly name: string; readonly compared?: readonly ComparedDesign[] | undefined }[],
) {
  const comparing = watches.filter(({ compared = [] }) => compared.length > 0);
  if (comparing.length === 0) return '';
  return html`<h2>What was compared with own designs, by its pictures</h2>${comparing.map(({ name, compared = [] }) => {
    const open = compared.filter((one) => one.compared === null);
    return html`<p>${name}: ${compared.length - open.length} of ${counted(
      compared.length,
      'new design',
    )} compared. Likeness is an order; that nothing stands high does not mean that nothing is alike.</p>
${
  open.length === 0
    ? ''
    : html`<table><thead><tr><th>Not compared</th><th>Why</th></tr></thead>
<tbody>${open.map(
        ({ record, whyNot }) => html`<tr><td>${record.title} <span class="quiet">${record.label}</span></td>
<td>${whyNot}</td></tr>`,
      )}</tbody></table>`
}`;
  })}`;
}
