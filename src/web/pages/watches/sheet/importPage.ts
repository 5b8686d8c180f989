import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { z } from 'zod';
import { TipstaffError } from '../../../../base/errors.ts';
import { parseJson } from '../../../../base/json.ts';
import {
  largestSheetBytes,
  longestCell,
  mostColumns,
  mostRows,
  readSheet,
  type SheetRows,
} from '../../../../base/sheet/rowsOfSheet.ts';
import { counted } from '../../../../base/words/sentence.ts';
import { mayAct, whoOf } from '../../../../people/sight.ts';
import { saveWatches, undoImport } from '../../../../schedule/ownWatches.ts';
import { lastImport } from '../../../../schedule/ownWatchesTable.ts';
import { moment } from '../../../frame/moment.ts';
import {
  type Acted,
  type Action,
  actionForm,
  type Drawn,
  type Form,
  fileForm,
  type Html,
  hiddenInput,
  type Page,
  type PageParts,
  refuse,
  tokenInput,
} from '../../../frame/page.ts';
import { table, watchPath } from '../../../frame/pieces.ts';
import type { Visit } from '../../../visit/visit.ts';
import { unseenMistakes } from '../editWatch.ts';
import { usualHeadings } from './columns.ts';
import {
  countWords,
  hasMistakes,
  isInDoubt,
  type JudgedRow,
  type JudgedSheet,
  judgeRows,
  priceOfRows,
  priceWords,
  whyWords,
} from './judgeRows.ts';

const path = '/import';

export const importPage: Page = {
  path,
  async draw(parts, visit) {
    if (!mayAct(visit.viewer, 'editor')) return undefined;
    return drawn(html`${about}${sheetForm(visit)}${await lastPart(parts, visit)}`);
  },
};

const about = html`<p>Choose a CSV or XLSX file: the download of <a href="/watches">Watches</a>, edited, or your own
file with a watch in each row and a heading for each column: ${usualHeadings.join(', ')} …</p>
<p class="quiet">Separate several values of a cell with semicolons. A row with the id of a watch changes the settings
that differ; any other row adds a watch. A row without an id gets one from its name. Watches without a row stay
unchanged. Nothing is saved before you see what each row does and what it costs.</p>`;

function sheetForm(visit: Visit): Html {
  const file = html`<label>File <input type="file" name="file" accept=".csv,.xlsx" required></label>`;
  return fileForm(visit, path, 'Check the file', file);
}

async function lastPart({ store }: PageParts, visit: Visit): Promise<Html | string> {
  const last = await lastImport(store.db, whoOf(visit.viewer));
  if (last === undefined) return '';
  const [added, changed] = [last.before.filter(({ body }) => body === null), last.before.filter(({ body }) => body)];
  const words = [
    added.length > 0 ? `${counted(added.length, 'watch', 'watches')} added` : '',
    changed.length > 0 ? `${changed.length} changed` : '',
  ].filter(Boolean);
  return html`<h2>Your last import</h2>
<p>${moment(last.at, visit)}: ${words.join(', ')}. Undo removes the watches it added and restores the ones it
changed, except those that were changed since.</p>
${actionForm(visit, `${path}/undo`, 'Undo it')}`;
}

const drawn = (body: Html): Drawn => ({ title: 'Import watches', body: html`<h1>Import watches</h1>${body}` });

export const importAction: Action = {
  path,
  role: 'editor',
  // The form that confirms the rows sends them back.
  largestBytes: 2 * largestSheetBytes,
  async act(parts, visit, _params, form, { file }) {
    try {
      const sheet = form.rows ? shownRows(form.rows) : await rowsOfFile(file);
      return await importRows(parts, visit, sheet, form);
    } catch (error) {
      if (!(error instanceof TipstaffError && error.code === 'usage.sheet')) throw error;
      const why = html`<p class="note" role="alert">${error.message}</p>`;
      return { kind: 'shown', status: 422, drawn: drawn(html`${why}${about}${sheetForm(visit)}`) };
    }
  },
};

/** Imports the rows without a mistake, if they do and cost what was shown. Else shows that. */
async function importRows(parts: PageParts, visit: Visit, sheet: SheetRows, form: Form): Promise<Acted> {
  const judged = await judgedFor(parts, visit, sheet);
  const bodies = judged.rows.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const price = await priceOfRows(parts.store.db, visit.sight.config, judged.rows, visit.now);
  const seen = digestOf(judged);
  const isConfirmed = form.seen === seen && price.firstCredits <= Number(form.agreed);
  if (!isConfirmed || judged.mistakes.length > 0) {
    const isOther = form.seen !== undefined && form.seen !== seen;
    return preview({ judged, sheet, seen, isOther, watches: bodies.length, price }, visit);
  }
  const edit = { who: whoOf(visit.viewer), now: visit.now, how: 'import' } as const;
  const edited = await saveWatches(parts.store, parts.wholeConfig, bodies, edit);
  if ('mistakes' in edited) refuse(edited.mistakes.map(({ text }) => text).join(' '));
  return { kind: 'done', see: path };
}

const rowsSchema = z.array(z.array(z.string().max(longestCell)).max(mostColumns)).max(mostRows);

function shownRows(sent: string): SheetRows {
  const { success, data } = rowsSchema.safeParse(parseJson(sent));
  if (success) return data;
  throw new TipstaffError('usage.sheet', 'The form came back incomplete. Choose the file again.');
}

