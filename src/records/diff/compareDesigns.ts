import { type Design, type DesignImage, type DesignList, fillBlanks, imagePathOf, isBlank } from '../design.ts';
import { dayOf } from '../fieldForm.ts';
import type { ChangeDraft, FieldChange } from './change.ts';
import { foldText } from './comparableEntry.ts';
import { compareLitigation, mergeLitigation } from './litigation.ts';
import { fullerName, isSameCompany } from './searchMatch.ts';

type DesignContext = Readonly<{ firstSeenOn: string }>;

/** Later than any day, so that no case counts as filed since. */
const never: DesignContext = { firstSeenOn: '9999-12-31' };

/** Fields that are blank, absent or new are no change, because sources differ. Lists are compared as sets. */
export function compareDesigns(before: Design, shown: Design, context: DesignContext = never) {
  const after = keepFuller(before, fillUnreadLists(before, shown));
  const status = compareText('status', before.status, after.status);
  const { renewed, updated } = compareExpiry(before, after);
  const litigation = compareLitigation(before.litigation, after.litigation, context.firstSeenOn);
  const images = compareImages(before.images, after.images);
  const all = [
    ...compareList('holders', before.holders, after.holders, isSameCompany),
    ...compareList('products', before.products, after.products),
    ...compareList('locarno', before.locarno, after.locarno),
    ...compareList('designated', before.designated, after.designated),
    ...compareDay('registered', before.registered, after.registered),
    ...updated,
    ...compareList('images', images.paths?.before, images.paths?.after, (one, other) => one === other),
    ...compareCount(before, after),
    ...compareDetails(before, after),
  ];
  const fields = all.filter(({ field }) => !before.unread?.some((list) => list === field));
  const changes: ChangeDraft[] = [];
  if (status.length > 0) changes.push({ kind: 'design.status', fields: status, rule: 'status' });
  if (fields.length > 0) changes.push({ kind: 'design.updated', fields, rule: 'fields' });
  if (renewed.length > 0) changes.push({ kind: 'design.renewed', fields: renewed, rule: 'expiry moved later' });
  if (litigation.length > 0) changes.push({ kind: 'design.litigation', fields: litigation, rule: 'cases' });
  return { record: mergeDesigns(before, { ...after, images: images.keep }), changes };
}

function compareText(field: string, before: string | undefined, after: string | undefined): FieldChange[] {
  if (!before || !after || foldText(before) === foldText(after)) return [];
  return [{ field, before, after }];
}

/** A day in another form is the same day. A known year or month that becomes a day is no change either. */
function compareDay(field: string, before: string | undefined, after: string | undefined): FieldChange[] {
  const [old, now] = [dayForm(before), dayForm(after)];
  return now.startsWith(old) ? [] : compareText(field, before, after);
}

function dayForm(date: string | undefined): string {
  return date === undefined ? '' : (dayOf(date) ?? date.trim());
}

function compareExpiry(before: Design, after: Design): Record<'renewed' | 'updated', FieldChange[]> {
  const moved = compareDay('expires', before.expires, after.expires);
  const isLater = (after.expires ?? '') > (before.expires ?? '');
  return isLater ? { renewed: moved, updated: [] } : { renewed: [], updated: moved };
}

const isSameWord = (one: string, other: string): boolean => foldText(one) === foldText(other);

type List = readonly string[] | undefined;

function compareList(field: string, before: List, after: List, isSame = isSameWord): FieldChange[] {
  if (!before?.length || !after?.length || haveSame(before, after, isSame)) return [];
  // Remaining items keep their spelling, so that a reader sees only what was added and removed.
  const known = (shown: string) => before.find((each) => isSame(each, shown)) ?? shown;
  return [{ field, before, after: after.map(known) }];
}

function haveSame(before: readonly string[], after: readonly string[], isSame: typeof isSameWord): boolean {
  const has = (list: readonly string[], wanted: string) => list.some((each) => isSame(each, wanted));
  const [old, now] = [new Set(before), new Set(after)];
  if (now.size === old.size && after.every((each) => old.has(each))) return true;
  return before.every((each) => has(after, each)) && after.every((each) => has(before, each));
}

function compareCount(before: Design, after: Design): FieldChange[] {
  const [old, now] = [before.designCount, after.designCount];
  if (old === undefined || now === undefined || old === now) return [];
  return [{ field: 'designCount', before: old, after: now }];
}

const filingDate = 'filing_date_of_the_application';
const reportedDetails = {
  data_relating_to_priority_claim_under_the_paris_convention: { field: 'priority', compare: compareText },
  [filingDate]: { field: 'filed', compare: compareDay },
  application_number: { field: 'applicationNumber', compare: compareText },
} as const;

function compareDetails(before: Design, after: Design): FieldChange[] {
  return Object.entries(reportedDetails).flatMap(([key, { field, compare }]) =>
    compare(field, before.details?.[key], after.details?.[key]),
  );
}

