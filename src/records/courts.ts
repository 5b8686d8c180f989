import type { Docket } from './docket.ts';

/** The 94 district courts by the service's id, in the short form of the Bluebook. */
const districts = tableOf(`
  almd M.D. Ala. | alnd N.D. Ala. | alsd S.D. Ala. | akd D. Alaska | azd D. Ariz. | ared E.D. Ark. |
  arwd W.D. Ark. | cacd C.D. Cal. | caed E.D. Cal. | cand N.D. Cal. | casd S.D. Cal. | cod D. Colo. | ctd D. Conn. |
  ded D. Del. | dcd D.D.C. | flmd M.D. Fla. | flnd N.D. Fla. | flsd S.D. Fla. | gamd M.D. Ga. | gand N.D. Ga. |
  gasd S.D. Ga. | gud D. Guam | hid D. Haw. | idd D. Idaho | ilcd C.D. Ill. | ilnd N.D. Ill. | ilsd S.D. Ill. |
  innd N.D. Ind. | insd S.D. Ind. | iand N.D. Iowa | iasd S.D. Iowa | ksd D. Kan. | kyed E.D. Ky. | kywd W.D. Ky. |
  laed E.D. La. | lamd M.D. La. | lawd W.D. La. | med D. Me. | mdd D. Md. | mad D. Mass. | mied E.D. Mich. |
  miwd W.D. Mich. | mnd D. Minn. | msnd N.D. Miss. | mssd S.D. Miss. | moed E.D. Mo. | mowd W.D. Mo. |
  mtd D. Mont. | ned D. Neb. | nvd D. Nev. | nhd D.N.H. | njd D.N.J. | nmd D.N.M. | nyed E.D.N.Y. | nynd N.D.N.Y. |
  nysd S.D.N.Y. | nywd W.D.N.Y. | nced E.D.N.C. | ncmd M.D.N.C. | ncwd W.D.N.C. | ndd D.N.D. | nmid D. N. Mar. I. |
  ohnd N.D. Ohio | ohsd S.D. Ohio | oked E.D. Okla. | oknd N.D. Okla. | okwd W.D. Okla. | ord D. Or. |
  paed E.D. Pa. | pamd M.D. Pa. | pawd W.D. Pa. | prd D.P.R. | rid D.R.I. | scd D.S.C. | sdd D.S.D. |
  tned E.D. Tenn. | tnmd M.D. Tenn. | tnwd W.D. Tenn. | txed E.D. Tex. | txnd N.D. Tex. | txsd S.D. Tex. |
  txwd W.D. Tex. | utd D. Utah | vtd D. Vt. | vaed E.D. Va. | vawd W.D. Va. | vid D.V.I. | waed E.D. Wash. |
  wawd W.D. Wash. | wvnd N.D. W. Va. | wvsd S.D. W. Va. | wied E.D. Wis. | wiwd W.D. Wis. | wyd D. Wyo.`);

const others = tableOf(`
  scotus U.S. | ca1 1st Cir. | ca2 2d Cir. | ca3 3d Cir. | ca4 4th Cir. | ca5 5th Cir. | ca6 6th Cir. |
  ca7 7th Cir. | ca8 8th Cir. | ca9 9th Cir. | ca10 10th Cir. | ca11 11th Cir. | cadc D.C. Cir. | cafc Fed. Cir. |
  cofc Fed. Cl. | uscfc Fed. Cl. | cit Ct. Int’l Trade | cavc Vet. App. | jpml J.P.M.L. | tax T.C. |
  arb Bankr. D. Ariz. | nebraskab Bankr. D. Neb.`);

/** `ded` → `D. Del.`, `deb` → `Bankr. D. Del.`. An unknown court keeps its name without `U.S. `; '' for neither. */
export function shortCourt(courtId: string | undefined, name: string | undefined): string {
  const id = (courtId ?? '').trim().toLowerCase();
  const known = districts.get(id) ?? others.get(id) ?? bankruptcyCourt(id);
  return known ?? ((name ?? '').trim().replace(/^U\.?\s?S\.?\s+(?=\S)/, '') || id);
}

/** The possible first digits of case numbers, for the courts with the most patent litigation. */
// biome-ignore format: a list of words
const offices: Readonly<Record<string, string>> = {
  cacd: '258', cand: '1345', cod: '1', dcd: '1', ded: '1', ilnd: '13', mad: '134', mnd: '0', nhd: '1', njd: '123',
  nyed: '12', nysd: '17', rid: '1', txed: '1234569', txnd: '1234567', txwd: '1234567', vaed: '1234',
};