/** Reads a sheet that a form sent. @throws TipstaffError `usage.sheet` */
export async function rowsOfFile(file: File | undefined): Promise<SheetRows> {
  if (file === undefined || file.size === 0) throw new TipstaffError('usage.sheet', 'Choose a file first.');
  return readSheet(new Uint8Array(await file.arrayBuffer()));
}

async function judgedFor(parts: PageParts, visit: Visit, sheet: SheetRows): Promise<JudgedSheet> {
  const judged = await judgeRows(sheet, parts.wholeConfig, visit.viewer);
  const rows: JudgedRow[] = [];
  for (const row of judged.rows) {
    const found = row.body === undefined ? [] : await unseenMistakes(parts, visit, row.body, row.verdict === 'new');
    const mistakes = [...row.mistakes, ...found.map(({ text }) => text)];
    rows.push(found.length === 0 ? row : { ...row, verdict: 'mistake', mistakes, body: undefined });
  }
  return { ...judged, rows };
}

/** Returns a digest of what was shown, so that nothing is saved over what somebody else changed meanwhile. */
function digestOf({ rows }: JudgedSheet): string {
  return hash('sha256', JSON.stringify(rows.map(({ watch, verdict, differences }) => [watch, verdict, differences])));
}

const mostShown = 500;

interface Shown {
  readonly judged: JudgedSheet;
  readonly sheet: SheetRows;
  readonly seen: string;
  readonly isOther: boolean;
  /** How many can be imported. */
  readonly watches: number;
  readonly price: Awaited<ReturnType<typeof priceOfRows>>;
}

function preview(shown: Shown, visit: Visit): Acted {
  const { judged, isOther, watches } = shown;
  const { rows, mistakes, unread } = judged;
  const wrong = hasMistakes(judged);
  const notes = [
    isOther &&
      html`<strong>Nothing is saved yet.</strong> Somebody changed these watches meanwhile: this is what the rows do
now.`,
    unread.length > 0 && html`Not read: ${counted(unread.length, 'column')}, ${unread.join(', ')}.`,
    wrong &&
      html`<strong>Nothing is saved.</strong> Correct the file and choose it again${
        watches > 0 && ', or import the rows without a mistake'
      }.`,
  ].filter((note) => note !== false);
  const nothing = html`${!wrong && html`<p>Nothing is to be saved.</p>`}${sheetForm(visit)}`;
  const body = html`<p class="lead">${countWords(rows)}</p>
${mistakes.map((words) => html`<p class="mistake">${words}</p>`)}
${notes.map((note) => html`<p class="note" role="alert">${note}</p>`)}
${watches === 0 ? nothing : html`${confirmForm(shown, visit)}${wrong && sheetForm(visit)}`}${verdictTable(rows)}`;
  return { kind: 'shown', status: wrong ? 422 : 200, drawn: drawn(body) };
}

function badness(row: JudgedRow): number {
  if (row.verdict === 'mistake') return 2;
  return isInDoubt(row) ? 1 : 0;
}

function confirmForm({ sheet, seen, watches, price }: Shown, visit: Visit): Html {
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="actions">
${tokenInput(visit)}${hiddenInput('rows', JSON.stringify(sheet))}${hiddenInput('seen', seen)}
<p>${priceWords(price, visit.viewer.matters === 'all')}<br><button name="agreed" value="${price.firstCredits}"
class="first">Import ${counted(watches, 'watch', 'watches')}</button></p></form>`;
}

/** Lists the rows that do something, the bad ones first. */
function verdictTable(rows: readonly JudgedRow[]): Html {
  const told = rows.filter(({ verdict }) => verdict !== 'unchanged').toSorted((a, b) => badness(b) - badness(a));
  if (told.length === 0) return html``;
  const more = told.length - mostShown;
  const isStored = ({ verdict }: JudgedRow) => verdict !== 'new' && verdict !== 'mistake';
  const shown = table(told.slice(0, mostShown), [
    {
      label: 'Watch',
      cell: (row) => (isStored(row) ? html`<a href="${watchPath(row.watch)}">${row.watch}</a>` : row.watch),
    },
    {
      label: 'Verdict',
      cell: (row) =>
        row.verdict === 'mistake'
          ? html`<span class="alarm">mistake</span>`
          : html`<span>${row.verdict}${isInDoubt(row) && html`, <span class="alarm">in doubt</span>`}</span>`,
    },
    { label: 'Details', cell: (row) => html`<div>${whyWords(row).map((words) => html`<div>${words}</div>`)}</div>` },
    { label: 'Row', look: 'number', cell: ({ row }) => row },
  ]);
  return html`${shown}${more > 0 && html`<p class="quiet">And ${counted(more, 'more row')}.</p>`}`;
}

export const undoImportAction: Action = {
  path: `${path}/undo`,
  role: 'editor',
  async act({ store }, { viewer, sight, now }) {
    const who = whoOf(viewer);
    // The viewer may have lost access to a matter since the import.
    const seen = new Set(sight.watches.map(({ id }) => id));
    const undone = await undoImport(store, { who, now }, { by: who, mayChange: (id) => seen.has(id) });
    if (undone === undefined) return refuse('There is no import of yours to undo.');
    if (undone.kept.length === 0) return { kind: 'done', see: '/watches' };
    const why = html`<p>${counted(
      undone.removed.length,
      'watch',
      'watches',
    )} removed, ${undone.restored.length} as before. Changed since, or no longer yours to change, and left as they
are: ${undone.kept.join(', ')}.</p>`;
    return { kind: 'shown', drawn: drawn(why) };
  },
};
