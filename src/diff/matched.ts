import type { Docket } from '../records/docket.ts';
import type { SearchRecord } from '../records/record.ts';
import { foldText } from './comparableEntry.ts';
import { passesWholeWord } from './hitFilter.ts';

/** What a watch asks for, as a case has it. */
export interface Matched {
  readonly what: 'party' | 'patent';
  readonly name: string;
}

/** The names and patent numbers that a watch searches for. */
interface Searched {
  readonly asksFor?: readonly string[] | undefined;
  readonly asksForPatents?: readonly string[] | undefined;
}

/** A name in a record that one of the watches searches for: as the record has it, and as the watch does. */
interface MatchedName {
  readonly name: string;
  readonly asked: string;
}

/** The holder of a design by which one of the watches found it. */
export function matchedHolder(record: SearchRecord, watches: readonly Searched[]): MatchedName | undefined {
  if (record.type !== 'design') return undefined;
  return bestOf(namesIn(record.holders, watches), ({ name, asked }) =>
    passesWholeWord({ hol: asked }, { ...record, holders: [name] }),
  );
}

/** The party of a case by which one of the watches found it. */
export function matchedParty(docket: Docket, watches: readonly Searched[]): MatchedName | undefined {
  return bestOf(namesIn(docket.parties, watches), ({ name, asked }) =>
    passesWholeWord({ companyName: asked }, { ...docket, parties: [name] }),
  );
}

function namesIn(names: readonly string[] = [], watches: readonly Searched[]): MatchedName[] {
  return watches.flatMap((watch) => watch.asksFor ?? []).flatMap((asked) => names.map((name) => ({ name, asked })));
}

/** A match as a whole word comes before one inside a word: `Rival Brands B.V.` rather than `Rivalry Sports`. */
function bestOf(pairs: readonly MatchedName[], hasWords: (pair: MatchedName) => boolean): MatchedName | undefined {
  const hasLetters = ({ name, asked }: MatchedName) => foldText(name).includes(foldText(asked));
  return pairs.find(hasWords) ?? pairs.find(hasLetters);
}

/** The patent of a case by which one of the watches found it. */
export function matchedPatent(docket: Docket, watches: readonly Searched[]): string | undefined {
  const asked = new Set(watches.flatMap((watch) => watch.asksForPatents ?? []).map(foldText));
  return docket.patentNumbers?.find((number) => asked.has(foldText(number)));
}

/** By which party and patent the watches found a case. */
export function matchedIn(docket: Docket, watches: readonly Searched[]): Matched[] {
  const [party, patent] = [matchedParty(docket, watches)?.name, matchedPatent(docket, watches)];
  return [
    ...(party === undefined ? [] : [{ what: 'party', name: party } as const]),
    ...(patent === undefined ? [] : [{ what: 'patent', name: patent } as const]),
  ];
}

/** Those that neither its name nor what is said of a single watch shows. */
export function matchedBeside(docket: Docket, watches: readonly Searched[]): Matched[] {
  const party = matchedParty(docket, watches);
  const isInName = party !== undefined && foldText(docket.caseName ?? '').includes(foldText(party.asked));
  const [only, another] = watches;
  const isSaid = another === undefined && only?.asksFor?.length === 0 && only.asksForPatents?.length === 1;
  return matchedIn(docket, watches).filter(({ what }) => (what === 'party' ? !isInName : !isSaid));
}

/** The record with the holder that matched first: messages are headed by it. */
export function headedBy<Headed extends SearchRecord>(record: Headed, matched: MatchedName | undefined): Headed {
  if (record.type !== 'design' || matched === undefined) return record;
  const others = (record.holders ?? []).filter((holder) => holder !== matched.name);
  return { ...record, holders: [matched.name, ...others] };
}
