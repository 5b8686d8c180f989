import { recordPlace, recordTitle } from '../../message/words/recordWords.ts';
import type { Row } from '../lists/list.ts';
import { type List, rowsOf } from '../lists/list.ts';
import { addressOf } from '../lists/recordRows.ts';
import { loadSearch, searchOf } from './loadSearch.ts';

const recordsAtMost = 500;
const entriesAtMost = 100;

/** What a search found, as files: a row for each entry, and for each case or design that was found by its name. */
export const resultsList: List = {
  path: '/search',
  async load(parts, visit) {
    const text = searchOf(visit);
    const cases = await loadSearch(parts, visit, text, {
      type: 'docket',
      limit: recordsAtMost,
      entries: entriesAtMost,
    });
    const designs = await loadSearch(parts, visit, text, { type: 'design', limit: recordsAtMost, entries: 0 });
    const rows = [...cases.records, ...designs.records].flatMap(({ record, newest }): Row[] => {
      const found = {
        what: record.type === 'docket' ? 'case' : 'design',
        name: recordTitle(record),
        where: recordPlace(record),
        address: addressOf(parts.config, record),
      };
      if (newest.length === 0) return [{ ...found, entry: undefined, filed: undefined, text: undefined }];
      return newest.map((entry) => ({
        ...found,
        entry: entry.documentNumber,
        filed: entry.dateFiled,
        text: entry.description,
      }));
    });
    const list = rowsOf(`search-${text}`.slice(0, 60), rows, (row) => row);
    return { ...list, more: list.more || cases.more || designs.more };
  },
};
