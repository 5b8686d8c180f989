import { raw } from 'hono/html';
import { html, type Markup, markupText, nothing } from '../alerts/channels/email/styles.ts';
import type { AlertContent, ChangesContent, MessageChange } from '../alerts/message/content.ts';
import { withContext } from '../alerts/message/gatherChanges.ts';
import { type Line, type LineRole, linesOf, type Span, type SpanStyle } from '../alerts/message/lines.ts';
import { alertOutline } from '../alerts/message/message.ts';
import { cutToRoom, type Outline, type Picture } from '../alerts/message/outline.ts';
import { watchFacts } from '../alerts/outbox/watchFacts.ts';
import { sandboxMark } from '../base/words/sentence.ts';
import { type Config, type NamesService, usesSandbox, type WatchConfig } from '../config/config.ts';
import { openTitle } from '../people/sight.ts';
import { imagePathOf } from '../records/design.ts';
import type { SearchRecord } from '../records/record.ts';
import { watchedSince } from '../schedule/watchStatusQueries.ts';
import { listChanges, type StoredChange } from '../store/snapshot/changesTable.ts';
import { readSetting, type Store } from '../store/store.ts';
import { feedPath, recordPath } from './frame/pieces.ts';
import { picturePath } from './pages/designs/designCard.ts';

const longestFeed = 50;
const window = 500;
const neverChecked = '1970-01-01T00:00:00.000Z';

type FeedConfig = Pick<Config, 'watches' | 'http'> & NamesService;

type WatchFeed = { readonly xml: string; readonly updated: string };

/** Returns the latest news of a watch, one entry per record and check, newest first. Undefined: an unknown watch. */
export async function watchFeed(store: Store, config: FeedConfig, watchId: string): Promise<WatchFeed | undefined> {
  const watch = config.watches.find((each) => each.id === watchId);
  if (watch === undefined) return undefined;
  const installation = (await readSetting<string>(store.db, 'installation')) ?? 'tipstaff';
  const feedId = `urn:tipstaff:${installation}:watch:${watchId}`;
  const news = await latestNews(store, watchId);
  const entries: string[] = [];
  for (const { key, updated, changes } of news) {
    const told = await withContext(store.db, changes, () => [watchFacts(watch)]);
    const facts = told.map((one) => ({ ...one, watches: [watch.id] }));
    const head = { id: `${feedId}:${key}`, updated, ...ownAddresses(watch, facts[0]?.record, config) };
    entries.push(atomEntry(newsOf(watch, facts, config), head));
  }
  const times = news.map((one) => one.updated);
  const updated = times.sort().at(-1) ?? (await watchedSince(store.db, watchId)) ?? neverChecked;
  const title = usesSandbox(config) ? sandboxMark + openTitle(watch) : openTitle(watch);
  const { publicUrl } = config.http;
  // Without `http.publicUrl`, the address is relative, so it is right for a secret address too.
  const selfUrl = publicUrl ? publicUrl + feedPath(watchId) : `${encodeURIComponent(watchId)}.atom`;
  return { xml: atomFeed({ title, id: feedId, updated, selfUrl, pageUrl: publicUrl }, entries), updated };
}

/** Returns addresses of the record's page and pictures here, but none for a confidential watch. */
function ownAddresses(watch: WatchConfig, record: SearchRecord | undefined, { http: { publicUrl } }: FeedConfig) {
  if (publicUrl === undefined || record === undefined || watch.confidential) return {};
  return {
    recordUrl: publicUrl + recordPath(record),
    pictureUrl: (url: string) => publicUrl + picturePath(record.key, imagePathOf(url)),
  };
}

interface News {
  /** A name that never changes and reveals nothing of a confidential record: `check-45.change-117`. */
  readonly key: string;
  readonly updated: string;
  readonly changes: readonly StoredChange[];
}

/** Returns the latest changes by record and check, except those that the watch's `report` filters out. */
async function latestNews(store: Store, watchId: string): Promise<News[]> {
  const changes = await listChanges(store.db, { watch: watchId, limit: window, newestFirst: true });
  const reported = changes.filter((change) => change.filteredOut?.[watchId] === undefined);
  // The oldest check here may have more changes than were read.
  const cut = changes.length < window ? undefined : changes.at(-1)?.checkId;
  const whole = reported.filter((change) => change.checkId !== cut);
  const shown = whole.length > 0 ? whole : reported;
  const groups = Map.groupBy(shown, ({ checkId, record }) => `${checkId} ${record.type} ${record.key}`);
  return [...groups.values()]
    .slice(0, longestFeed)
    .map((some) => ({
      key: `check-${some[0]?.checkId}.change-${some.at(-1)?.id}`,
      updated: some.map(updatedOf).sort().at(-1) ?? neverChecked,
      changes: some,
    }));
}

/** Uses the number of the change as milliseconds, so that no two entries of a check have the same time. */
function updatedOf({ detectedAt, id }: StoredChange): string {
  const time = new Date(detectedAt);
  time.setUTCMilliseconds(id % 1000);
  return time.toISOString();
}

