import { cleanText, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerTime } from '../../base/words/readerDate.ts';
import { capitalized, counted, sentence } from '../../base/words/sentence.ts';
import { matterWords, personName } from '../../base/words/watchWords.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import { isFromAnotherHolder } from '../../records/diff/lateEntries.ts';
import { recordTitle, type SearchRecord } from '../../records/record.ts';
import { changesSubject, mattersNamed } from './changesSubject.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { coverageWarnings, nothingNewWords } from './coverageWords.ts';
import { datesBox, datesSoon, daysSoon } from './datesBox.ts';
import { designsWords, periodWords } from './designs.ts';
import type { EndedHold, WatchFacts } from './facts.ts';
import { discreetSection, footerOf, gapWarnings, watchesSubtitle, watchesTitle, watchNames } from './footer.ts';
import {
  changesOn,
  itemsAtMost,
  type Outline,
  type OutlineOptions,
  pageLink,
  type Remark,
  remark,
  type Section,
  type Where,
} from './outline.ts';
import { type Fold, foldOf, listedRecord, mostWhole, overviewOf, recordCard } from './recordCard.ts';
import { isOfDesigns, type RecordNews, recordNews } from './recordNews.ts';
import type { RankedChange } from './words/consequence.ts';
import { recordsCounted } from './words/happened.ts';

export function changesOutline(content: ChangesContent, options: OutlineOptions): Outline {
  const news = recordNews(content);
  const [first, another] = news;
  const only = another === undefined && !first?.confidential ? first : undefined;
  const needs = needsWords(news, content);
  const fold = foldOf(news, content, options);
  const { isFolded, whole } = fold;
  const overview = overviewOf(isFolded ? whole.flat() : news, content, { ...options, above: isFolded ? 1 : mostWhole });
  return {
    subject: changesSubject(content, news),
    title: changesTitle(content, news, only?.happened || needs),
    preview: changesPreview(news, another === undefined ? '' : needs),
    warnings: [...coverageWarnings(content, options), ...gapWarnings(content, options.discreet)],
    lead: leadOf(news, fold, content, options),
    overview,
    dates: datesBox(options.discreet ? news.filter((one) => !one.confidential) : news, content, isFolded),
    sections: sectionsOf(news, fold, content, { ...options, isSaidAbove: isFolded && overview?.more === 0 }),
    unit: 'watch',
    where: whereToSee([], content.changes, content),
    footer: footerOf(content, content, options.discreet, namesCase(news, options)),
    pageUrl: content.pageUrl,
    threadKey: only && `${only.record.type}:${only.record.key}`,
    matters: mattersNamed(news.flatMap((one) => one.watches.map((watch) => watch.matter))),
  };
}

function namesCase(news: readonly RecordNews[], { discreet }: OutlineOptions): boolean {
  return news.some(({ record, confidential }) => record.type === 'docket' && !(discreet && confidential));
}

/** Says how designs were compared, if the message is about designs alone. Otherwise their section says it. */
function leadOf(news: readonly RecordNews[], fold: Fold, content: ChangesContent, options: OutlineOptions): string[] {
  const discreet = options.discreet && content.watches.some((watch) => watch.confidential);
  const holds = (content.endedHolds ?? []).map((hold) => holdWords(hold, content, discreet));
  const alike = headsWithLikeness(news, fold)
    ? content.watches.flatMap((watch) => {
        const lines = alikeWords(watch, content, { withLead: true, inOrder: fold.whole.length === 1 });
        return lines.map((line) => `${shortText(watch.name, 60)}: ${line}`);
      })
    : [];
  return discreet ? holds : [...alike, ...holds];
}

function headsWithLikeness(news: readonly RecordNews[], { isFolded }: Fold): boolean {
  return !isFolded && isOfDesigns(news);
}

/**
 * Options: `withLead` says how many were compared even if all were. `inOrder` says which come first, if one section has
 * them all.
 */
