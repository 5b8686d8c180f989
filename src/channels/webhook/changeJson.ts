import { labelOf, titleOf } from '../../records/record.ts';
import type { ReportedChange } from '../message/content.ts';

/** A change as `changes --json` prints it and as webhooks get it (design.md, section 2). */
export function changeJson(change: ReportedChange): object {
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
      },
    }),
    fields: change.fields,
    ...(change.note !== undefined && { note: change.note }),
  };
}
