import { longestKey } from './fieldForm.ts';

/** A court case about a design, from `enable_litigation` (docs/service.md, section 6.4). */
export interface LitigationCase {
  readonly caseId: string;
  readonly docketNumber: string;
  readonly caseName: string;
  readonly court: string;
  readonly status: string;
  readonly dateFiled: string;
  readonly parties: readonly string[];
  readonly patentNumbers: readonly string[];
}

export interface DesignImage {
  readonly filename: string;
  readonly url: string; // Absolute, on the service's own address. Host and query may change without being news.
}

export type DesignList = 'holders' | 'products' | 'locarno' | 'designated' | 'images';

/** Normal form (docs/service.md, section 6). `undefined`: no such field in the response; '' or []: blank. */
export interface Design {
  readonly type: 'design';
  readonly key: string; // `ID`, else `SOURCE.IRN`.
  readonly source: string;
  readonly id?: string | undefined;
  readonly registrationNumber?: string | undefined; // IRN
  readonly holders?: readonly string[] | undefined; // HOL
  readonly products?: readonly string[] | undefined; // PROD
  readonly locarno?: readonly string[] | undefined; // LCS, as `23-01`
  readonly designated?: readonly string[] | undefined; // DS, two letters each
  readonly registered?: string | undefined; // RD as a day, `YYYY-MM-DD`
  readonly expires?: string | undefined; // ED, `YYYY-MM-DD`
  readonly status?: string | undefined; // STATUS: ACT, PEND, EXP, DEL …; an open list
  readonly designCount?: number | undefined; // DC: number of designs in the registration
  /** DETAIL_URL: for links only, never fetched (docs/service.md, section 10) */
  readonly detailUrl?: string | undefined;
  readonly images?: readonly DesignImage[] | undefined;
  /** Lists with a null or blank element in the response, so that a missing item is no news. */
  readonly unread?: readonly DesignList[] | undefined;
  /** DETAIL_DATA.structured with all of its keys */
  readonly details?: Readonly<Record<string, string>> | undefined;
  /** undefined unless `litigationStatus` was `success`, because `failed` and `skipped` never mean "no cases". */
  readonly litigation?: readonly LitigationCase[] | undefined;
}

const pictureFile = /\.(?:avif|bmp|gif|jfif|jp2|jpe?g|png|svg|tiff?|webp)$/i;

/** Parameters for access, expiry or form of a picture, as file stores and caches spell them. */
const passingParameter = new RegExp(
  '^(?:_|cb|e|exp|expires?|expiry|h|hash|hmac|height|key-pair-id|nonce|policy|rev|s[eiprtv]|sig|sign' +
    '|signature|t|time|timestamp|token|access_?token|api_?key|auth|ts|v|ver|version|w|width' +
    '|x-(?:amz|goog|oss)-.*)$',
  'i',
);

/** Returns the path, with the sorted parameters that name a picture if the path names none (`/img?id=1`). */
export function imagePathOf(url: string): string {
  const scheme = url.indexOf('://');
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  if (start < 0) return '/';
  const [beforeFragment = ''] = url.slice(start).split('#', 1);
  const query = beforeFragment.indexOf('?');
  if (query < 0) return beforeFragment;
  const path = beforeFragment.slice(0, query);
  return pictureFile.test(path) ? path : path + namingQuery(beforeFragment.slice(query + 1));
}

function namingQuery(query: string): string {
  const naming = query.split('&').filter((part) => {
    const [name = ''] = part.split('=', 1);
    return name !== '' && !passingParameter.test(name);
  });
  return naming.length === 0 ? '' : `?${naming.sort().join('&')}`;
}

export function fillBlanks(design: Design, other: Design): Design {
  const partly = design.unread?.filter((list) => isBlank(other[list]) || other.unread?.includes(list)) ?? [];
  const fromOther = other.unread?.filter((list) => isBlank(design[list])) ?? [];
  const whole = design.unread?.filter((list) => !partly.includes(list)).map((list) => [list, other[list]]) ?? [];
  const unread = [...new Set([...partly, ...fromOther])];
  const filled = { ...design, ...onlyFilled(other), ...onlyFilled(design), ...Object.fromEntries(whole) };
  const details = { ...design.details, ...other.details, ...onlyFilled(design.details ?? {}) };
  return {
    ...filled,
    ...(design.details || other.details ? { details } : {}),
    unread: unread.length > 0 ? unread : undefined,
  };
}

