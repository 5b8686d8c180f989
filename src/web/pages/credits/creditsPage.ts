import { html } from 'hono/html';
import { z } from 'zod';
import { openIncidents } from '../../../alerts/outbox/incidentsTable.ts';
import { madeOnce } from '../../../base/calls.ts';
import { daysAgo, lastDays, utcDay, utcMonth } from '../../../base/time.ts';
import { counted, withCommas, withLimit } from '../../../base/words/sentence.ts';
import { type Config, idsOf, type WatchConfig } from '../../../config/config.ts';
import { watchesTold } from '../../../people/sight.ts';
import { type Costs, loadCosts, spendingWords } from '../../../schedule/costs.ts';
import type { LedgerTable } from '../../../store/schema/snapshotTables.ts';
import { creditsPerWatch, listSpending, spentInAll } from '../../../store/snapshot/ledgerTable.ts';
import { spanOf } from '../../../store/store.ts';
import { dayWords } from '../../frame/moment.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { columnChart, emptyState, facts, matterPath, table, watchPath } from '../../frame/pieces.ts';
import { day, fileListing, type List } from '../../lists/listing.ts';
import { downloadLinks, partOfRows } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Advice, byWatch, loadAdvice, type Planned } from './advice.ts';

const days = 30;
const nothing = { creditsPerMonth: 0, mostPerMonth: 0 };
const perPage = 200;

type Spent = ReadonlyMap<string, number>;

export const creditsPage: Page = {
  path: '/credits',
  name: 'Credits',
  async draw(parts, visit) {
    const { store, config } = parts;
    const { now, sight, url } = visit;
    const { readable } = sight;
    const { perWatch, plan, planned } = await loadCredits(store, visit);
    const seesAll = sight.isWhole;
    return {
      title: 'Credits',
      body: html`<h1>Credits</h1>
${seesAll ? await wholePart(parts, plan, visit) : ownPart(readable, perWatch, planned)}${advicePart(
  await loadAdvice(store.db, readable, planned, now),
)}<h2>By matter, this month</h2>${matterTable(readable, perWatch, planned, seesAll ? config : {})}
<h2 id="watches">By watch, this month</h2>${watchTable(readable, perWatch, planned, url)}${downloadLinks(url)}`,
    };
  },
};

async function loadCredits({ db }: PageParts['store'], { sight, now }: Pick<Visit, 'sight' | 'now'>) {
  const ids = idsOf(sight.readable);
  const perWatch = await creditsPerWatch(db, ids, `${utcMonth(now)}-01`, watchesTold(sight, sight.readable));
  const plan = await loadCosts(db, sight.config, now);
  return { perWatch, plan, planned: byWatch(plan) };
}

function advicePart(advice: readonly Advice[]): Html {
  if (advice.length === 0) return html``;
  return html`<h2 id="advice">Ways to save</h2>${table(advice, [
    { label: 'Watch', cell: ({ watch, title }) => html`<a href="${watchPath(watch)}">${title}</a>` },
    { label: 'Why', cell: ({ words }) => words },
    { label: 'Saves a month', look: 'number', cell: ({ saves }) => saves },
  ])}`;
}

async function wholePart({ store, config }: PageParts, plan: Costs, visit: Visit): Promise<Html> {
  const { now, url } = visit;
  const names = lastDays(now, days);
  const spending = await listSpending(store.db, names[0] ?? '');
  const perDay = Map.groupBy(spending, (line) => line.day);
  const spentOn = (day: string) => (perDay.get(day) ?? []).reduce((sum, { credits }) => sum + credits, 0);
  const { perDay: dayLimit, perMonth } = config.budget;
  const { today, thisMonth } = await spentInAll(store.db, utcDay(now));
  const reached = await openIncidents(store.db, 'budget-reached');
  return html`${reached.map(({ detail }) => html`<p class="note">${detail}</p>`)}${facts([
    ['Credits today', ofBudget(today, dayLimit)],
    ['This month', ofBudget(thisMonth, perMonth)],
    ['Coming 30 days', `${spendingWords(plan)}${overLimit(plan.leastPerMonth, perMonth)}`],
    ['Busiest day', `${withCommas(plan.creditsOnBusiestDay)}${overLimit(plan.leastOnBusiestDay, dayLimit)}`],
  ])}<p class="quiet small">Days and months are those of UTC, as budgets count them.</p>
<h2>Last ${days} days</h2>${columnChart(
    names.map((name) => ({ name: dayWords(name, visit), value: spentOn(name) })),
    'credits a day',
  )}${downloadLinks(url, '/credits/days')}`;
}

function ownPart(watches: readonly WatchConfig[], credits: ReadonlyMap<string, number>, planned: Planned): Html {
  const [spent, coming] = sums(watches, credits, planned);
  return html`${facts([
    ['Credits this month', withCommas(spent)],
    ['Coming 30 days', spendingWords(coming)],
  ])}<p class="quiet small">Of the watches that you may read. Months are those of UTC.</p>`;
}

const ofMatters = madeOnce((watches: readonly WatchConfig[]) => Map.groupBy(watches, ({ matter }) => matter ?? ''));

