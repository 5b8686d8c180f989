import { type Design, productName } from '../records/design.ts';
import type { Docket } from '../records/docket.ts';
import { locarnoName } from '../records/locarno.ts';
import type { SearchRecord } from '../records/record.ts';
import { cleanText, shortText } from '../words/cleanText.ts';
import { type Reader, readerDay } from '../words/readerDate.ts';
import { plainPieces } from '../words/redline.ts';
import { withCommas } from '../words/sentence.ts';
import type { Row } from './outline.ts';
import { statusWords } from './words/fieldWords.ts';

/** The most names of a list that are shown; the rest is counted. */
const mostNames = 12;

/** What a new record is, one fact per row; unknown facts are left out. */
export function recordFacts(record: SearchRecord, reader: Reader): Row[] {
  const facts = record.type === 'docket' ? docketFacts(record, reader) : designFacts(record, reader);
  return facts
    .map(([name, value]) => ({ name, value: plainPieces(cleanText(value ?? '')) }))
    .filter((row) => row.value.length > 0);
}

type Fact = readonly [name: string, value: string | undefined];

function docketFacts(docket: Docket, reader: Reader): Fact[] {
  return [
    ['Court', docket.court],
    ['Filed', readerDay(docket.dateFiled ?? '', reader)],
    ['Status', docket.status],
    ['Terminated', readerDay(docket.dateTerminated ?? '', reader)],
    ['Judge', docket.assignedTo],
    ['Nature of suit', docket.suitNature],
    ['Parties', named(docket.parties)],
    ['Patents', named(docket.patentNumbers)],
    ['Entries', docket.entryTotal === undefined ? undefined : withCommas(docket.entryTotal)],
  ];
}

function designFacts(design: Design, reader: Reader): Fact[] {
  return [
    ['Holder', named(design.holders)],
    ['Product', named(design.products?.map(productName))],
    ['Locarno class', locarnoWords(design)],
    ['Designated', named(design.designated, ', ')],
    ['Status', design.status && statusWords(design.status)],
    ['Registered', readerDay(design.registered ?? '', reader)],
    ['Expires', readerDay(design.expires ?? '', reader)],
    ['Designs', design.designCount && design.designCount > 1 ? withCommas(design.designCount) : undefined],
  ];
}

/** `09-01 Bottles and flasks`; a name that several classes share is written once: `09-01, 09-07 Packaging …`. */
function locarnoWords(design: Design): string {
  const byName = Map.groupBy(design.locarno ?? [], (code) => locarnoName(design, code) ?? '');
  return named([...byName].map(([name, some]) => `${some.join(', ')} ${name}`));
}

function named(names: readonly string[] | undefined, separator = '; '): string {
  const all = (names ?? []).map((name) => shortText(name, 200)).filter(Boolean);
  if (all.length <= mostNames) return all.join(separator);
  return `${all.slice(0, mostNames).join(separator)} and ${withCommas(all.length - mostNames)} more`;
}