/** Keeps the fuller spelling. Otherwise `Rival GmbH`, `Rival` and `Rival AG` would each match the one before. */
function keepFuller(before: Design, shown: Design): Design {
  const holders = shown.holders?.map((holder) => {
    const known = before.holders?.find((each) => isSameCompany(each, holder));
    return known === undefined ? holder : fullerName(known, holder);
  });
  const filed = fullerDay(before.details?.[filingDate], shown.details?.[filingDate]);
  return {
    ...shown,
    holders,
    registered: fullerDay(before.registered, shown.registered),
    expires: fullerDay(before.expires, shown.expires),
    details: shown.details && { ...shown.details, ...(filed === undefined ? {} : { [filingDate]: filed }) },
  };
}

/** Returns the form of a date that names more of the day, else the form shown now. */
function fullerDay(known: string | undefined, shown: string | undefined): string | undefined {
  const [old, now] = [dayForm(known), dayForm(shown)];
  return old !== now && old.startsWith(now) ? known : shown;
}

function mergeDesigns(before: Design, after: Design): Design {
  const isSearched = before.litigation !== undefined || after.litigation !== undefined;
  const litigation = isSearched ? mergeLitigation(before.litigation, after.litigation) : undefined;
  return { ...fillBlanks(after, before), key: before.key, litigation };
}

/** A null or blank element may be any known one. A list stays unread until a response shows it whole. */
function fillUnreadLists(before: Design, after: Design): Design {
  const unread = before.unread?.filter((list) => after.unread?.includes(list) || isBlank(after[list]));
  const filled = Object.fromEntries((after.unread ?? []).map((list) => [list, knownAndShown(before, after, list)]));
  return { ...after, ...filled, unread: unread?.length ? unread : undefined };
}

function knownAndShown(before: Design, after: Design, list: DesignList): Design[DesignList] {
  if (list === 'images') return allImages(before.images, after.images);
  const known = before[list] ?? [];
  const folded = new Set(known.map(foldText));
  return [...known, ...(after[list] ?? []).filter((each) => !folded.has(foldText(each)))];
}

type Images = readonly DesignImage[] | undefined;

/** A source may show paths of pictures on its own disk, or only names, which are the ends of addresses. */
function compareImages(before: Images, after: Images) {
  if (!before?.length || !after?.length) return { keep: after?.length ? after : before };
  const old = before.map(pathOf);
  const all = [...before, ...after];
  if (all.every(isAddress)) return { keep: after, paths: { before: old, after: after.map(pathOf) } };
  const known = after.map((image) => before.find((one) => isSameImage(one, image)));
  if (all.some(isAddress) && known.every((one) => one === undefined))
    return { keep: after.every(isAddress) ? after : before };
  return {
    keep: after.map((image, index) => (isAddress(image) ? image : (known[index] ?? image))),
    paths: { before: old, after: after.map((image, index) => pathOf(known[index] ?? image)) },
  };
}

/** Returns each picture once, in its place, with the address shown now. */
function allImages(known: Images = [], shown: Images = []): readonly DesignImage[] {
  return [
    ...known.map((image) => shown.find((one) => isAddress(one) && isSameImage(one, image)) ?? image),
    ...shown.filter((image) => !known.some((one) => isSameImage(one, image))),
  ];
}

function isSameImage(one: DesignImage, other: DesignImage): boolean {
  const [path, otherPath] = [pathOf(one), pathOf(other)];
  return path === otherPath || (!(isAddress(one) && isAddress(other)) && isEndOf(path, otherPath));
}

function isEndOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.endsWith(short.startsWith('/') ? short : `/${short}`);
}

function pathOf(image: DesignImage): string {
  return imagePathOf(image.url);
}

function isAddress(image: DesignImage): boolean {
  return /^https?:\/\//i.test(image.url);
}

export interface MovedPicture {
  readonly path: string; // Identifies the picture (see `imagePathOf`).
  readonly url: string | undefined;
}

export type MovedPictures = Readonly<{ gone: readonly MovedPicture[]; come: readonly MovedPicture[] }>;

export function movedPictures(fields: readonly FieldChange[], design: Design): MovedPictures | undefined {
  const field = fields.find((one) => one.field === 'images');
  if (field === undefined) return undefined;
  const [before, after] = [pathsOf(field.before), pathsOf(field.after)];
  const known = new Map(design.images?.map((image) => [imagePathOf(image.url), image.url]));
  const [shown] = design.images ?? [];
  const withAddress = (path: string) => ({ path, url: known.get(path) ?? addressOf(path, shown?.url) });
  return {
    gone: before.filter((path) => !after.includes(path)).map(withAddress),
    come: after.filter((path) => !before.includes(path)).map(withAddress),
  };
}

/** Assumes that a picture that the record no longer shows is beside those that the record shows. */
function addressOf(path: string, shownUrl: string | undefined): string | undefined {
  if (URL.canParse(path)) return path;
  return URL.canParse(path, shownUrl) ? new URL(path, shownUrl).href : undefined;
}

function pathsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string').map(imagePathOf);
}
