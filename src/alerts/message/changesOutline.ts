import { cleanText, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerTime } from '../../base/words/readerDate.ts';
import { capitalized, counted, sentence } from '../../base/words/sentence.ts';
import { matterWords, personName } from '../../base/words/watchWords.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import { isFromAnotherHolder } from '../../records/diff/lateEntries.ts';
import { recordTitle, type SearchRecord } from '../../records/record.ts';
import { changesSubject } from './changesSubject.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { coverageWarnings, nothingNewWords } from './coverageWords.ts';
import { datesBox, datesSoon, daysSoon } from './datesBox.ts';
import { designsWords } from './designs.ts';
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
    lead: leadOf(content, options),
    overview,
    dates: datesBox(options.discreet ? news.filter((one) => !one.confidential) : news, content, isFolded),
    sections: sectionsOf(fold, content, { ...options, isSaidAbove: isFolded && overview?.more === 0 }),
    unit: 'watch',
    where: whereToSee([], content.changes, content),
    footer: footerOf(content, content, options.discreet, namesCase(news, options)),
    pageUrl: content.pageUrl,
    threadKey: only && `${only.record.type}:${only.record.key}`,
  };
}

function namesCase(news: readonly RecordNews[], { discreet }: OutlineOptions): boolean {
  return news.some(({ record, confidential }) => record.type === 'docket' && !(discreet && confidential));
}

function leadOf(content: ChangesContent, options: OutlineOptions): string[] {
  const discreet = options.discreet && content.watches.some((watch) => watch.confidential);
  return (content.endedHolds ?? []).map((hold) => holdWords(hold, content, discreet));
}

/** Says how many of the new designs were compared with the reader's own. @param brief says it only if not all were */
function alikeWords({ id, mostAlike }: WatchFacts, { changes }: ChangesContent, brief: boolean): string[] {
  const fresh = changes.filter(
    ({ alike, kind, watches }) => alike !== undefined && kind === 'design.new' && watches.includes(id),
  );
  if (mostAlike === undefined || fresh.length === 0) return [];
  const compared = fresh.filter(({ alike }) => alike).length;
  if (brief && compared === fresh.length) return [];
  const noun = fresh.some(isFromAnotherHolder) ? 'design' : 'new design';
  return [`Compared with yours by picture: ${compared} of ${counted(fresh.length, noun)}.`];
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
function sectionsOf({ isFolded, whole, rest }: Fold, content: ChangesContent, options: SectionOptions): Section[] {
  const alone = whole.flat().length + rest.length === 1;
  const sections = whole.map((some, at) => {
    const first = notIn(some[0]?.watches ?? [], whole.slice(0, at).flat());
    const lines = first.flatMap((watch) => alikeWords(watch, content, isFolded));
    return watchSection(some, content, { ...options, isFolded, alone, lines });
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
      lines: notIn(watches, whole).flatMap((watch) => alikeWords(watch, content, true)),
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
  const [designs] = designsWords(content, news) ?? [];
  return designs ?? `Digest: ${words}`;
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
