import { readEntry } from '../../reading/readEntry.ts';
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
    ...(entry && {
      entry: {
        documentNumber: entry.documentNumber,
        dateFiled: entry.dateFiled,
        description: entry.description,
        documentHref: entry.documentHref,
        pdfUrl: entry.pdfUrl,
        reading: change.reading ?? readEntry(entry.description, entry.dateFiled),
      },
    }),
    fields: change.fields,
    ...(change.note !== undefined && { note: change.note }),
  };
}
