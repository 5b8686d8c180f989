import type { Row } from '../../channels/message/outline.ts';
import type { Design } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { locarnoTitle } from '../../records/locarno.ts';
import type { SearchRecord } from '../../records/record.ts';
import { cleanText } from '../../words/cleanText.ts';
import { withCommas } from '../../words/counted.ts';
import { readerDay } from '../../words/readerDate.ts';
import { plainPieces } from '../../words/redline.ts';
import { shortText } from '../../words/shortText.ts';
import { statusWords } from '../words/fieldWords.ts';

/** Names in a list that are named one by one; the rest is counted. */
const mostNames = 12;

/** What a new record is, a row a fact; facts that are not known are left out. */
export function recordFacts(record: SearchRecord): Row[] {
  const facts = record.type === 'docket' ? docketFacts(record) : designFacts(record);
  return facts
    .map(([name, value]) => ({ name, value: plainPieces(cleanText(value ?? '')) }))
    .filter((row) => row.value.length > 0);
}

type Fact = readonly [name: string, value: string | undefined];

function docketFacts(docket: Docket): Fact[] {
  return [
    ['Court', docket.court],
    ['Filed', readerDay(docket.dateFiled ?? '')],
    ['Status', docket.status],
    ['Terminated', readerDay(docket.dateTerminated ?? '')],
    ['Judge', docket.assignedTo],
    ['Nature of suit', docket.suitNature],
    ['Parties', named(docket.parties)],
    ['Patents', named(docket.patentNumbers)],
    ['Entries', docket.entryTotal === undefined ? undefined : withCommas(docket.entryTotal)],
  ];
}

function designFacts(design: Design): Fact[] {
  return [
    ['Number', design.registrationNumber],
    ['Holder', named(design.holders)],
    ['Product', named(design.products)],
    ['Locarno class', locarnoWords(design.locarno ?? [])],
    ['Designated', named(design.designated, ', ')],
    ['Status', design.status && statusWords(design.status)],
    ['Registered', readerDay(design.registered ?? '')],
    ['Expires', readerDay(design.expires ?? '')],
    ['Designs', design.designCount && design.designCount > 1 ? withCommas(design.designCount) : undefined],
  ];
}

/** `09-01, 09-07 Packaging and containers …`: the title once for all subclasses of a class. */
function locarnoWords(codes: readonly string[]): string {
  const byTitle = Map.groupBy(codes, (code) => locarnoTitle(code) ?? '');
  return named([...byTitle].map(([title, some]) => `${some.join(', ')} ${title}`));
}

function named(names: readonly string[] | undefined, separator = '; '): string {
  const all = (names ?? []).map((name) => shortText(name, 200)).filter(Boolean);
  if (all.length <= mostNames) return all.join(separator);
  return `${all.slice(0, mostNames).join(separator)} and ${withCommas(all.length - mostNames)} more`;
}
