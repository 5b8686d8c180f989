import { html } from 'hono/html';
import { z } from 'zod';
import { openIncidents } from '../../../alerts/outbox/incidentsTable.ts';
import { daysAgo, lastDays, utcDay, utcMonth } from '../../../base/time.ts';
import { counted, withCommas, withLimit } from '../../../base/words/sentence.ts';
import { type Config, idsOf, type WatchConfig } from '../../../config/config.ts';
import { watchesTold } from '../../../people/sight.ts';
import { type Costs, loadCosts, type Spending, spendingWords } from '../../../schedule/costs.ts';
import type { LedgerTable } from '../../../store/schema/snapshotTables.ts';
import { creditsPerWatch, listSpending, spentInAll } from '../../../store/snapshot/ledgerTable.ts';
import { spanOf } from '../../../store/store.ts';
import { dayWords } from '../../frame/moment.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { columnChart, emptyState, facts, matterPath, table, watchPath } from '../../frame/pieces.ts';
import { type Column, day, fileListing, type List } from '../../lists/listing.ts';
import { downloadLinks, listTable, partOfRows } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Advice, loadAdvice } from './advice.ts';

const days = 30;
const nothing = { creditsPerMonth: 0, mostPerMonth: 0 };
const perPage = 200;

interface Spent {
  readonly credits: number;
  readonly coming: Spending;
}

interface WatchSpent extends Spent {
  readonly watch: WatchConfig;
  readonly month: string;
  readonly isOverOwnBudget: boolean;
}

export const creditsPage: Page = {
  path: '/credits',
  name: 'Credits',
  async draw(parts, visit) {
    const { store, config } = parts;
    const { sight, url } = visit;
    const { watches, plan, planned } = await loadCredits(store, visit);
    const advice = loadAdvice(sight.readable, planned);
    return {
      title: 'Credits',
      body: html`<h1>Credits</h1>
${sight.isWhole ? await wholePart(parts, plan, visit) : ownPart(watches)}${advicePart(advice)}
<h2>By matter, this month</h2>${matterTable(watches, sight.isWhole ? config : {})}
<h2 id="watches">By watch, this month</h2>${watchTable(watches, parts, visit)}${downloadLinks(url)}`,
    };
  },
};

async function loadCredits({ db }: PageParts['store'], { sight, now }: Pick<Visit, 'sight' | 'now'>) {
  const month = utcMonth(now);
  const spent = await creditsPerWatch(db, idsOf(sight.readable), `${month}-01`, watchesTold(sight, sight.readable));
  const plan = await loadCosts(db, sight.config, now);
  const planned = new Map(plan.watches.map((one) => [one.watch, one]));
  const watches = sight.readable.map((watch): WatchSpent => {
    const coming = planned.get(watch.id);
    const isOverOwnBudget = coming?.isOverOwnBudget === true;
    return { watch, month, credits: spent.get(watch.id) ?? 0, coming: coming ?? nothing, isOverOwnBudget };
  });
  return { watches, plan, planned };
}

function advicePart(advice: readonly Advice[]): Html {
  if (advice.length === 0) return html``;
  return html`<h2 id="advice">Ways to save</h2>${table(advice, [
    { label: 'Watch', cell: ({ id, name }) => html`<a href="${watchPath(id)}">${name}</a>` },
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
  ])}<p class="quiet small">Days and months are those of UTC, as budgets count them.${
    plan.watches.some(({ isOverOwnBudget }) => isOverOwnBudget) && ' A watch over its own budget counts in full.'
  }</p>
<h2>Last ${days} days</h2>${columnChart(
    names.map((name) => ({ name: dayWords(name, visit), value: spentOn(name) })),
  )}${downloadLinks(url, '/credits/days')}`;
}

function ownPart(watches: readonly WatchSpent[]): Html {
  const { credits, coming } = sumOf(watches);
  return html`${facts([
    ['Credits this month', withCommas(credits)],
    ['Coming 30 days', spendingWords(coming)],
  ])}<p class="quiet small">Of the watches that you may read. Months are those of UTC.</p>`;
}

function sumOf(all: readonly Spent[]): Spent {
  const sum = (of: (one: Spent) => number) => all.reduce((total, one) => total + of(one), 0);
  const coming = {
    creditsPerMonth: sum((one) => one.coming.creditsPerMonth),
    mostPerMonth: sum((one) => one.coming.mostPerMonth),
  };
  return { credits: sum((one) => one.credits), coming };
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

function matterTable(watches: readonly WatchSpent[], { matters = {} }: Partial<Pick<Config, 'matters'>>): Html {
  if (watches.length === 0) return emptyState('Nothing is watched yet.');
  const limitOf = (matter: string) => (Object.hasOwn(matters, matter) ? matters[matter]?.budget?.perMonth : undefined);
  const byMatter = Map.groupBy(watches, ({ watch }) => watch.matter ?? '');
  const spent = [...byMatter].map(([matter, some]) => ({ matter, ...sumOf(some) }));
  const shown = spent.length > perPage ? spent.toSorted((a, b) => b.credits - a.credits).slice(0, perPage) : spent;
  const more = spent.length - shown.length;
  const rows = table(shown, [
    {
      label: 'Matter',
      cell: ({ matter }) => (matter === '' ? 'Without a matter' : html`<a href="${matterPath(matter)}">${matter}</a>`),
    },
    { label: 'Credits', look: 'number', cell: ({ matter, credits }) => withLimit(credits, limitOf(matter)) },
    { label: 'Coming 30 days', look: 'number', cell: ({ coming }) => spendingWords(coming) },
  ]);
  return html`${rows}${
    more > 0 && html`<p class="quiet">Those that cost most; ${counted(more, 'more', 'more')} in the files below.</p>`
  }`;
}

function watchTable(watches: readonly WatchSpent[], parts: PageParts, visit: Visit): Html {
  if (watches.length === 0) return emptyState('Nothing is watched yet.');
  const { items, nav } = partOfRows(watches, ({ watch }) => watch.id, visit.url, perPage);
  const rows = listTable(watchColumns, items, parts, visit);
  return html`${rows}${nav}<p class="quiet small">Previews and removed watches are not in this table.</p>`;
}

const watchColumns: readonly Column<WatchSpent>[] = [
  { name: 'id', type: z.string(), value: ({ watch }) => watch.id },
  {
    name: 'name',
    type: z.string(),
    value: ({ watch }) => watch.name,
    label: 'Watch',
    cell: ({ watch: { id, name } }) => html`<a href="${watchPath(id)}">${name}</a>`,
  },
  { name: 'matter', type: z.string().optional(), value: ({ watch }) => watch.matter },
  { name: 'month', type: z.string() },
  { name: 'credits', type: z.number(), label: 'Credits', look: 'number' },
  {
    name: 'coming30Days',
    type: z.number(),
    value: ({ coming }) => coming.creditsPerMonth,
    label: 'Coming 30 days',
    look: 'number',
    cell: ({ coming, isOverOwnBudget }) =>
      `${spendingWords(coming)}${isOverOwnBudget ? ', over its own budget: checks will be skipped' : ''}`,
  },
  { name: 'coming30DaysAtMost', type: z.number(), value: ({ coming }) => coming.mostPerMonth },
];

export const watchCreditsListing = fileListing<WatchSpent>({
  name: 'credits',
  path: '/credits',
  columns: watchColumns,
  load: async ({ store }, visit) => ({ items: (await loadCredits(store, visit)).watches }),
});

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
