import { createHash } from 'node:crypto';
import type { DocketIndex } from './docketSearch.ts';
import { FEED_FAULTS, type FeedFault, type FeedItem, writeFeed } from './feedText.ts';
import { type DocketHit, type EntryHit, textIn } from './hits.ts';
import type { Records } from './records.ts';
import { jsonResponse, type SandboxResponse } from './response.ts';
import { SandboxError } from './sandboxError.ts';

/** Options of the courts' feeds, and the delay of the service. */
export interface FeedOptions {
  /** How many hours a feed goes back. Default 24. */
  readonly lookbackHours?: number | undefined;
  /** Largest number of items; the newest ones are kept. Default 5000. */
  readonly most?: number | undefined;
  /** First words of the entries to include: `order`, `motion`. Default: all entries. */
  readonly types?: readonly string[] | undefined;
  /**
   * Minutes until the service shows an entry, for all courts or by court id (`*`: other courts). Absent: the service
   * shows a day's entries from the beginning of the day.
   */
  readonly lagMinutes?: number | Readonly<Record<string, number>> | undefined;
  readonly faults?: readonly FeedFaultOrder[] | undefined;
}

export interface FeedFaultOrder {
  readonly name: FeedFault;
  /** Absent: all courts. */
  readonly court?: string | undefined;
}

interface FeedParts {
  readonly records: Records;
  readonly now: () => Date;
}

const [hourMs, minuteMs] = [3_600_000, 60_000];
/** Clerks work from 13:00 to 22:00 UTC. */
const [firstMinute, minutesADay] = [13 * 60, 9 * 60];

/** The courts' RSS feeds, as CM/ECF makes them. The service may show the same entries later. */
export class CourtFeeds {
  readonly counts: Record<string, number> = {};
  readonly #parts: FeedParts;
  #options: FeedOptions;
  /** When the faults were set. A stale feed no longer changes from this moment on. */
  #since: Date;
  readonly #entered = new Map<string, readonly FeedItem[]>();
  #version = -1;

  constructor(parts: FeedParts, options: FeedOptions = {}) {
    this.#parts = parts;
    this.#options = checkedFaults(options);
    this.#since = parts.now();
  }

  get options(): FeedOptions {
    return this.#options;
  }

  /** Replaces only the given options. */
  set(options: FeedOptions): void {
    this.#options = { ...this.#options, ...checkedFaults(options) };
    this.#since = this.#parts.now();
  }

  respond(court: string): SandboxResponse {
    this.counts[court] = (this.counts[court] ?? 0) + 1;
    const faults = (this.#options.faults ?? [])
      .filter((order) => (order.court ?? court) === court)
      .map(({ name }) => name);
    const has = (name: FeedFault) => faults.includes(name);
    if (has('forbidden')) return textResponse(403, 'text/html', '<html><body>Forbidden</body></html>');
    if (has('redirect')) {
      return { ...textResponse(302, 'text/html', ''), headers: { location: 'http://elsewhere.example/' } };
    }
    if (has('empty')) return textResponse(200, 'text/xml', '');
    if (has('html')) return textResponse(200, 'text/html', '<!DOCTYPE html>\n<html><body>Not available</body></html>');
    const now = has('stale') ? this.#since : this.#parts.now();
    const types = has('retyped') ? ['order'] : this.#options.types;
    const items = this.#itemsAt(court, now, { types, lookbackMs: has('gap') ? 10 * minuteMs : undefined });
    const text = writeFeed({ court, items, now, types, faults, call: this.counts[court] });
    return textResponse(200, 'text/xml; charset=ISO-8859-1', text);
  }

  /** Returns a docket without the entries that the service does not show yet. */
  asShown(hit: DocketHit): DocketHit {
    const lag = this.#lagOf(textIn(hit.courtId));
    if (lag === undefined || !Array.isArray(hit.entries)) return hit;
    const until = this.#parts.now().getTime() - lag * minuteMs;
    const entries = hit.entries.filter((entry) => enteredAt(hit, entry) <= until);
    const hidden = hit.entries.length - entries.length;
    return { ...hit, entries, ...(hit.entryTotal !== undefined && { entryTotal: hit.entryTotal - hidden }) };
  }

  #lagOf(court: string): number | undefined {
    const { lagMinutes } = this.#options;
    return typeof lagMinutes === 'object' ? (lagMinutes[court] ?? lagMinutes['*']) : lagMinutes;
  }