function onlyFilled<Fields extends object>(fields: Fields): Partial<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => !isBlank(value));
  return Object.fromEntries(filled) as Partial<Fields>;
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns `SOURCE.IRN`; undefined when a part is missing or the key is too long. */
export function composedKey(source: string | undefined, registrationNumber: string | undefined): string | undefined {
  if (!source || !registrationNumber) return undefined;
  const key = `${source}.${registrationNumber}`;
  return key.length <= longestKey ? key : undefined;
}

/** Removes the numbers of designs from a product: `1.-6. Inserts for suitcase` → `Inserts for suitcase`. */
export function productName(product: string): string {
  return product.replace(/^\s*\d+\.?(?:\s*(?:[-–,]|to|and)\s*\d+\.?)*[.)]\s+(?=\S)/i, '');
}

/** Removes differences of spelling: `DM/214 567` → `DM214567`, `US D0,901,234 S1` → `D901234`. */
export function rightNumber(number: string): string {
  const letters = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const [, american] = /^(?:US)?D0*(\d{3,7})(?:S\d?)?$/.exec(letters) ?? [];
  return american === undefined ? letters : `D${american}`;
}

/** Registers known to the service (docs/service.md, section 4), with their common names: an office or a country. */
const otherNames = {
  HAGUE: ['WIPO', 'WO', 'DM', 'IB'],
  USID: ['US', 'USA', 'USPTO'],
  CNID: ['CN', 'CNIPA'],
  EMID: ['EU', 'EM', 'EUIPO', 'OHIM', 'RCD', 'REUD'],
  JPID: ['JP', 'JPO'],
  KRID: ['KR', 'KIPO'],
  DEID: ['DE', 'DPMA'],
  FRID: ['FR', 'INPI'],
  INID: ['IN'],
  ITID: ['IT', 'UIBM'],
  ESID: ['ES', 'OEPM'],
  CHID: ['CH', 'IGE', 'IPI'],
};

export const knownSources: readonly string[] = Object.keys(otherNames);

/** `EMID` → `EMID (EU)` */
export const registerNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(otherNames).map(([source, [office]]) => [source, `${source} (${office})`]),
);

/** Returns the service's name for a register: `EUIPO` → `EMID`. An unknown name stays, in capitals. */
export function registerCalled(name: string): string {
  const written = name.toUpperCase();
  return Object.entries(otherNames).find(([, names]) => names.includes(written))?.[0] ?? written;
}

const weekdays = [1, 2, 3, 4, 5];

/** The publication days of offices that do not publish every weekday; 0 is Sunday. */
const bulletinDays: Readonly<Record<string, readonly number[]>> = {
  HAGUE: [5],
  USID: [2],
  CNID: [2, 5],
  DEID: [5],
  FRID: [5],
};

export function bulletinDaysOf(source: string): readonly number[] {
  return bulletinDays[source] ?? weekdays;
}

/** No such host exists. Only emails show own pictures, which they contain. */
const nowhere = 'https://own-pictures.invalid';

/** Returns a unique name for an uploaded picture, because two may have the same file name. */
export function uploadedName(id: number, name: string): string {
  return `uploaded/${id}/${name}`;
}

export function folderName(digest: string, name: string): string {
  return `folder/${digest}/${name}`;
}

/** Returns the id of an uploaded picture or the digest of a folder's picture; undefined for a register's picture. */
export function ownPictureId(name: string): string | undefined {
  return /^(?:uploaded|folder)\/([\w-]+)\//.exec(name)?.[1];
}

/** Returns the address of an own picture in messages; undefined for a register's picture. */
export function ownPictureAddress(watchId: string, name: string): string | undefined {
  const id = ownPictureId(name);
  return id && `${nowhere}/${encodeURIComponent(watchId)}/${id}.jpg`;
}

export function ownCopyPath(watchId: string, name: string): string | undefined {
  const address = ownPictureAddress(watchId, name);
  return address && imagePathOf(address);
}

export function isOwnPicture(url: string): boolean {
  return url.startsWith(`${nowhere}/`);
}

export type FetchedPicture = Readonly<{ contentType: string; bytes: Uint8Array }>;

/** The service has no such picture for us, so an early retry is useless. */
export class NoPicture extends Error {}

/** Must refuse addresses outside the service. @throws NoPicture; another error means that the service is unavailable */
export type FetchPicture = (url: string, signal: AbortSignal) => Promise<FetchedPicture>;

export const largestPictureBytes = 200 * 1024;

/** The first bytes, as Latin-1, of picture types that emails and browsers show and that contain no script. */
const beginnings: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
];
const longestBeginning = 64;

