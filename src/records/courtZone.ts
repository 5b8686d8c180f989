const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/** The states of each zone: their letters begin the id of a district. */
const statesOf: Readonly<Record<string, string>> = {
  [eastern]: 'ct de dc fl ga in ky ma md me mi nc nh nj ny oh pa ri sc va vt wv',
  [central]: 'al ar ia il ks la mn mo ms nd ne ok sd tn tx wi',
  [mountain]: 'co id mt nm ut wy',
  [pacific]: 'ca nv or wa',
  'America/Anchorage': 'ak',
  'America/Phoenix': 'az',
  'Pacific/Guam': 'gu',
  'Pacific/Honolulu': 'hi',
  'America/Puerto_Rico': 'pr',
  'America/St_Thomas': 'vi',
};

/** The courts of no district. */
const othersOf: Readonly<Record<string, string>> = {
  [eastern]: 'ca1 ca2 ca3 ca4 ca6 ca11 cadc cafc scotus cit cofc uscfc',
  [central]: 'ca5 ca7 ca8',
  [mountain]: 'ca10',
  [pacific]: 'ca9',
};

function zonesBy(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([zone, ids]) => ids.split(' ').map((id) => [id, zone])));
}

const [states, others] = [zonesBy(statesOf), zonesBy(othersOf)];

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

/** The IANA zone of a court's clocks; undefined where it is not known for certain. */
export function courtZone(courtId: string | undefined, docketNumber: string | undefined): string | undefined {
  const id = (courtId ?? '').trim().toLowerCase();
  if (others.has(id)) return others.get(id);
  if (!/^[a-z]{2}[a-z]{0,2}[db]$/.test(id)) return undefined;
  const district = id.replace(/b$/, 'd');
  const offices = byOffice[district];
  // Bankruptcy courts number their offices in their own way.
  if (offices !== undefined) return id === district ? offices[/^(\d):/.exec(docketNumber ?? '')?.[1] ?? ''] : undefined;
  return districts[district] ?? states.get(district.slice(0, 2));
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
