import type { EntryReading, EntryTopic, EntryType } from './entryReading.ts';

/** Which entries matter to the readers of a watch: `report:` in watches.yaml. An absent list allows everything. */
export interface ReportFilter {
  /** Types to report; together with `about`, either is enough. */
  readonly entries?: readonly EntryType[] | undefined;
  readonly about?: readonly EntryTopic[] | undefined;
  /** Types and topics never to report. */
  readonly exclude?: readonly (EntryType | EntryTopic)[] | undefined;
  /** Types and topics to put first, as something to do. */
  readonly important?: readonly (EntryType | EntryTopic)[] | undefined;
}

/** Why a filter leaves an entry out: `report.exclude: transcript`; undefined where it is reported. */
export function filteredOutBy(filter: ReportFilter | undefined, reading: EntryReading): string | undefined {
  if (filter === undefined) return undefined;
  const excluded = filter.exclude?.find((one) => isOne(reading, one));
  if (excluded !== undefined) return `report.exclude: ${excluded}`;
  const { entries, about } = filter;
  if (entries === undefined && about === undefined) return undefined;
  const isWanted = entries?.includes(reading.type) || about?.some((topic) => reading.about.includes(topic));
  if (isWanted) return undefined;
  const what = reading.about.length === 0 ? reading.type : `${reading.type} about ${reading.about.join(', ')}`;
  return `${entries === undefined ? 'report.about' : 'report.entries'} does not name it: ${what}`;
}

export function isImportantTo(filter: ReportFilter | undefined, reading: EntryReading): boolean {
  return filter?.important?.some((one) => isOne(reading, one)) ?? false;
}

function isOne({ type, about }: EntryReading, wanted: EntryType | EntryTopic): boolean {
  return type === wanted || about.some((topic) => topic === wanted);
}
