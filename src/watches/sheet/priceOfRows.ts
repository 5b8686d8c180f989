import type { Config, WatchConfig } from '../../config/config.ts';
import { serviceOf } from '../../config/config.ts';
import type { Db } from '../../database/store.ts';
import { estimateCredits } from '../../schedule/budget.ts';
import { loadForecasts } from '../../schedule/forecast.ts';
import { queriesOf } from '../../schedule/planSync.ts';
import { counted, withCommas } from '../../words/sentence.ts';
import type { JudgedRow } from './judgeRows.ts';

export interface RowsPrice {
  /** The first checks of what no watch has asked yet: a page each. */
  readonly firstCredits: number;
  /** In the coming 30 days; less than 0 where they will cost less. */
  readonly creditsPerMonth: number;
}

export async function priceOfRows(db: Db, config: Config, rows: readonly JudgedRow[], now: Date): Promise<RowsPrice> {
  const ahead = await loadForecasts(db, config, now);
  const edited = new Map(rows.flatMap(({ watchConfig }) => (watchConfig ? [[watchConfig.id, watchConfig]] : [])));
  const after = [...config.watches.filter(({ id }) => !edited.has(id)), ...edited.values()];
  const perMonth = (watches: readonly WatchConfig[]) => ahead.of(watches).creditsPerMonth;
  const asked = new Set(config.watches.flatMap(queriesOf).map(({ id }) => id));
  const added = new Map([...edited.values()].flatMap(queriesOf).map((query) => [query.id, query]));
  const first = [...added.values()].filter(({ id }) => !asked.has(id));
  const credits = first.map((query) =>
    estimateCredits(query, ahead.costs.get(query.id) ?? { pages: 1 }, serviceOf(config, query.service).prices),
  );
  return {
    firstCredits: Math.ceil(credits.reduce((sum, one) => sum + one, 0)),
    creditsPerMonth: Math.ceil(perMonth(after) - perMonth(config.watches)),
  };
}

/** `The first checks cost 144 credits or more, a page for each new search. In the coming 30 days: 3,168 more.` */
export function priceWords({ firstCredits, creditsPerMonth }: RowsPrice): string {
  const month = `${withCommas(Math.abs(creditsPerMonth))} ${creditsPerMonth < 0 ? 'fewer' : 'more'}`;
  const first =
    firstCredits === 0
      ? 'Nothing new is searched.'
      : `The first checks cost ${counted(firstCredits, 'credit')} or more, one page counted for each new search.`;
  return creditsPerMonth === 0
    ? `${first} The coming 30 days cost the same.`
    : `${first} The coming 30 days cost ${month}.`;
}

/** `12 new, 3 changed, 285 as they are, 1 with mistakes` */
export function countWords(rows: readonly JudgedRow[]): string {
  const count = (...verdicts: JudgedRow['verdict'][]) =>
    rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const all = [
    [count('new'), 'new'],
    [count('changed'), 'changed'],
    [count('unchanged', 'left as it is'), 'as they are'],
    [count('mistake'), 'with mistakes'],
  ] as const;
  return all.flatMap(([some, words]) => (some === 0 ? [] : [`${withCommas(some)} ${words}`])).join(', ');
}
