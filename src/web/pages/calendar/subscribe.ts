import { html } from 'hono/html';
import { daysAfter } from '../../../base/time.ts';
import type { Config, WatchConfig } from '../../../config/config.ts';
import { mattersOf, watchesById } from '../../../config/readWatches.ts';
import { makeAccessKey, untilEnded } from '../../../people/accessKeysTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { openTitle, type Sight, type Viewer } from '../../../people/sight.ts';
import { icsFile } from '../../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../../records/courts.ts';
import type { Store } from '../../../store/store.ts';
import { type Action, actionForm, byOf, type Drawn, type Html } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { datesForFeed } from './chosenDates.ts';

/** `widget.ics`, and what it is called. */
interface OfferedFeed {
  readonly file: string;
  readonly name: string;
}

export function feedsOfWatch({ id }: Pick<WatchConfig, 'id'>): OfferedFeed[] {
  return [
    { file: `${id}.ics`, name: 'dates' },
    { file: `${id}.atom`, name: 'news' },
  ];
}

/** The calendar of a matter, unless a watch or channel has its name. */
export function feedOfMatter({ config }: Sight, matter: string): OfferedFeed[] {
  return feedSubject(config, matter)?.kind === 'matter' ? [matterFeed(matter)] : [];
}

function matterFeed(matter: string): OfferedFeed {
  return { file: `${matter}.ics`, name: `matter ${matter}` };
}

/** Of matters, of channels for those who see every matter, and of watches without a matter. */
export function calendarFeeds({ viewer, sight: { config } }: Visit): OfferedFeed[] {
  const matters = mattersOf(config.watches);
  const notified = viewer.matters === 'all' ? [...new Set(config.watches.flatMap((watch) => watch.notify))] : [];
  // The first that has a name: a watch, a channel, a matter. Maps, because there may be ten thousand.
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

/** Where nobody signs in, links to the feeds; else the form that makes a secret address. */
export function subscribePart(feeds: readonly OfferedFeed[], visit: Visit): Html {
  if (feeds.length === 0) return html``;
  if (visit.viewer.name === undefined) {
    return html`<span class="quiet small">Subscribe: ${feeds.map(
      ({ file, name }, index) =>
        html`${index > 0 ? ' · ' : ''}<a href="/feeds/${encodeURIComponent(file)}">${name}</a>`,
    )}</span>`;
  }
  const choice = html`<label>to <select name="file">${feeds.map(
    ({ file, name }) => html`<option value="${file}">${name}</option>`,
  )}</select></label> `;
  return html`<details class="share"><summary>Subscribe</summary>
<p class="quiet small">Makes an address for your calendar program or feed reader. Whoever has the address can read this
one feed as you may, without signing in, until you end it under <a href="/account">Account</a>.</p>
${actionForm(visit, path, 'Make an address', choice)}</details>`;
}

/** Makes the secret address of a feed and shows it this once: it is stored nowhere. */
export const subscribeAction: Action = {
  path,
  role: 'reader',
  async act(parts, visit, _params, { file = '' }) {
    const { viewer, sight, now, url } = visit;
    const { name: userName } = viewer;
    const subject = file.replace(/\.(ics|atom)$/, '');
    const isKnown =
      subject !== file && feedSubject(sight.config, subject) !== undefined && mayReadFeed(viewer, sight, subject);
    if (userName === undefined || !isKnown) return undefined;
    const feed = `/feeds/${encodeURIComponent(file)}`;
    const key = await parts.store.transaction(async (trx) => {
      await noteAudit(trx, byOf(visit), 'feed.make', feed);
      const opens = `/feeds/${file}`;
      return makeAccessKey(trx, { kind: 'feed', userName, label: '', path: opens, expiresAt: untilEnded }, now);
    });
    const address = `${parts.config.http.publicUrl ?? url.origin}/feeds/${key}/${encodeURIComponent(file)}`;
    return { kind: 'shown', drawn: addressPage(address) };
  },
};

function addressPage(address: string): Drawn {
  const isCalendar = address.endsWith('.ics');
  return {
    title: 'An address to subscribe to',
    body: html`<h1>An address to subscribe to</h1>
<p>Whoever has it can read this ${
      isCalendar ? 'calendar' : 'feed'
    }. It is shown only once; end it under <a href="/account">Account</a>.</p>
<p><input class="link" readonly value="${address}" aria-label="The address" size="60"></p>
${isCalendar ? calendarSteps(address) : html`<p>Give it to your feed reader as the address of a new feed.</p>`}
<p><a href="/calendar">Back to the calendar</a></p>`,
  };
}

function calendarSteps(address: string): Html {
  return html`<ul>
<li>Apple Calendar, Thunderbird, Outlook for Windows: <a href="${address.replace(
    /^https?:/,
    'webcal:',
  )}">open it as a calendar</a>.</li>
<li>Outlook on the web: Calendar, Add calendar, Subscribe from web; paste the address.</li>
<li>Google Calendar: Other calendars, +, From URL; paste the address.</li></ul>
<p class="quiet small">Google and Outlook on the web ask from the internet, and some hours apart: Tipstaff has to be
reachable from there.</p>`;
}

/** The first that has the name: a watch, all watches that notify a channel, all of a matter. */
type FeedSubject =
  | { readonly kind: 'watch'; readonly watches: readonly [WatchConfig] }
  | { readonly kind: 'channel' | 'matter'; readonly watches: readonly WatchConfig[] };

function feedSubject(
  { watches, channels }: Pick<Config, 'watches' | 'channels'>,
  name: string,
): FeedSubject | undefined {
  const watch = watches.find((each) => each.id === name);
  if (watch !== undefined) return { kind: 'watch', watches: [watch] };
  if (Object.hasOwn(channels, name))
    return { kind: 'channel', watches: watches.filter((each) => each.notify.includes(name)) };
  const ofMatter = watches.filter((each) => each.matter === name);
  return ofMatter.length === 0 ? undefined : { kind: 'matter', watches: ofMatter };
}

/** A feed of a channel is for those who see every matter. */
export function mayReadFeed({ matters }: Viewer, { config }: Sight, name: string): boolean {
  const subject = feedSubject(config, name);
  return matters === 'all' || (subject !== undefined && subject.kind !== 'channel');
}

const pastDays = 365;

/** An iCalendar feed; undefined: nothing has this name. @param config as the viewer may know it */
export async function dateFeed(
  store: Store,
  config: Pick<Config, 'watches' | 'channels'>,
  name: string,
  now: Date,
): Promise<string | undefined> {
  const subject = feedSubject(config, name);
  if (subject === undefined) return undefined;
  const from = daysAfter(courtsToday(now), -pastDays);
  // Subscribers get the whole calendar each time: a replaced date is just not in it.
  const dates = (await datesForFeed(store, subject.watches, { from })).filter(({ status }) => status !== 'superseded');
  const title = subject.kind === 'watch' ? openTitle(subject.watches[0]) : name;
  return icsFile(dates, { name: title, stamp: now });
}
