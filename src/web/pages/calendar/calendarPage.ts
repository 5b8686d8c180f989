import { html } from 'hono/html';
import type { WatchDate } from '../../../alerts/message/watchDates.ts';
import { shortParty } from '../../../alerts/message/words/recordWords.ts';
import { dayMs, daysAfter, monthAfter, utcDay } from '../../../base/time.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { counted } from '../../../base/words/sentence.ts';
import { type Config, mattersOf, type WatchConfig, watchesById } from '../../../config/config.ts';
import { makeAccessKey, untilEnded } from '../../../people/accessKeysTable.ts';
import { openTitle, type Sight, type Viewer } from '../../../people/sight.ts';
import { ownPath } from '../../../people/signIn/whoLooks.ts';
import { icsFile, isKept, listCaution } from '../../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../../records/courts.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import type { Store } from '../../../store/store.ts';
import { dateLines, dateMark, statusWords, todayOf, weekBegins, weekdays } from '../../frame/moment.ts';
import { type Action, actionForm, byOf, type Drawn, type Html, hiddenInput, type Page } from '../../frame/page.ts';
import { emptyState, options, recordPath } from '../../frame/pieces.ts';
import { choice, downloadLinks, filterRow, watchChoice } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { calendarAsked, dateKinds, datesAsked, datesForFeed, listedDays } from './chosenDates.ts';

/** The most dates in the list; the files have them all. */
const listedAtMost = 1000;

export const calendarPage: Page = {
  path: '/calendar',
  name: 'Calendar',
  async draw(parts, visit) {
    const { month, isNow } = calendarAsked(visit);
    const dates = await datesAsked(parts, visit);
    return {
      title: `Calendar, ${monthWords(month)}`,
      body: html`<div class="titled"><h1>${monthWords(month)}</h1>${monthLinks(month, isNow, visit)}</div>
${filters(visit)}
<div class="doing">${subscribePart(calendarFeeds(visit), visit)}</div>
${legend()}${monthTable(month, dates, visit)}${listPart(dates, visit)}${downloadLinks(visit.url)}`,
    };
  },
};

function monthLinks(month: string, isNow: boolean, visit: Visit): Html {
  const link = (to: string, words: string) => {
    const query = new URLSearchParams(visit.url.searchParams);
    query.set('month', to);
    query.delete('days');
    return html`<a class="button" href="/calendar?${query.toString()}">${words}</a>`;
  };
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return html`<nav class="filters" aria-label="Months">${link(before, monthWords(before))}
${!isNow && link(courtsToday(visit.now).slice(0, 7), 'This month')}${link(after, monthWords(after))}</nav>`;
}

function filters(visit: Visit): Html {
  const query = visit.url.searchParams;
  const open = visit.sight.readable;
  const kinds = dateKinds.map((kind) => [kind, kindWords[kind].plural] as const);
  return filterRow([
    hiddenInput('month', calendarAsked(visit).month),
    query.get('days') === 'all' ? hiddenInput('days', 'all') : '',
    choice('matter', 'every matter', mattersOf(open), query),
    watchChoice(open, query),
    choice('kind', 'every kind', kinds, query),
    choice('designs', 'yours, by number or starred', [['all', 'all that are watched']], query),
  ]);
}

const kindWords = {
  hearing: { one: 'hearing', plural: 'hearings' },
  deadline: { one: 'deadline', plural: 'deadlines' },
  expiry: { one: 'design expires', plural: 'designs that expire' },
  renewal: { one: 'renewal opens', plural: 'renewals' },
} as const;

function legend(): Html {
  const kinds = dateKinds.map((what) => ({ mark: dateMark({ what, status: 'set' }), words: kindWords[what].one }));
  const asked = { mark: dateMark({ what: 'deadline', status: 'asked' }), words: 'requested' };
  return html`<p class="legend quiet small">${[...kinds, asked].map(
    ({ mark, words }) => html`<span>${mark}${words}</span>`,
  )}</p>`;
}

function listPart(dates: readonly WatchDate[], visit: Visit): Html {
  const { days, isNow } = calendarAsked(visit);
  const title = !isNow ? 'As a list' : days === 'all' ? 'All dates ahead' : `The next ${listedDays} days`;
  const head = html`<h2 id="list">${title}</h2>`;
  const later = isNow && days !== 'all' ? laterLink(visit.url) : '';
  const all = html`<a href="/calendar?designs=all">This month, everything</a>`;
  if (dates.length === 0) return html`${head}${emptyState('No dates found.', all)}${later}`;
  const today = courtsToday(visit.now);
  const past = isNow ? dates.filter(({ date }) => date < today) : [];
  const coming = isNow ? dates.filter(({ date }) => date >= today) : dates;
  const more = coming.length - listedAtMost;
  const earlier = html`<details class="rest"><summary>${counted(past.length, 'date')} earlier this month</summary>
${dateLines(past, visit, past.length, true)}</details>`;
  return html`${head}${past.length > 0 && earlier}${
    coming.length === 0 ? emptyState('None.') : dateLines(coming.slice(0, listedAtMost), visit, listedAtMost, true)
  }${more > 0 && html`<p class="quiet">And ${counted(more, 'later date')}: the download has them all.</p>`}${later}
<p class="quiet small">${listCaution}</p>`;
}