function alikeWords(
  { id, mostAlike }: WatchFacts,
  { changes }: ChangesContent,
  { withLead, inOrder = withLead }: { readonly withLead: boolean; readonly inOrder?: boolean },
): string[] {
  if (mostAlike === undefined) return [];
  const all = changes.filter(({ alike, watches }) => alike !== undefined && watches.includes(id));
  const fresh = all.filter(({ kind }) => kind === 'design.new');
  const late = all.length - fresh.length;
  const has = late === 1 ? 'has' : 'have';
  const lateWords =
    late === 0 ? [] : [`${counted(late, 'design')} could be compared only now, or ${has} new pictures.`];
  const compared = fresh.filter(({ alike }) => alike);
  if (fresh.length === 0 || (!withLead && compared.length === fresh.length)) return lateWords;
  const first = Math.min(mostAlike, compared.filter(({ alike }) => alike?.reviewed === undefined).length);
  const noun = fresh.some(isFromAnotherHolder) ? 'design' : 'new design';
  if (withLead && first === fresh.length) return [allCompared(first, noun, inOrder), ...lateWords];
  const hidden = fresh.filter(({ notCompared }) => notCompared?.startsWith('Still hidden')).length;
  const hiddenWords = hidden === 0 ? '' : `; ${hidden} ${hidden === 1 ? 'has' : 'have'} no published picture yet`;
  const of = counted(fresh.length, noun);
  const order = inOrder && first > 0 ? orderWords(first, compared.length) : '';
  return [`Compared with yours by picture: ${compared.length} of ${of}${order}${hiddenWords}.`, ...lateWords];
}

function orderWords(first: number, compared: number): string {
  if (compared === 1) return ', which comes first';
  return first === 1 ? ', the most similar first' : `, the ${first} most similar first`;
}

function allCompared(count: number, noun: string, inOrder: boolean): string {
  if (count === 1) return `The ${noun} was compared with yours by picture.`;
  const all = count === 2 ? 'Both' : `All ${count}`;
  return `${all} ${noun}s were compared with yours by picture${inOrder ? ', the most similar first' : ''}.`;
}

function holdWords(hold: EndedHold, reader: Reader, discreet: boolean): string {
  const [from, until] = [readerTime(hold.beganAt, reader), readerTime(hold.endedAt, reader)];
  if (discreet) return `Muted from ${from} to ${until}.`;
  const [label, author, reason] = [hold.label, personName(hold.author), hold.reason].map(cleanText);
  return `Muted from ${from} to ${until}: ${label}, by ${author} (${reason}).`;
}

function filteredWords(watches: readonly WatchFacts[], { filteredOut = {}, pageUrl }: ChangesContent): Remark[] {
  return watches.flatMap(({ id }) => {
    const count = filteredOut[id] ?? 0;
    if (count === 0) return [];
    const command = `tipstaff changes --watch ${id} --filtered-out`;
    const page = pageLink('see all that was found', pageUrl, `/changes?watch=${encodeURIComponent(id)}`);
    return [remark(`${counted(count, 'entry')} filtered out`, { command, page })];
  });
}

interface SectionOptions extends OutlineOptions {
  /** True if the overview says what happened to each record, and why it needs the reader. */
  readonly isSaidAbove: boolean;
}

/** Returns one section for each set of watches, most urgent first, then the records that are only a line each. */
function sectionsOf(
  news: readonly RecordNews[],
  fold: Fold,
  content: ChangesContent,
  options: SectionOptions,
): Section[] {
  const { isFolded, whole, rest } = fold;
  const sections = whole.map((some, at) => {
    const first = headsWithLikeness(news, fold) ? [] : notIn(some[0]?.watches ?? [], whole.slice(0, at).flat());
    const lines = first.flatMap((watch) => alikeWords(watch, content, { withLead: !isFolded }));
    return watchSection(some, content, { ...options, isFolded, alone: news.length === 1, lines });
  });
  const folded = (type: SearchRecord['type']) =>
    foldedSections(
      rest.filter((one) => one.record.type === type),
      whole.flat(),
      content,
    );
  const ofCases = whole.filter((some) => !isOfDesigns(some)).length;
  return [...sections.slice(0, ofCases), ...folded('docket'), ...sections.slice(ofCases), ...folded('design')];
}

function foldedSections(news: readonly RecordNews[], whole: readonly RecordNews[], content: ChangesContent): Section[] {
  const groups = Map.groupBy(news, ({ watches }) => [...new Set(watches.map(matterWords))].filter(Boolean).join(', '));
  return [...groups].map(([matters, some]) => {
    const watches = [...new Map(some.flatMap((one) => one.watches).map((watch) => [watch.id, watch])).values()];
    const shown = some.filter((one) => one.shown.length > 0);
    const [changes, unshown] = [some.flatMap((one) => one.changes), some.flatMap((one) => one.unshown)];
    const names = watchNames(watches);
    return {
      title: `${matters || names}: ${recordsCounted(changes)} to read`,
      subtitle: matters === '' ? '' : names,
      cards: [],
      records: shown
        .toSorted((a, b) => priorityOrder(a.priority) - priorityOrder(b.priority))
        .map((one) => listedRecord(one, content)),
      lines: notIn(watches, whole).flatMap((watch) => alikeWords(watch, content, { withLead: false })),
      remarks: [...unshownWords(unshown), ...filteredWords(notIn(watches, whole), content)],
      changes: changes.length + unshown.length,
      where: whereToSee(watches, changes, content),
    };
  });
}

