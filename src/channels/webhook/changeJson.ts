import type { EntryReading } from '../../reading/entryReading.ts';
import { readEntry } from '../../reading/readEntry.ts';
import type { Entry } from '../../records/entry.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import type { MessageChange } from '../message/content.ts';

/** A change as `changes --json` prints it and as webhooks get it (docs/design.md, section 5). */
export function changeJson(change: MessageChange): object {
  const { record, entry } = change;
  return {
    id: change.id,
    kind: change.kind,
    detectedAt: change.detectedAt,
    watches: change.watches,
    check: change.checkId,
    record: { type: record.type, key: record.key, label: labelOf(record), title: titleOf(record) },
    ...(entry && { entry: entryJson(entry, change.reading) }),
    ...(change.kind === 'docket.new' &&
      change.entries && { entries: change.entries.map((one) => entryJson(one)), moreEntries: change.moreEntries ?? 0 }),
    fields: change.fields,
    ...(change.note !== undefined && { note: change.note }),
  };
}

function entryJson(entry: Entry, reading: EntryReading = readEntry(entry.description, entry.dateFiled)): object {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = entry;
  return { documentNumber, dateFiled, description, documentHref, pdfUrl, reading };
}