function sums(watches: readonly WatchConfig[], credits: ReadonlyMap<string, number>, planned: Planned) {
  const coming = { ...nothing };
  let spent = 0;
  for (const { id } of watches) {
    spent += credits.get(id) ?? 0;
    coming.creditsPerMonth += planned.get(id)?.creditsPerMonth ?? 0;
    coming.mostPerMonth += planned.get(id)?.mostPerMonth ?? 0;
  }
  return [spent, coming] as const;
}

function ofBudget(spent: number, limit: number | undefined): string {
  return `${withLimit(spent, limit)}${limit === undefined ? '' : ' in the budget'}`;
}

/** @param least the credits of all but the adaptive watches, which spend only the rest */
function overLimit(least: number, limit: number | undefined): string {
  return limit !== undefined && least > limit
    ? `, over the budget of ${withCommas(limit)}: checks will be skipped`
    : '';
}

function matterTable(
  watches: readonly WatchConfig[],
  credits: Spent,
  planned: Planned,
  { matters = {} }: Partial<Pick<Config, 'matters'>>,
): Html {
  if (watches.length === 0) return emptyState('Nothing is watched yet.');
  const limitOf = (matter: string) => (Object.hasOwn(matters, matter) ? matters[matter]?.budget?.perMonth : undefined);
  const spent = [...ofMatters(watches)].map(([matter, some]) => [matter, ...sums(some, credits, planned)] as const);
  const shown = spent.length > perPage ? spent.toSorted(([, a], [, b]) => b - a).slice(0, perPage) : spent;
  const more = spent.length - shown.length;
  const rows = table(shown, [
    {
      label: 'Matter',
      cell: ([matter]) => (matter === '' ? 'Without a matter' : html`<a href="${matterPath(matter)}">${matter}</a>`),
    },
    { label: 'Credits', look: 'number', cell: ([matter, spent]) => withLimit(spent, limitOf(matter)) },
    { label: 'Coming 30 days', look: 'number', cell: ([, , coming]) => spendingWords(coming) },
  ]);
  return html`${rows}${
    more > 0 && html`<p class="quiet">Those that cost most; ${counted(more, 'more', 'more')} in the files below.</p>`
  }`;
}

function watchTable(watches: readonly WatchConfig[], credits: Spent, planned: Planned, url: URL): Html {
  if (watches.length === 0) return emptyState('Nothing is watched yet.');
  const { items, nav } = partOfRows(watches, ({ id }) => id, url, perPage);
  const rows = table(items, [
    { label: 'Watch', cell: ({ id, name }) => html`<a href="${watchPath(id)}">${name}</a>` },
    { label: 'Credits', look: 'number', cell: ({ id }) => credits.get(id) ?? 0 },
    { label: 'Coming 30 days', look: 'number', cell: ({ id }) => spendingWords(planned.get(id) ?? nothing) },
  ]);
  return html`${rows}${nav}<p class="quiet small">Watches that share a check split its cost in whole
credits. A watch pays nothing if it was not due, or if its budget was spent. Previews and removed watches are
not in this table.</p>`;
}

const [daysUsually, daysOfFile] = [30, 365];

const filter = z.object({
  since: z.iso.date().optional().describe('the first day, e.g. 2026-12-01 (default: 30 days ago)'),
});

type DaySpent = Omit<LedgerTable, 'account'>;

export const creditsList: List<DaySpent, typeof filter> = {
  name: 'credits',
  called: 'credits-by-day',
  path: '/credits/days',
  summary: 'What was spent, by day (UTC) and operation, the last day first.',
  mayRead: ({ sight }) => sight.isWhole,
  columns: [
    { name: 'day', type: day },
    { name: 'operation', type: z.enum(['pacer', 'wipo']) },
    { name: 'requests', type: z.number() },
    { name: 'credits', type: z.number() },
  ],
  filter,
  async find({ store }, { now }, { since }, span, reader) {
    const days = reader === 'page' ? daysOfFile : daysUsually;
    const lines = await listSpending(store.db, since ?? daysAgo(now, days).slice(0, 10));
    return { items: spanOf(lines, placeOf, span) };
  },
  place: z.tuple([z.number(), z.string()]),
  placeOf,
};

function placeOf({ day, operation }: DaySpent) {
  return [-Date.parse(day), operation] as const;
}

interface WatchSpent {
  readonly watch: WatchConfig;
  readonly month: string;
  readonly credits: number;
  readonly coming: Pick<Costs, 'creditsPerMonth' | 'mostPerMonth'>;
}

export const watchCreditsListing = fileListing<WatchSpent>({
  name: 'credits',
  path: '/credits',
  columns: [
    { name: 'id', type: z.string(), value: ({ watch }) => watch.id },
    { name: 'name', type: z.string(), value: ({ watch }) => watch.name },
    { name: 'matter', type: z.string().optional(), value: ({ watch }) => watch.matter },
    { name: 'month', type: z.string() },
    { name: 'credits', type: z.number() },
    { name: 'coming30Days', type: z.number(), value: ({ coming }) => coming.creditsPerMonth },
    { name: 'coming30DaysAtMost', type: z.number(), value: ({ coming }) => coming.mostPerMonth },
  ],
  async load({ store }, visit) {
    const { perWatch, planned } = await loadCredits(store, visit);
    const month = utcMonth(visit.now);
    const items = visit.sight.readable.map((watch) => {
      return { watch, month, credits: perWatch.get(watch.id) ?? 0, coming: planned.get(watch.id) ?? nothing };
    });
    return { items };
  },
});
