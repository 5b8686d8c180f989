import { shortCourt } from '../../records/courts.ts';
import { productName } from '../../records/productName.ts';
import { labelOf, type SearchRecord, titleOf } from '../../records/record.ts';
import { shortText } from '../../words/shortText.ts';

const longestTitle = 90;

/** What a record is called: the case name, or holder and product of a design; its label where it has no name. */
export function recordTitle(record: SearchRecord): string {
  if (record.type === 'docket') return shortText(titleOf(record), longestTitle) || recordLabel(record);
  const holder = shortText(record.holders?.[0] ?? '', longestTitle / 2);
  const product = shortText(productName(record.products?.[0] ?? ''), longestTitle / 2);
  return [holder, product].filter(Boolean).join(' – ') || recordLabel(record);
}

/** Where it is kept: `D. Del. 1:20-cv-00168`, `HAGUE DM/214 567`. */
export function recordPlace(record: SearchRecord): string {
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [shortText(place, 60), recordLabel(record)].filter(Boolean).join(' ');
}

/** `1:20-cv-00168`, `DM/214 567` */
export function recordLabel(record: SearchRecord): string {
  return shortText(labelOf(record), 60) || shortText(record.key, 60) || 'without a number';
}