function newsOf(watch: WatchConfig, changes: readonly MessageChange[], config: FeedConfig): ChangesContent {
  return {
    kind: 'changes',
    id: 0,
    channel: 'feed',
    createdAt: changes[0]?.detectedAt ?? '',
    timezone: watch.timezone,
    pageUrl: config.http.publicUrl,
    sandbox: usesSandbox(config),
    digest: false,
    watches: [watchFacts(watch)],
    checks: [],
    changes,
  };
}

interface FeedHead extends Pick<EntryHead, 'id' | 'updated'> {
  readonly title: string;
  readonly selfUrl?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** Returns an Atom feed (RFC 4287). @param entries made by `atomEntry` */
export function atomFeed({ title, id, updated, selfUrl, pageUrl }: FeedHead, entries: readonly string[]): string {
  return xmlText(html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Tipstaff: ${title}</title><id>${id}</id>
<updated>${updated}</updated>${link('self', selfUrl, 'application/atom+xml')}${link('alternate', pageUrl, 'text/html')}
<author><name>Tipstaff</name></author>
${raw(entries.join('\n'))}
</feed>
`);
}

interface EntryHead {
  readonly id: string;
  readonly updated: string;
  readonly recordUrl?: string | undefined;
  /** Returns the address for readers of a picture at the service. Default: its address at the service. */
  readonly pictureUrl?: ((url: string) => string) | undefined;
}

/** Returns a message as an entry on one line, in its discreet form, because a feed reader does not sign in. */
export function atomEntry(content: AlertContent, { id, updated, recordUrl, pictureUrl }: EntryHead): string {
  const outline = alertOutline(content, { discreet: true });
  return xmlText(
    html`<entry><title>${outline.subject}</title><id>${id}</id><updated>${updated}</updated>${link(
      'alternate',
      newsUrl(outline, recordUrl),
    )}<content type="html">${drawFeed(outline, pictureUrl)}</content></entry>`,
  );
}

/** Returns the only document of the news, or else our page of the record, its page at the source, or our first page. */
function newsUrl({ sections, pageUrl }: Outline, recordUrl: string | undefined): string | undefined {
  const cards = sections.flatMap((section) => section.cards);
  const documents = cards.flatMap((card) => card.items.flatMap((item) => item.links.slice(0, 1)));
  const [record] = cards.flatMap((card) => card.links);
  const [document] = documents;
  if (document !== undefined && documents.length === 1) return document.url;
  return recordUrl ?? (record ?? document)?.url ?? pageUrl;
}

function link(rel: string, url: string | undefined, type?: string): Markup {
  return url === undefined ? nothing : html`<link rel="${rel}"${type && html` type="${type}"`} href="${url}"/>`;
}

/** Removes control characters, which XML forbids even if they are escaped. */
const xmlText = (markup: Markup): string => String(markup).replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '');

/** The most changes and sections of one entry. The others are only counted. */
const room = { items: 40, sections: 10 };
const mostCharacters = 2_000;

type PictureUrl = (url: string) => string;

/** Draws an outline as plain HTML. Feed readers drop styles, so only elements can show what matters. */
function drawFeed(whole: Outline, pictureUrl: PictureUrl = (url) => url): string {
  const blocks = linesOf(cutToRoom(whole, room), { text: mostCharacters, row: 600 });
  return markupText(
    html`${blocks.map(
      ({ lines, item }) =>
        html`${lines.map(drawLine)}${(item?.pictures ?? []).map((picture) => drawPicture(picture, pictureUrl))}`,
    )}`,
  );
}

/** Lines that a feed omits. A feed reader itself shows the link to our page. */
const leftOut: readonly LineRole[] = ['legend', 'asks', 'detail', 'page'];

function drawLine({ role, spans }: Line): Markup {
  if (leftOut.includes(role)) return nothing;
  const words = spans.map(drawSpan);
  switch (role) {
    case 'dates':
    case 'section':
    case 'card':
      return html`<h3>${words}</h3>`;
    case 'item':
      return html`<h4>${words}</h4>`;
    case 'small':
    case 'footer':
      return html`<p><small>${words}</small></p>`;
    default:
      return html`<p>${words}</p>`;
  }
}

function drawSpan({ text, style, url }: Span): Markup {
  return url === undefined ? drawStyle(text, style) : html`<a href="${url}">${text}</a>`;
}

/** Adds strike-through and bold, because some feed readers drop `del` and `ins`. */
function drawStyle(text: string, style: SpanStyle | undefined): Markup {
  switch (style) {
    case 'removed':
    case 'before':
      return html`<del><s>${text}</s></del>`;
    case 'added':
    case 'after':
      return html`<ins><strong>${text}</strong></ins>`;
    case 'bold':
      return html`<strong>${text}</strong>`;
    case 'italic':
    case 'folded':
      return html`<em>${text}</em>`;
    default:
      return html`${text}`;
  }
}

function drawPicture({ caption, url, alt }: Picture, pictureUrl: PictureUrl): Markup {
  return html`<figure><img src="${pictureUrl(url)}" alt="${alt}" width="320">${
    caption ? html`<figcaption>${caption}</figcaption>` : nothing
  }</figure>`;
}
