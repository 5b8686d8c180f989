import { joined, type List, rowsOf } from '../pages/lists/list.ts';
import { entryLabel } from '../reading/entryLabel.ts';
import { entryPriority } from '../reading/entryPriority.ts';
import { courtDocument } from '../records/courts.ts';
import { cleanText } from '../words/cleanText.ts';
import { entryFilterOf, filterEntries } from './entryFilter.ts';
import { loadCase } from './loadCase.ts';

/** The entries of a case, filtered as its page has them, as files. */
export const entriesList: List = {
  path: '/cases/:key/entries',
  async load(parts, visit, { key = '' }) {
    const found = await loadCase(parts, visit, key);
    if (found === undefined) return undefined;
    const { docket, entries } = found;
    const shown = filterEntries(entries, entryFilterOf(visit.url.searchParams));
    return rowsOf(`entries-${docket.docketNumber ?? key}`, shown, ({ entry, reading }) => ({
      number: entry.documentNumber,
      filed: entry.dateFiled,
      what: entryLabel(reading, cleanText(entry.description)),
      type: reading.type,
      topics: joined(reading.about),
      outcome: reading.outcome ?? undefined,
      matters: entryPriority(reading),
      text: entry.description,
      attachments: entry.extraDocument.length,
      pdf: entry.pdfUrl || undefined,
      atTheCourt: courtDocument(docket, entry.documentHref),
    }));
  },
};
