import type { Design } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { locarnoTitle } from '../../records/locarno.ts';
import type { SearchRecord } from '../../records/record.ts';
import { cleanText } from '../words/cleanText.ts';
import { withCommas } from '../words/counted.ts';
import { statusWords } from '../words/fieldWords.ts';
import { readerDay } from '../words/readerDate.ts';
import { plainPieces } from '../words/redline.ts';
import type { Row } from './outline.ts';

/** Names in a list that are told one by one; the rest is counted. */
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
    ['Locarno class', named(design.locarno?.map(locarnoWords))],
    ['Designated', named(design.designated)],
    ['Status', design.status && statusWords(design.status)],
    ['Registered', readerDay(design.registered ?? '')],
    ['Expires', readerDay(design.expires ?? '')],
    ['Designs', design.designCount && design.designCount > 1 ? withCommas(design.designCount) : undefined],
  ];
}

/** `09-01 Packaging and containers …` */
function locarnoWords(code: string): string {
  const title = locarnoTitle(code);
  return title ? `${code} ${title}` : code;
}

function named(names: readonly string[] | undefined): string {
  const all = (names ?? []).map(cleanText).filter(Boolean);
  if (all.length <= mostNames) return all.join('; ');
  return `${all.slice(0, mostNames).join('; ')}; and ${withCommas(all.length - mostNames)} more`;
}