function notIn(watches: readonly WatchFacts[], news: readonly RecordNews[]): WatchFacts[] {
  const said = new Set(news.flatMap((one) => one.watches.map(({ id }) => id)));
  return watches.filter(({ id }) => !said.has(id));
}

function watchSection(
  news: readonly RecordNews[],
  content: ChangesContent,
  options: SectionOptions & Pick<Section, 'lines'> & { readonly isFolded: boolean; readonly alone: boolean },
): Section {
  const watches = news[0]?.watches ?? [];
  const changes = news.flatMap((one) => [...one.changes, ...one.unshown]);
  if (options.discreet && watches.some((watch) => watch.confidential)) {
    const needing = news.flatMap(({ shown }) => shown.filter(({ prioritised }) => prioritised.priority === 'act'));
    return discreetSection(watches, changes, new Set(needing.map(({ change }) => change.id)), content);
  }
  const shown = news.flatMap((one) => one.shown);
  const withRoom = mostImportant(shown);
  const cards = news.flatMap((one) => {
    const items = one.shown.filter((change) => withRoom.has(change));
    return items.length === 0 ? [] : recordCard(one, items, content, options);
  });
  return {
    title: watchesTitle(watches),
    ...watchesSubtitle(watches),
    cards,
    withoutRoom: shown.length - changesOn(cards),
    lines: options.lines,
    remarks: [...unshownWords(news.flatMap((one) => one.unshown)), ...filteredWords(watches, content)],
    changes: changes.length,
    where: whereToSee(watches, changes, content),
  };
}

/** Returns the changes that may fit, so that no words are made for the rest of ten thousand changes. */
function mostImportant(shown: readonly RankedChange[]): ReadonlySet<RankedChange> {
  const byPriority = shown.toSorted(
    (a, b) => priorityOrder(a.prioritised.priority) - priorityOrder(b.prioritised.priority),
  );
  return new Set(byPriority.slice(0, itemsAtMost));
}

function unshownWords(unshown: readonly MessageChange[]): Remark[] {
  if (unshown.length === 0) return [];
  const noun = unshown.every((change) => change.entry) ? 'entry' : 'change';
  return [{ words: `${counted(unshown.length, noun)} not shown: muted in the settings of the watch.` }];
}

function whereToSee(
  watches: readonly WatchFacts[],
  changes: readonly MessageChange[],
  { id, pageUrl }: Pick<ChangesContent, 'id' | 'pageUrl'>,
): Where {
  const since = changes.map((change) => change.detectedAt).sort()[0];
  const [watch] = watches.length === 1 ? watches : [];
  const command = ['tipstaff changes', watch && `--watch ${watch.id}`, since && `--since ${since}`];
  const query = new URLSearchParams({ alert: String(id), ...(watch && { watch: watch.id }) });
  const page = pageLink('see all of them', pageUrl, `/changes?${query}`);
  return { command: command.filter(Boolean).join(' '), page };
}

function changesTitle(content: ChangesContent, news: readonly RecordNews[], said: string): string {
  if (content.changes.length === 0) return capitalized(nothingNewWords(content).replace('Digest: ', ''));
  const words = said || `news of ${recordsCounted(content.changes)}`;
  if (!content.digest) return capitalized(words);
  const period = periodWords(content);
  const [designs] = designsWords(content, news) ?? [];
  if (designs !== undefined) return [designs, period].filter(Boolean).join(', ');
  return `${['Digest', period].filter(Boolean).join(' ')}: ${words}`;
}

function needsWords(news: readonly RecordNews[], reader: ChangesContent): string {
  if (isOfDesigns(news)) return '';
  const act = news.filter(({ priority, shown }) => priority === 'act' && shown.length > 0).length;
  const soon = datesSoon(news, reader);
  const rest = news.length - act;
  return [
    ...(act > 0 ? [`${act} ${act === 1 ? 'needs' : 'need'} you`] : []),
    ...(soon > 0 ? [`${counted(soon, 'date')} within ${daysSoon} days`] : []),
    ...(rest > 0 ? [`${rest} to read`] : []),
  ].join(', ');
}

/** Says how many of several records need the reader, then quotes an entry. '' if anything is confidential. */
function changesPreview(news: readonly RecordNews[], needs: string): string {
  if (news.some((one) => one.confidential)) return '';
  const entry = news[0]?.shown.find((one) => one.change.entry)?.change.entry;
  const next = news[1] ?? news[0];
  const words = entry ? entry.description : next && `${recordTitle(next.record)}: ${next.happened}`;
  return [needs && sentence(needs), shortText(words, 140)].filter(Boolean).join(' ');
}
