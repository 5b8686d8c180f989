import { html } from 'hono/html';
import { sharePart } from '../accounts/shareActions.ts';
import type { WatchConfig } from '../config/config.ts';
import { statusWords } from '../message/words/fieldWords.ts';
import { downloadLinks, isPrinted } from '../pages/lists/downloadLinks.ts';
import type { Html, Page } from '../pages/page.ts';
import { choice, emptyState, pageNumber, pager, totalWords } from '../pages/pager.ts';
import type { Design } from '../records/design.ts';
import { locarnoTitle } from '../records/locarno.ts';
import { listDesigns } from '../snapshot/listRecordsQueries.ts';
import { designCard, firstPictures } from './designCard.ts';
import { designFilterOf, designHolders, type Grouping, groupingOf, groupings } from './galleryFilter.ts';

const perPage = 60;
/** Grouped, a page shows more, because groups are formed within a page. */
const perGroupedPage = 300;

const statuses = ['ACT', 'PEND', 'EXP', 'DEL'] as const;

/** `/designs`: every design that a watch found, as a picture, the newest first. */
export const galleryPage: Page = {
  path: '/designs',
  name: 'Designs',
  async draw(parts, visit) {
    const { store, config } = parts;
    const query = visit.url.searchParams;
    const { watches, holders } = designHolders(config, visit);
    const grouping = groupingOf(query);
    const page = pageNumber(query);
    const printed = isPrinted(visit.url);
    const limit = grouping === undefined && !printed ? perPage : perGroupedPage;
    const part = { limit, offset: (page - 1) * limit };
    const { records, total, isMore } = await listDesigns(store.db, holders, part, designFilterOf(query, visit.now));
    const designs = records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
    const coming = await firstPictures(parts, designs);
    const look = { loading: printed ? 'eager' : 'lazy', coming } as const;
    return {
      title: 'Designs',
      body: html`<h1>Designs</h1>${await sharePart(store.db, visit)}
${filterForm({ watches, query }, totalWords({ total, isMore }, 'design'))}
${designs.length === 0 ? nothingShown(query) : gallery(designs, grouping, look)}
${pager(visit.url, page, Math.ceil(total / limit), isMore)}${downloadLinks(visit.url, visit.url.pathname, true)}`,
    };
  },
};

/** @param found how many designs the filter finds */
function filterForm(
  { watches, query }: { readonly watches: readonly WatchConfig[]; readonly query: URLSearchParams },
  found: string,
): Html {
  const sources = [...new Set(watches.flatMap((watch) => watch.searches).flatMap(sourceOf))];
  const named = watches.map((one) => [one.id, one.name] as const);
  const states = statuses.map((one) => [one, statusWords(one)] as const);
  const spans = ['3', '6', '12', '24'].map((one) => [one, `within ${one} months`] as const);
  const groups = groupings.map((one) => [one, `by ${one}`] as const);
  const chosen = (name: string) => query.get(name) ?? '';
  return html`<form class="filters">${choice('watch', 'every watch', named, query)}
${choice('source', 'every register', sources, query)}
${choice('status', 'every status', states, query)}
<input name="class" aria-label="Locarno class" placeholder="class 09-01" size="11" value="${chosen('class')}">
<input name="state" aria-label="designated state" placeholder="designated DE" size="13" value="${chosen('state')}">
<label>new since <input type="date" name="since" value="${chosen('since')}"></label>
${choice('expiring', 'whenever they expire', spans, query)}
${choice('by', 'not grouped', groups, query)}<button>Show</button> <span class="quiet">${found}</span></form>`;
}

function sourceOf(search: { readonly type: string; readonly source?: unknown }): string[] {
  return typeof search.source === 'string' ? [search.source] : [];
}

function nothingShown(query: URLSearchParams): Html {
  if (query.size === 0) return emptyState('No watch holds a design yet.');
  return emptyState('No design matches.', html`<a href="/designs">Show all</a>`);
}

type Look = Parameters<typeof designCard>[1];

function gallery(designs: readonly Design[], grouping: Grouping | undefined, look: Look): Html {
  if (grouping === undefined) return cards(designs, look);
  const groups = [...Map.groupBy(designs, (design) => groupName(design, grouping))];
  groups.sort(([, a], [, b]) => b.length - a.length);
  return html`${groups.map(([name, some]) => html`<h2>${name} <span class="quiet">${some.length}</span></h2>${cards(some, look)}`)}`;
}

function cards(designs: readonly Design[], look: Look): Html {
  return html`<ul class="gallery">${designs.map((design) => designCard(design, look))}</ul>`;
}

function groupName(design: Design, grouping: Grouping): string {
  switch (grouping) {
    case 'holder':
      return design.holders?.[0] || 'Holder unknown';
    case 'class': {
      const code = design.locarno?.[0];
      return code === undefined ? 'Without a class' : [code, locarnoTitle(code)].filter(Boolean).join(' ');
    }
    case 'register':
      return design.source;
  }
}