export function officesOf(courtId: string): readonly string[] {
  return [...(offices[courtId] ?? '')];
}

/** Finds a court by any of its names: `ded`, `D. Del.`, `EDTX`, `S.D.N.Y.`; undefined for an unknown name. */
export function courtCalled(name: string): string | undefined {
  const letters = lettersOf(name);
  const turned = letters.replace(/^([nsewcm]?d)([a-z]{2})$/, (_, district: string, state: string) =>
    district === 'd' ? `${state}d` : `${state}${district}`,
  );
  return [letters, turned].find(isKnownCourt) ?? idsByName.get(letters);
}

export function courtIds(): readonly string[] {
  return [...districts.keys(), ...others.keys()];
}

export function isDistrictCourt(courtId: string): boolean {
  return districts.has(courtId);
}

function isKnownCourt(id: string): boolean {
  return districts.has(id) || others.has(id) || bankruptcyCourt(id) !== undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const idsByName: ReadonlyMap<string, string> = new Map(
  [...districts, ...others].map(([id, name]) => [lettersOf(name), id]),
);

/** True for district and bankruptcy courts, whose docket sites all follow one pattern. */
export function isTrialCourt(courtId: string): boolean {
  return districts.has(courtId) || bankruptcyCourt(courtId) !== undefined;
}

/** A bankruptcy court has the id of its district, with `b` as the last letter. */
function bankruptcyCourt(id: string): string | undefined {
  const district = id.endsWith('b') ? districts.get(`${id.slice(0, -1)}d`) : undefined;
  return district && `Bankr. ${district}`;
}

/** Parses `id name | id name`, over any number of lines. */
function tableOf(text: string): ReadonlyMap<string, string> {
  const rows = text.split('|').map((row) => row.trim());
  return new Map(rows.map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]));
}

/** Returns a page for people (PACER may charge); undefined without a PACER id or a site of the known pattern. */
export function courtPage(docket: Docket): string | undefined {
  const site = courtSite(docket.courtId);
  const caseId = docket.pacerCaseId ?? '';
  return site && /^\d+$/.test(caseId) ? `${site}/cgi-bin/DktRpt.pl?${caseId}` : undefined;
}

/** Returns the address of an entry's link (`/doc1/…`); undefined for a site or link of unknown form. */
export function courtDocument(docket: Docket, href: string | null): string | undefined {
  const site = courtSite(docket.courtId);
  return site && href && /^\/doc1\/\d+$/.test(href) ? `${site}${href}` : undefined;
}

function courtSite(courtId: string | undefined): string | undefined {
  const id = (courtId ?? '').toLowerCase();
  return isTrialCourt(id) ? `https://ecf.${id}.uscourts.gov` : undefined;
}

/** States and their abbreviations in the Bluebook. States without an abbreviation are left out. */
// biome-ignore format: a list of words
const states: Readonly<Record<string, string>> = {
  Alabama: 'Ala.', Arizona: 'Ariz.', Arkansas: 'Ark.', California: 'Cal.', Colorado: 'Colo.', Connecticut: 'Conn.',
  Delaware: 'Del.', Florida: 'Fla.', Georgia: 'Ga.', Hawaii: 'Haw.', Illinois: 'Ill.', Indiana: 'Ind.',
  Kansas: 'Kan.', Kentucky: 'Ky.', Louisiana: 'La.', Maine: 'Me.', Maryland: 'Md.', Massachusetts: 'Mass.',
  Michigan: 'Mich.', Minnesota: 'Minn.', Mississippi: 'Miss.', Missouri: 'Mo.', Montana: 'Mont.', Nebraska: 'Neb.',
  Nevada: 'Nev.', Oklahoma: 'Okla.', Oregon: 'Or.', Pennsylvania: 'Pa.', Tennessee: 'Tenn.', Texas: 'Tex.',
  Vermont: 'Vt.', Virginia: 'Va.', Washington: 'Wash.', 'West Virginia': 'W. Va.', Wisconsin: 'Wis.',
  Wyoming: 'Wyo.', Columbia: 'C.', 'New Hampshire': 'N.H.', 'New Jersey': 'N.J.', 'New Mexico': 'N.M.',
  'New York': 'N.Y.', 'North Carolina': 'N.C.', 'North Dakota': 'N.D.', 'Puerto Rico': 'P.R.', 'Rhode Island': 'R.I.',
  'South Carolina': 'S.C.', 'South Dakota': 'S.D.',
};
/** Initials follow those of the district without a blank: `S.D.N.Y.`, but `W.D. Tex.`. */
const initials = /^(?:[A-Z]\.)+$/;

