const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/** By state: its letters begin the id of a district. */
const states: Readonly<Record<string, string>> = {
  al: central,
  ak: 'America/Anchorage',
  ar: central,
  az: 'America/Phoenix',
  ca: pacific,
  co: mountain,
  ct: eastern,
  de: eastern,
  dc: eastern,
  fl: eastern,
  ga: eastern,
  gu: 'Pacific/Guam',
  hi: 'Pacific/Honolulu',
  ia: central,
  id: mountain,
  il: central,
  in: eastern,
  ks: central,
  ky: eastern,
  la: central,
  ma: eastern,
  md: eastern,
  me: eastern,
  mi: eastern,
  mn: central,
  mo: central,
  ms: central,
  mt: mountain,
  nc: eastern,
  nd: central,
  ne: central,
  nh: eastern,
  nj: eastern,
  nm: mountain,
  nv: pacific,
  ny: eastern,
  oh: eastern,
  ok: central,
  or: pacific,
  pa: eastern,
  pr: 'America/Puerto_Rico',
  ri: eastern,
  sc: eastern,
  sd: central,
  tn: central,
  tx: central,
  ut: mountain,
  va: eastern,
  vi: 'America/St_Thomas',
  vt: eastern,
  wa: pacific,
  wi: central,
  wv: eastern,
  wy: mountain,
};

/** Districts that differ from the rest of their state. */
const districts: Readonly<Record<string, string>> = { tned: eastern, nmid: 'Pacific/Guam' };

/**
 * Districts across two zones: the office, with which a case number begins (`2:20-cv-…`), decides; without it nothing is
 * certain.
 */
const byOffice: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flnd: { 1: eastern, 3: central, 4: eastern, 5: central },
  idd: { 1: mountain, 2: pacific, 3: pacific, 4: mountain },
  innd: { 1: eastern, 2: central, 3: eastern, 4: eastern },
  insd: { 1: eastern, 2: eastern, 3: central, 4: eastern },
  kywd: { 1: central, 3: eastern, 4: central, 5: central },
  sdd: { 1: central, 3: central, 4: central, 5: mountain },
  txwd: { 1: central, 2: central, 3: mountain, 4: central, 5: central, 6: central, 7: central },
};

const others: Readonly<Record<string, string>> = {
  ca1: eastern,
  ca2: eastern,
  ca3: eastern,
  ca4: eastern,
  ca5: central,
  ca6: eastern,
  ca7: central,
  ca8: central,
  ca9: pacific,
  ca10: mountain,
  ca11: eastern,
  cadc: eastern,
  cafc: eastern,
  scotus: eastern,
  cit: eastern,
  cofc: eastern,
  uscfc: eastern,
};

/** The IANA zone of a court's clocks; undefined where it is not known for certain. */
export function courtZone(courtId: string | undefined, docketNumber: string | undefined): string | undefined {
  const id = (courtId ?? '').trim().toLowerCase();
  if (others[id] !== undefined) return others[id];
  if (!/^[a-z]{2}[a-z]{0,2}[db]$/.test(id)) return undefined;
  const district = id.replace(/b$/, 'd');
  const offices = byOffice[district];
  // Bankruptcy courts number their offices in their own way.
  if (offices !== undefined) return id === district ? offices[/^(\d):/.exec(docketNumber ?? '')?.[1] ?? ''] : undefined;
  return districts[district] ?? states[district.slice(0, 2)];
}

/** Building a formatter costs far more than using it. */
const lastCourtDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Honolulu', dateStyle: 'short' });

/**
 * Today's date in the courts' time zone that is furthest behind, as an ISO day. A date of a case or design is past only
 * when it is past at every court: nothing else decides which dates lie ahead.
 */
export function courtsToday(now: Date): string {
  return lastCourtDay.format(now);
}
