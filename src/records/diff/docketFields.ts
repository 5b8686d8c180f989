import { daysAfter } from '../../base/time.ts';
import type { Docket } from '../docket.ts';
import type { FieldChange } from './change.ts';
import { foldText, wordsOf } from './comparableEntry.ts';

export type DocketFields = Readonly<{ record: Docket; fields: readonly FieldChange[] }>;

// biome-ignore format: a list of words
const textFields = [
  'assignedTo', 'court', 'courtId', 'caseName', 'suitNature', 'jurisdiction', 'docketNumber', 'dateFiled',
] as const;
type TextField = (typeof textFields)[number];
const listFields = ['parties', 'patentNumbers'] as const;

/** An ended case got its judge in its first months. A judge that turns up later was only missing from the source. */
const youngDays = 180;

export function compareDocketFields(before: Docket, after: Docket, lastCheckedOn: string): DocketFields {
  const fields: FieldChange[] = [];
  const record: { -readonly [Field in keyof Docket]: Docket[Field] } = { ...before };
  for (const field of textFields) {
    const [old, now] = [before[field], after[field]];
    if (isUnknown(field, now) || (!isUnknown(field, old) && isSameText(field, old, now))) continue;
    record[field] = now;
    if (isUnknown(field, old) && !isFirstJudge(field, before, lastCheckedOn)) continue;
    fields.push({ field, before: old || null, after: now });
  }
  for (const field of listFields) {
    const [old, now] = [before[field], after[field]];
    if (now === undefined || (now.length === 0 && old !== undefined)) continue;
    const merged = mergeNames(old ?? [], now, field === 'patentNumbers' ? foldPatent : foldText);
    record[field] = merged.names;
    // Reports may leave a list out, so absent or empty is no news. Patents are found one by one, and each is news.
    const isLearned = old === undefined || (field === 'parties' && old.length === 0);
    if (merged.added && !isLearned) fields.push({ field, before: old, after: merged.names });
  }
  record.pacerCaseId = after.pacerCaseId || before.pacerCaseId;
  return { record, fields };
}

function isUnknown(field: TextField, value: string | undefined): value is undefined | '' {
  if (value === undefined || value.trim() === '') return true;
  return field === 'caseName' && foldText(value) === 'unknowncasetitle';
}

function isSameText(field: TextField, old: string, now: string): boolean {
  if (foldText(old) === foldText(now)) return true;
  switch (field) {
    case 'assignedTo':
      return isSameJudge(old, now);
    case 'docketNumber':
      return caseNumberCore(old) === caseNumberCore(now);
    case 'caseName':
      return foldText(old.replace(andOthers, ' ')) === foldText(now);
    case 'court':
    case 'courtId':
    case 'suitNature':
    case 'jurisdiction':
    case 'dateFiled':
      return false;
  }
}

/** `US 6,834,603 B1` and `6834603` are the same patent. */
function foldPatent(number: string): string {
  return foldText(number)
    .replace(/^us(?=[a-z]*\d)/, '')
    .replace(/(\d{4})[abes]\d?$/, '$1');
}

/** Reports drop and restore "et al". Only its appearance is reported, because then somebody joined. */
const andOthers = /\bet\s+al\b\.?/gi;

/** `1:20-cv-00168-ABC`: the initials at the end change with the judge, whose change is reported separately. */
function caseNumberCore(docketNumber: string): string {
  return docketNumber.toLowerCase().replace(/^(\d+:\d+-[a-z]+-\d+)(?:-[a-z]+\d?)+$/, '$1');
}

/** Blank and not absent: the court had named no judge yet. In an ended case the first judge is no news. */
function isFirstJudge(field: TextField, before: Docket, lastCheckedOn: string): boolean {
  return (
    field === 'assignedTo' &&
    before.assignedTo !== undefined &&
    (!before.dateTerminated || (before.dateFiled ?? '') >= daysAfter(lastCheckedOn, -youngDays))
  );
}

/** Keeps names that this response lacks, because lists differ between reports. */
function mergeNames(before: readonly string[], after: readonly string[], fold: (name: string) => string) {
  const known = new Set(before.map(fold));
  const names = [...before];
  for (const name of after) {
    const folded = fold(name);
    if (folded === '' || known.has(folded)) continue;
    known.add(folded);
    names.push(name);
  }
  return { names, added: names.length > before.length };
}

/** `terminated` is the only known value. Other values with the same meaning must not reopen a case; `Suspended` may. */
const isEnded = (status: string): boolean => /(?<![a-z])(?:terminat|clos|dismiss|dispos|ended)/i.test(status);

/** Returns 2 with an ended status and its date, 1 with one of them. */
export const endShown = ({ status = '', dateTerminated = '' }: Docket): number =>
  Number(isEnded(status)) + Number(dateTerminated !== '');

/** Blank says nothing, except a blank date beside the status of an open case, which means a reopened case. */
export function compareDocketStatus(before: Docket, after: Docket) {
  const [oldStatus, oldDate] = [before.status ?? '', before.dateTerminated ?? ''];
  const shownStatus = after.status?.trim() ?? '';
  const shownDate = after.dateTerminated ?? '';
  const isSame = shownStatus === '' || foldText(shownStatus) === foldText(oldStatus);
  const status = isSame ? before.status || after.status : after.status;
  const isOpen = shownStatus !== '' && !isEnded(shownStatus);
  const dateTerminated = shownDate || (isOpen ? '' : before.dateTerminated);
  const fields: FieldChange[] = [];
  if (!isSame && !(oldStatus === '' && oldDate === '' && isOpen)) {
    fields.push({ field: 'status', before: oldStatus || null, after: shownStatus });
  }
  if ((dateTerminated ?? '') !== oldDate) {
    fields.push({ field: 'dateTerminated', before: oldDate || null, after: dateTerminated || null });
  }
  return { status, dateTerminated, fields };
}

const titles = new Set(
  `the honorable hon judge justice chief senior magistrate mag district circuit bankruptcy presiding
   united states us u s`.split(/\s+/),
);

function inOrder(name: string): string {
  const [last, first, ...rest] = name.split(',');
  if (last === undefined || first === undefined || rest.length > 0) return name;
  return /^\s*(?:jr|sr|i{1,3}|iv)\.?\s*$/i.test(first) ? name : `${first} ${last}`;
}

function namesOf(judge: string): readonly string[] {
  const words = wordsOf(inOrder(judge));
  const start = words.findIndex((word) => !titles.has(word));
  return start < 0 ? words : words.slice(start);
}

const fits = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

export function isSameJudge(one: string, other: string): boolean {
  const [a, b] = [namesOf(one), namesOf(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length < 2) return shorter.join(' ') === longer.join(' ');
  let at = 0;
  for (const name of shorter) {
    while (at < longer.length && !fits(name, longer[at] ?? '')) at++;
    if (at === longer.length) return false;
    at++;
  }
  return fits(shorter[0] ?? '', longer[0] ?? '') && fits(shorter.at(-1) ?? '', longer.at(-1) ?? '');
}
