import { renderText } from '../../alerts/channels/text/drawText.ts';
import { daysSet } from '../../alerts/message/setDates.ts';
import { spokenNumber } from '../../alerts/message/words/recordWords.ts';
import { alertIdsFor } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../base/words/readerDate.ts';
import { listed } from '../../base/words/sentence.ts';
import type { Program } from '../../daemon/program.ts';
import { sightOf } from '../../people/sight.ts';
import { localViewer } from '../../people/viewer.ts';
import { entryLabel } from '../../reading/entryLabel.ts';
import type { EntryReading } from '../../reading/entryReading.ts';
import type { DateLine } from '../../reading/events/dateLine.ts';
import { dateTitle } from '../../reading/events/dateTitle.ts';
import type { Entry } from '../../records/docket.ts';
import { labelOf, recordTitle } from '../../records/record.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import { loadAlert, loadMail } from '../../web/pages/alerts/alertMail.ts';

export interface Highlight {
  /** `New case`, `Decision` … */
  readonly what: string;
  /** The case or registration number, by which its message is found. */
  readonly label: string;
  readonly title: string;
  readonly says: string;
  /** Addresses of pictures, where the news is about them. */
  readonly pictures?: { readonly before: readonly string[]; readonly after: readonly string[] } | undefined;
}

/** Whether a message names the record: a case to read has one line there, in which its number is short. */
export function isNamedIn(text: string, { label }: Pick<Highlight, 'label'>): boolean {
  return text.includes(label) || text.includes(spokenNumber(label));
}

/**
 * What the highlights are chosen from: changes, the entries of a new case, and the day on which the story ends (ISO).
 */
interface Happened {
  readonly changes: readonly StoredChange[];
  readonly entriesOf: (change: StoredChange) => readonly Entry[];
  readonly today: string;
}

/** Days as the courts write them. */
const reader: Reader = { timezone: 'America/New_York' };
const longestText = 170;
const picturesAtMost = 3;

/** One thing of each kind that happened, the most important first: what a reader must act on, then what to know. */
export function highlightsOf(happened: Happened): Highlight[] {
  const finders = [newCase, decision, deadline, renewal, holderChange, pictureChange];
  return finders.flatMap((find) => find(happened) ?? []);
}

function newCase({ changes, entriesOf }: Happened): Highlight | undefined {
  const change = changes.find(({ kind }) => kind === 'docket.new');
  if (change === undefined) return undefined;
  const complaint = entriesOf(change).find((entry) => /^\W*complaint\b/i.test(entry.description));
  const says = complaint === undefined ? 'without its complaint yet' : shortText(complaint.description, longestText);
  return about(change, 'New case', says);
}

function decision({ changes }: Happened): Highlight | undefined {
  const decided = entriesAmong(changes).filter(({ reading }) => reading.outcome !== null && isOfCourt(reading));
  const [first] = decided.sort((a, b) => gravity(b.reading) - gravity(a.reading));
  return first && about(first.change, 'Decision', labelled(first));
}

function isOfCourt({ type }: EntryReading): boolean {
  return type === 'order' || type === 'judgment' || type === 'dismissal';
}

/** A ruling that may end the case ranks before one on its course. */
function gravity({ about: topics, type }: EntryReading): number {
  if (topics.some((topic) => topic === 'dismissal' || topic === 'injunction' || topic === 'summary judgment')) return 2;
  return type === 'judgment' ? 2 : topics.includes('extension') ? 0 : 1;
}

/** The next day that a filing sets in a case that goes on, deadlines before hearings. */
function deadline({ changes, today }: Happened): Highlight | undefined {
  const ahead = entriesAmong(changes).flatMap((one) =>
    daysSet({ ...one, record: one.change.record }, today)
      .filter(({ act, date = '' }) => act === 'sets' && date > today)
      .map((line) => ({ ...one, line })),
  );
  const place = ({ what, date = '' }: DateLine) => `${what} ${date}`;
  const [next] = ahead.sort((a, b) => place(a.line).localeCompare(place(b.line)));
  return next && about(next.change, 'Deadline', dueWords(next));
}

/** `Answer due (Falling Sports Srl), Dec 16, 2026. “SUMMONS Returned Executed …”`: what is due, not in which paper. */
function dueWords({ entry, line }: ReadEntry & { readonly line: DateLine }): string {
  const due = `${dateTitle(line, false)}, ${readerDay(line.date ?? '', reader)}`;
  return `${due}. “${shortText(entry.description, longestText)}”`;
}