/** Trusts the first bytes more than the declared type. @returns undefined for other types */
export function pictureTypeOf(bytes: Uint8Array, declared: string): string | undefined {
  const start = Buffer.from(bytes.subarray(0, longestBeginning)).toString('latin1');
  const known = beginnings.find(([, beginning]) => beginning.test(start));
  if (known !== undefined) return known[0];
  const isText = /^(?:\xef\xbb\xbf)?\s*(?:[<{[]|$)/.test(start);
  return isText ? undefined : beginnings.find(([type]) => type === declared)?.[0];
}

const titles: Readonly<Record<string, string>> = {
  '01': 'Foodstuffs',
  '02': 'Articles of clothing and haberdashery',
  '03': 'Travel goods, cases, parasols and personal belongings, not elsewhere specified',
  '04': 'Brushware',
  '05': 'Textile piece goods, artificial and natural sheet material',
  '06': 'Furnishing',
  '07': 'Household goods, not elsewhere specified',
  '08': 'Tools and hardware',
  '09': 'Packaging and containers for the transport or handling of goods',
  '10': 'Clocks and watches and other measuring instruments, checking and signalling instruments',
  '11': 'Articles of adornment',
  '12': 'Means of transport or hoisting',
  '13': 'Equipment for production, distribution or transformation of electricity',
  '14': 'Recording, telecommunication or data processing equipment',
  '15': 'Machines, not elsewhere specified',
  '16': 'Photographic, cinematographic and optical apparatus',
  '17': 'Musical instruments',
  '18': 'Printing and office machinery',
  '19': 'Stationery and office equipment, artists’ and teaching materials',
  '20': 'Sales and advertising equipment, signs',
  '21': 'Games, toys, tents and sports goods',
  '22': 'Arms, pyrotechnic articles, articles for hunting, fishing and pest killing',
  '23': 'Fluid distribution equipment, sanitary, heating, ventilation and air-conditioning equipment, solid fuel',
  '24': 'Medical and laboratory equipment',
  '25': 'Building units and construction elements',
  '26': 'Lighting apparatus',
  '27': 'Tobacco and smokers’ supplies',
  '28': 'Pharmaceutical and cosmetic products, toilet articles and apparatus',
  '29': 'Devices and equipment against fire hazards, for accident prevention and for rescue',
  '30': 'Articles for the care and handling of animals',
  '31': 'Machines and appliances for preparing food or drink, not elsewhere specified',
  '32': 'Graphic symbols and logos, surface patterns, ornamentation, arrangement of interiors and exteriors',
};

export function locarnoTitle(code: string): string | undefined {
  const digits = /^\s*(\d{1,2})(?!\d)/.exec(code)?.[1];
  return digits === undefined ? undefined : titles[digits.padStart(2, '0')];
}

/** Returns the register's own name (`09-01 Bottles and flasks`), else the title of the class. */
export function locarnoName({ details }: Pick<Design, 'details'>, code: string): string | undefined {
  return subclassNames(details?.class_and_subclass_of_the_locarno_classification ?? '').get(code) ?? locarnoTitle(code);
}

/** Parses `13-03 Power distribution; 13-02 Power supplies` into names by code. */
function subclassNames(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/[;|]\s*(?=\d{1,2}-\d)/).flatMap((part) => {
    const [, code = '', name = ''] = /^\s*(\d{1,2}-\d{1,2})\s+(\S.*?)\s*$/.exec(part) ?? [];
    return name === '' ? [] : [[code.replace(/\d+/g, (digits) => digits.padStart(2, '0')), name] as const];
  });
  return new Map(pairs);
}

/** The highest subclass of classes 1 to 32 in all editions, besides 00 and 99. A superfluous number finds nothing. */
const highestSubclass = [
  6, 7, 5, 4, 6, 13, 10, 11, 10, 7, 5, 17, 4, 7, 10, 6, 5, 4, 8, 3, 5, 8, 8, 5, 4, 7, 9, 6, 2, 12, 1, 3,
];

/** `09` → `09-00`, `09-01` … `09-10`, `09-99`; none for an unknown class. */
export function subclassesOf(mainClass: string): string[] {
  const highest = highestSubclass[Number(mainClass) - 1];
  if (highest === undefined) return [];
  const numbers = [...Array.from({ length: highest + 1 }, (_, number) => number), 99];
  return numbers.map((number) => `${mainClass}-${String(number).padStart(2, '0')}`);
}

/** Returns codes in everyday form: `09-01, 09-03`, or `09 (all subclasses)` for a whole class. */
export function wholeClasses(codes: readonly string[]): string[] {
  const known = new Set(codes);
  const isWhole = (code: string) => {
    const all = subclassesOf(code.slice(0, 2));
    return all.length > 0 && all.every((one) => known.has(one));
  };
  return [...new Set(codes.map((code) => (isWhole(code) ? `${code.slice(0, 2)} (all subclasses)` : code)))];
}