  #itemsAt(court: string, now: Date, only: { types?: readonly string[] | undefined; lookbackMs?: number | undefined }) {
    const { lookbackHours = 24, most = 5000 } = this.#options;
    const from = now.getTime() - (only.lookbackMs ?? lookbackHours * hourMs);
    const { types } = only;
    return this.#enteredIn(court)
      .filter(({ at }) => at > from && at <= now.getTime())
      .filter(({ event }) => types === undefined || types.some((type) => event.toLowerCase().startsWith(type)))
      .sort((a, b) => b.at - a.at)
      .slice(0, most);
  }

  /** Returns all entries of a court, cached until the records change. */
  #enteredIn(court: string): readonly FeedItem[] {
    const { records } = this.#parts;
    if (this.#version !== records.version) this.#entered.clear();
    this.#version = records.version;
    const known = this.#entered.get(court) ?? entriesOfCourt(records.dockets, court);
    this.#entered.set(court, known);
    return known;
  }
}

function checkedFaults(options: FeedOptions): FeedOptions {
  const unknown = options.faults?.find(({ name }) => !Object.hasOwn(FEED_FAULTS, name));
  if (unknown === undefined) return options;
  const known = Object.keys(FEED_FAULTS).join(', ');
  throw new SandboxError(`There is no fault of feeds called ${unknown.name}. There are ${known}`);
}

function entriesOfCourt(dockets: DocketIndex, court: string): FeedItem[] {
  return [...dockets.rows()].flatMap((row) => {
    if (row.court !== court) return [];
    const hit = row.hit();
    return (Array.isArray(hit.entries) ? hit.entries : []).flatMap((entry) => itemOf(hit, entry));
  });
}

function itemOf(hit: DocketHit, entry: EntryHit): FeedItem[] {
  const at = enteredAt(hit, entry);
  if (Number.isNaN(at)) return [];
  return [
    {
      caseId: textIn(hit.pacerCaseId),
      caseNumber: textIn(hit.docketNumber),
      caseName: textIn(hit.caseName),
      document: textIn(entry.documentNumber),
      event: eventOf(textIn(entry.description)),
      at,
    },
  ];
}

/** Returns the name of the event: the first words of the text. */
function eventOf(description: string): string {
  const words = description.replace(/ \(Entered: .*$/, '').split(/ (?:by|for|of|on|in|re|to) |[;,.(]/)[0] ?? '';
  return words.split(/\s+/).slice(0, 5).join(' ').trim() || 'Entry';
}

/** Returns when an entry was entered: its day, at a time derived from the entry. NaN without a day. */
function enteredAt(hit: DocketHit, entry: EntryHit): number {
  const description = textIn(entry?.description);
  const [, month, day, year] = /\(Entered: (\d\d)\/(\d\d)\/(\d{4})\)/.exec(description) ?? [];
  const dayMs =
    year === undefined ? Date.parse(`${textIn(entry?.dateFiled)} UTC`) : Date.parse(`${year}-${month}-${day}`);
  const name = `${hit.docketId} ${textIn(entry?.documentNumber) || description.slice(0, 30)}`;
  const minute = firstMinute + (createHash('sha256').update(name).digest().readUInt32BE(0) % minutesADay);
  return dayMs + minute * minuteMs;
}

function textResponse(status: number, contentType: string, text: string): SandboxResponse {
  const { sending } = jsonResponse(status, null);
  return { status, headers: { 'content-type': contentType }, body: Buffer.from(text, 'latin1'), sending };
}
