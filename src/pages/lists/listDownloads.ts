import type { Download, FileContent } from '../download.ts';
import { csvFile } from './csvFile.ts';
import type { List, ListRows } from './list.ts';
import { xlsxFile } from './xlsxFile.ts';

export const listForms = ['csv', 'xlsx', 'json'] as const;
type ListForm = (typeof listForms)[number];

/** A list as a table for programs, as a workbook, and as JSON. */
export function listDownloads(list: List): Download[] {
  return listForms.map((form) => ({
    path: `${list.path}.${form}`,
    async respond(parts, visit, params) {
      const rows = await list.load(parts, visit, params);
      if (rows === undefined) return undefined;
      const saveAs = `${rows.name}-${visit.now.toISOString().slice(0, 10)}.${form}`;
      return { ...(await contentOf(form, rows, visit.now)), saveAs };
    },
  }));
}

async function contentOf(form: ListForm, list: ListRows, now: Date): Promise<FileContent> {
  switch (form) {
    case 'csv':
      return { type: 'text/csv; charset=utf-8', body: csvFile(list) };
    case 'xlsx':
      return {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: await xlsxFile(list, now),
      };
    case 'json':
      return { type: 'application/json', body: jsonOf({ madeAt: now.toISOString(), ...list }) };
  }
}

/** A value that is not known is there, as null: every row has the same keys. */
function jsonOf(value: object): string {
  return JSON.stringify(value, (_key, one: unknown) => (one === undefined ? null : one));
}