function laterLink(url: URL): Html {
  const query = new URLSearchParams(url.searchParams);
  query.set('days', 'all');
  return html`<p><a href="/calendar?${query.toString()}#list">Later dates as well</a></p>`;
}

const monthForm = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const monthWords = (month: string): string => monthForm.format(new Date(`${month}-01T00:00:00Z`));

const inACell = 5;

function monthTable(month: string, dates: readonly WatchDate[], visit: Visit): Html {
  const begins = weekBegins(visit);
  const first = new Date(`${month}-01T00:00:00Z`);
  const offset = (first.getUTCDay() + 7 - begins) % 7;
  const last = Number(daysAfter(`${monthAfter(month, 1)}-01`, -1).slice(8));
  const weeks = Array.from({ length: Math.ceil((offset + last) / 7) }, (_, week) =>
    weekdays.map((_name, index) => utcDay(new Date(first.getTime() + (week * 7 + index - offset) * dayMs))),
  );
  const byDay = Map.groupBy(dates, (date) => date.date);
  const today = todayOf(visit);
  return html`<div class="wide"><table class="month"><thead>
<tr>${weekdays.map((_, index) => html`<th>${weekdays[(index + begins) % 7]}</th>`)}</tr></thead><tbody>${weeks.map(
    (week) =>
      html`<tr>${week.map((day) => {
        if (!day.startsWith(month)) return html`<td></td>`;
        return html`<td class="${day === today && 'today'}">${dayCell(day, byDay.get(day) ?? [])}</td>`;
      })}</tr>`,
  )}</tbody></table></div>`;
}

function dayCell(day: string, dates: readonly WatchDate[]): Html {
  const more = dates.length - inACell;
  return html`<span class="quiet small">${Number(day.slice(8))}</span>${dates.slice(0, inACell).map(
    (date) =>
      html`<a class="small" href="${recordPath(date.record)}"
title="${shortText(date.case, 300)}">${dateMark(date)}${
        isKept(date) ? cellWords(date) : html`<del>${cellWords(date)}</del>`
      }${statusWords[date.status]}</a>`,
  )}${more > 0 && html`<a class="small" href="#day-${day}">and ${more} more</a>`}`;
}

/** `Joinder · Widget v. Rival (D. Del.)`, `Expires · Bottle (HAGUE)` */
function cellWords({ title, case: name }: Pick<WatchDate, 'title' | 'case'>): string {
  const what = title.replace(/ due$/, '').replace(/^Design expires$/, 'Expires');
  const [, place, caption] = /^.*? \(([^()]{1,40})\) (.+)$/.exec(name) ?? [undefined, undefined, name];
  const parties = (caption ?? '').split(/ vs?\. /).map(shortParty);
  return `${what} · ${shortText(parties.join(' v. '), 60)}${place === undefined ? '' : ` (${place})`}`;
}

type OfferedFeed = { readonly file: string; readonly name: string };

export function feedsOfWatch({ id }: Pick<WatchConfig, 'id'>): OfferedFeed[] {
  return [
    { file: `${id}.ics`, name: 'dates' },
    { file: `${id}.atom`, name: 'news' },
  ];
}

/** Returns the calendar of a matter, unless a watch or channel has the same name. */
export function feedOfMatter({ config }: Sight, matter: string): OfferedFeed[] {
  return feedSubject(config, matter)?.kind === 'matter' ? [matterFeed(matter)] : [];
}

const matterFeed = (matter: string): OfferedFeed => ({ file: `${matter}.ics`, name: `matter ${matter}` });

function calendarFeeds({ viewer, sight: { config } }: Visit): OfferedFeed[] {
  const matters = mattersOf(config.watches);
  const notified = viewer.matters === 'all' ? [...new Set(config.watches.flatMap((watch) => watch.notify))] : [];
  // A name belongs to a watch, or else a channel, or else a matter. Maps, because there may be ten thousand watches.
  const ids = watchesById(config.watches);
  const channels = notified.filter((channel) => !ids.has(channel) && Object.hasOwn(config.channels, channel));
  const ofMatters = matters.filter((matter) => !ids.has(matter) && !Object.hasOwn(config.channels, matter));
  const single = config.watches.filter(({ matter }) => matter === undefined);
  return [
    ...ofMatters.map(matterFeed),
    ...channels.map((channel) => ({ file: `${channel}.ics`, name: `all that ${channel} is sent` })),
    ...single.map(({ id, name }) => ({ file: `${id}.ics`, name })),
  ].slice(0, offeredAtMost);
}