function renewal({ changes }: Happened): Highlight | undefined {
  const change = changes.find(({ kind }) => kind === 'design.renewed');
  const until = change?.record.type === 'design' ? change.record.expires : undefined;
  return change && about(change, 'Renewal', until ? `renewed to ${readerDay(until, reader)}` : 'renewed');
}

function holderChange({ changes }: Happened): Highlight | undefined {
  const found = fieldAmong(changes, 'holders');
  if (found === undefined) return undefined;
  const { before, after } = found;
  const news = [
    ...after.filter((holder) => !before.includes(holder)).map((holder) => `${holder} added`),
    ...before.filter((holder) => !after.includes(holder)).map((holder) => `${holder} removed`),
  ];
  return about(found.change, 'Holder change', listed(news));
}

function pictureChange({ changes }: Happened): Highlight | undefined {
  const found = fieldAmong(changes, 'images');
  if (found === undefined) return undefined;
  const [before, after] = [found.before.slice(0, picturesAtMost), found.after.slice(0, picturesAtMost)];
  const says = `${found.before.length} pictures before, ${found.after.length} now`;
  return { ...about(found.change, 'Picture change', says), pictures: { before, after } };
}

interface ReadEntry {
  readonly change: StoredChange;
  readonly entry: Entry;
  readonly reading: EntryReading;
}

function entriesAmong(changes: readonly StoredChange[]): ReadEntry[] {
  return changes.flatMap((change) =>
    change.kind === 'entry.new' && change.entry && change.reading
      ? [{ change, entry: change.entry, reading: change.reading }]
      : [],
  );
}

function labelled({ entry, reading }: ReadEntry): string {
  const label = entryLabel(reading, entry.description);
  const text = shortText(entry.description, longestText);
  return label === '' ? text : `${label}. “${text}”`;
}

/** The first design in which this list changed, with both lists. */
function fieldAmong(changes: readonly StoredChange[], field: string) {
  for (const change of changes) {
    const moved = change.kind === 'design.updated' && change.fields.find((one) => one.field === field);
    if (moved) return { change, before: listOf(moved.before), after: listOf(moved.after) };
  }
  return undefined;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function about(change: StoredChange, what: string, says: string): Highlight {
  return { what, label: labelOf(change.record), title: recordTitle(change.record), says };
}

const alertsAtMost = 100;

export interface ShownAlert {
  readonly id: number;
  readonly kind: 'Email' | 'Slack';
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML of its mail, whole; undefined for a channel that sends none. */
  readonly mail: string | undefined;
}

export async function alertsAfter(program: Program, after: number): Promise<ShownAlert[]> {
  const { store, config, clock } = program;
  const visit = { sight: sightOf(program.config, localViewer), now: clock() };
  const watchIds = config.watches.map((watch) => watch.id);
  const ids = await alertIdsFor(store.db, { watchIds, notices: true, limit: alertsAtMost });
  const shown: ShownAlert[] = [];
  for (const id of ids.filter((one) => one > after).reverse()) {
    const found = await loadAlert(program, visit, String(id));
    if (found === undefined) continue;
    const mail = await loadMail(program, found, new AbortController().signal);
    const { subject } = found.message.outline({ discreet: false });
    const text = renderText(found.message);
    shown.push({ id, kind: mail === undefined ? 'Slack' : 'Email', channel: found.alert.channel, subject, text, mail });
  }
  return shown;
}

/** Pictures by their address as a message or a change has it, as data: nothing is loaded when the page is read. */
export type Pictures = ReadonlyMap<string, string>;

/**
 * Where the story's records say that their pictures are: a public https address like the real service's, because Slack
 * shows no other.
 */
export const picturesAddress = 'https://pictures.example';

/** Where such a picture really is. @param address from a record, or its path */
export function atSandbox(address: string, sandboxUrl: string): string {
  return new URL(new URL(address, picturesAddress).pathname, sandboxUrl).href;
}

/** Fetches pictures while the sandbox is there, and from nowhere else. One that is not there is left out. */
export async function picturesOf(sandboxUrl: string, addresses: readonly string[]): Promise<Pictures> {
  const pictures = new Map<string, string>();
  for (const address of new Set(addresses)) {
    if (!URL.canParse(address, picturesAddress)) continue;
    const response = await fetch(atSandbox(address, sandboxUrl));
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && type.startsWith('image/'))
      pictures.set(address, `data:${type};base64,${bytes.toString('base64')}`);
  }
  return pictures;
}
