import type { Row } from '../../channels/message/outline.ts';
import type { Design } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { locarnoTitle } from '../../records/locarno.ts';
import { productName } from '../../records/productName.ts';
import type { SearchRecord } from '../../records/record.ts';
import { cleanText } from '../../words/cleanText.ts';
import { withCommas } from '../../words/counted.ts';
import { type Reader, readerDay } from '../../words/readerDate.ts';
import { plainPieces } from '../../words/redline.ts';
import { shortText } from '../../words/shortText.ts';
import { statusWords } from '../words/fieldWords.ts';

/** Names in a list that are named one by one; the rest is counted. */
const mostNames = 12;

/** What a new record is, a row a fact; facts that are not known are left out. */
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

/** `09-01 Bottles and flasks`: a subclass by its name where the register gives one, else its class, once for all its subclasses. */
function locarnoWords({ locarno = [], details }: Design): string {
  const subclasses = subclassNames(details?.class_and_subclass_of_the_locarno_classification ?? '');
  const byTitle = Map.groupBy(locarno, (code) => subclasses.get(code) ?? locarnoTitle(code) ?? '');
  return named([...byTitle].map(([title, some]) => `${some.join(', ')} ${title}`));
}

/** `13-03 Power distribution; 13-02 Power supplies`: code and name of each. */
function subclassNames(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/[;|]\s*(?=\d{1,2}-\d)/).flatMap((part) => {
    const [, code = '', name = ''] = /^\s*(\d{1,2}-\d{1,2})\s+(\S.*?)\s*$/.exec(part) ?? [];
    return name === '' ? [] : [[code.replace(/\d+/g, (digits) => digits.padStart(2, '0')), name] as const];
  });
  return new Map(pairs);
}

function named(names: readonly string[] | undefined, separator = '; '): string {
  const all = (names ?? []).map((name) => shortText(name, 200)).filter(Boolean);
  if (all.length <= mostNames) return all.join(separator);
  return `${all.slice(0, mostNames).join(separator)} and ${withCommas(all.length - mostNames)} more`;
}