const offeredAtMost = 200;
const path = '/feeds/subscribe';

/** Draws the form that shows the address of a feed. The page of the address says who can read it. */
export function subscribePart(feeds: readonly OfferedFeed[], visit: Visit): Html {
  if (feeds.length === 0) return html``;
  const choice = html`<label>to <select name="file">${options(
    feeds.map(({ file, name }) => [file, name]),
  )}</select></label> `;
  return html`<details><summary>Subscribe</summary>
<p class="quiet small">Shows an address for your calendar program or feed reader.</p>
${actionForm(visit, path, 'Show the address', html`${choice}${hiddenInput('back', visit.url.pathname)}`)}</details>`;
}

export const subscribeAction: Action = {
  path,
  role: 'reader',
  async act(parts, visit, _params, { file = '', back = '/calendar' }) {
    const { viewer, sight, now, url } = visit;
    const { name: userName } = viewer;
    const subject = file.replace(/\.(ics|atom)$/, '');
    const isKnown =
      subject !== file && feedSubject(sight.config, subject) !== undefined && mayReadFeed(viewer, sight, subject);
    if (!isKnown) return undefined;
    const name = encodeURIComponent(file);
    const [site, to] = [parts.config.http.publicUrl ?? url.origin, ownPath(back)];
    // Nobody signs in, so an address needs no secret.
    if (userName === undefined) return { kind: 'shown', drawn: addressPage(`${site}/feeds/${name}`, anybodyReads, to) };
    const asked = { kind: 'feed', userName, label: '', path: `/feeds/${file}`, expiresAt: untilEnded } as const;
    const key = await parts.store.transaction(async (trx) => {
      await noteAudit(trx, byOf(visit), 'feed.make', `/feeds/${name}`);
      return makeAccessKey(trx, asked, now);
    });
    return { kind: 'shown', drawn: addressPage(`${site}/feeds/${key}/${name}`, holderReads, to) };
  },
};

const anybodyReads = 'Whoever reaches Tipstaff can read it, because Tipstaff has no users.';
const holderReads = html`Whoever has it can read this one feed as you may, without signing in. It is shown only once;
end it under <a href="/account">Account</a>.`;

function addressPage(address: string, whoReads: Html | string, back: string): Drawn {
  const isCalendar = address.endsWith('.ics');
  return {
    title: 'An address to subscribe to',
    body: html`<h1>An address to subscribe to</h1>
<p>${whoReads}</p>
<p><input class="link" readonly value="${address}" aria-label="The address" size="60"></p>
${isCalendar ? calendarSteps(address) : html`<p>Give it to your feed reader as the address of a new feed.</p>`}
<p><a href="${back}">Back</a></p>`,
  };
}

function calendarSteps(address: string): Html {
  const opening = address.replace(/^https?:/, 'webcal:');
  return html`<ul>
<li>Apple Calendar, Thunderbird, Outlook for Windows: <a href="${opening}">open it as a calendar</a>.</li>
<li>Outlook on the web: Calendar, Add calendar, Subscribe from web; paste the address.</li>
<li>Google Calendar: Other calendars, +, From URL; paste the address.</li></ul>
<p class="quiet small">Google and Outlook on the web read it from the internet, every few hours: they must be able to
reach Tipstaff.</p>`;
}

type FeedConfig = Pick<Config, 'watches' | 'channels'>;

/** Returns the watch of a name, or else the watches of the channel, or else those of the matter. */
function feedSubject({ watches, channels }: FeedConfig, name: string) {
  const watch = watches.find((each) => each.id === name);
  if (watch !== undefined) return { kind: 'watch', title: openTitle(watch), watches: [watch] };
  const notifying = watches.filter((each) => each.notify.includes(name));
  if (Object.hasOwn(channels, name)) return { kind: 'channel', title: name, watches: notifying };
  const ofMatter = watches.filter((each) => each.matter === name);
  return ofMatter.length === 0 ? undefined : { kind: 'matter', title: name, watches: ofMatter };
}

/** Returns whether a viewer may read a feed. Only viewers of every matter may read that of a channel. */
export function mayReadFeed({ matters }: Viewer, { config }: Sight, name: string): boolean {
  const subject = feedSubject(config, name);
  return matters === 'all' || (subject !== undefined && subject.kind !== 'channel');
}

const pastDays = 365;

/** Returns an iCalendar feed, or undefined for an unknown name. @param config as the viewer may know it */
export async function dateFeed(store: Store, config: FeedConfig, name: string, now: Date): Promise<string | undefined> {
  const subject = feedSubject(config, name);
  if (subject === undefined) return undefined;
  const from = daysAfter(courtsToday(now), -pastDays);
  // Leaves out superseded dates, because subscribers get the whole calendar each time.
  const dates = (await datesForFeed(store, subject.watches, { from })).filter(({ status }) => status !== 'superseded');
  return icsFile(dates, { name: subject.title, stamp: now });
}
