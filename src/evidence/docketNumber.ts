/** What tells a case number from another, however it is spelled: `1:20-cv-00168`, `1:2020cv168`, `C.A. No. 20-168-MN`. */
interface DocketNumber {
  readonly office: string | undefined;
  readonly year: string;
  readonly type: string | undefined;
  readonly serial: string;
}

const spelling = /(?:(\d):)?\b(?:\d{2})?(\d{2})-?(?:([a-z]{2})-?)?0*([1-9]\d{0,6})(?:-[a-z]+)*\s*$/i;

function readDocketNumber(text: string): DocketNumber | undefined {
  const [, office, year, type, serial] = spelling.exec(text) ?? [];
  return year === undefined || serial === undefined ? undefined : { office, year, type: type?.toLowerCase(), serial };
}

/** Whether two spellings can name one case: what one of them leaves out does not tell them apart. */
export function isSameDocketNumber(one: string, other: string): boolean {
  const [a, b] = [readDocketNumber(one), readDocketNumber(other)];
  if (a === undefined || b === undefined) return false;
  const fits = (x: string | undefined, y: string | undefined) => x === undefined || y === undefined || x === y;
  return a.year === b.year && a.serial === b.serial && fits(a.office, b.office) && fits(a.type, b.type);
}
