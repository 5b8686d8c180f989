import { labelOf, titleOf } from '../records/record.ts';
import type { StoredChange } from '../store/changes.ts';

/** A change as `changes --json` gives it (design.md, section 2). */
export function changeJson(change: StoredChange): object {
  const { entry } = change;
  return {
    id: change.id,
    kind: change.kind,
    detectedAt: change.detectedAt,
    watches: change.watches,
    check: change.checkId,
    record: {
      type: change.type,
      key: change.record.key,
      label: labelOf(change.record),
      title: titleOf(change.record),
    },
    ...(entry === undefined
      ? {}
      : {
          entry: {
            documentNumber: entry.documentNumber,
            dateFiled: entry.dateFiled,
            description: entry.description,
            documentHref: entry.documentHref,
            pdfUrl: entry.pdfUrl,
          },
        }),
    fields: change.fields,
    ...(change.note === undefined ? {} : { note: change.note }),
  };
}