/** `U.S. District Court for the Western District of Texas` → `W.D. Tex.`; undefined for other than trial courts. */
export function shortCourtName(name: string): string | undefined {
  const [, part = '', state = ''] =
    /\b(?:(North|South|East|West|Middle|Central)(?:ern)? )?District of ([A-Z][A-Za-z ]+)$/.exec(name.trim()) ?? [];
  if (state === '') return undefined;
  const district = part === '' ? 'D.' : `${part.charAt(0)}.D.`;
  const place = states[state] ?? state;
  const short = initials.test(place) ? district + place : `${district} ${place}`;
  return /bankruptcy/i.test(name) ? `Bankr. ${short}` : short;
}

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

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

const othersOf: Readonly<Record<string, string>> = {
  [eastern]: 'ca1 ca2 ca3 ca4 ca6 ca11 cadc cafc scotus cit cofc uscfc',
  [central]: 'ca5 ca7 ca8',
  [mountain]: 'ca10',
  [pacific]: 'ca9',
};

function zonesBy(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([zone, ids]) => ids.split(' ').map((id) => [id, zone])));
}

const [statesOfZones, otherCourts] = [zonesBy(statesOf), zonesBy(othersOf)];

/** Districts whose zone differs from the rest of the state. */
const zonedDistricts: Readonly<Record<string, string>> = { nmid: 'Pacific/Guam' };

/** Districts in two zones: only the office that begins the case number (`2:20-cv-…`) decides. */
const byOffice: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flnd: { 1: eastern, 3: central, 4: eastern, 5: central },
  idd: { 1: mountain, 2: pacific, 3: pacific, 4: mountain },
  innd: { 1: eastern, 2: central, 3: eastern, 4: eastern },
  insd: { 1: eastern, 2: eastern, 3: central, 4: eastern },
  kywd: { 1: central, 3: eastern, 4: central, 5: central },
  sdd: { 1: central, 3: central, 4: central, 5: mountain },
  // Office 4, Winchester, has Central time, but Chattanooga hears many of its cases.
  tned: { 1: eastern, 2: eastern, 3: eastern },
  txwd: { 1: central, 2: central, 3: mountain, 4: central, 5: central, 6: central, 7: central },
};

/** Returns the IANA zone of a court's clocks; undefined unless it is certain. */
export function courtZone(courtId: string | undefined, docketNumber: string | undefined): string | undefined {
  const id = (courtId ?? '').trim().toLowerCase();
  if (otherCourts.has(id)) return otherCourts.get(id);
  if (!/^[a-z]{2}[a-z]{0,2}[db]$/.test(id)) return undefined;
  const district = id.replace(/b$/, 'd');
  const offices = byOffice[district];
  if (offices !== undefined) return id === district ? offices[/^(\d):/.exec(docketNumber ?? '')?.[1] ?? ''] : undefined;
  return zonedDistricts[district] ?? statesOfZones.get(district.slice(0, 2));
}

/** The names of zones, by their first letters. The first that fits decides. */
const zonesNamed: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  ch: 'Pacific/Guam',
  ak: 'America/Anchorage',
  al: 'America/Anchorage',
  ar: 'America/Phoenix',
  at: 'America/Puerto_Rico',
  as: 'America/Puerto_Rico',
  h: 'Pacific/Honolulu',
  e: eastern,
  c: central,
  m: mountain,
  p: pacific,
};

/**
 * `ET`, `e.s.t.`, `Pacific Time` → the IANA zone. Clerks write `EST` in summer too, so the season does not matter.
 * Two small letters are no zone: "Ct. Rm. 4", "Mt. Vernon".
 */
export function zoneNamed(words: string): string | undefined {
  if (words.length === 2 && words !== words.toUpperCase()) return undefined;
  const letters = words.toLowerCase().replace(/[^a-z]/g, '');
  return Object.entries(zonesNamed).find(([first]) => letters.startsWith(first))?.[1];
}

/**
 * Returns the zone of an hour: the one that its text names, else the court's; undefined unless it is certain.
 * Arizona writes `MST` all year and never changes its clocks.
 */
export function clockZone(named: string | undefined, court: Pick<Docket, 'courtId' | 'docketNumber'>) {
  const own = courtZone(court.courtId, court.docketNumber);
  return named === undefined || (named === mountain && own === 'America/Phoenix') ? own : named;
}

const lastCourtDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Honolulu', dateStyle: 'short' });

/** Returns the ISO day in the courts' westernmost zone, which alone decides which dates lie ahead. */
export function courtsToday(now: Date): string {
  return lastCourtDay.format(now);
}
