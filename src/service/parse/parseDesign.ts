import { z } from 'zod';
import { isMap } from '../../base/json.ts';
import {
  composedKey,
  type Design,
  type DesignImage,
  type DesignList,
  imagePathOf,
  type LitigationCase,
} from '../../records/design.ts';
import {
  identifierForm,
  identifierListForm,
  listForm,
  longestKey,
  storable,
  textForm,
} from '../../records/fieldForm.ts';
import {
  date,
  identifier,
  identifiers,
  kindOf,
  readFields,
  text,
  texts,
  type UnreadableList,
  whole,
} from './readFields.ts';

/** Fields whose changes are no news. */
const volatileFields: ReadonlySet<string> = new Set(['crawledAt', 'PROCESSED_AT', 'workerId', 'WORKER_ID', 'version']);

/** Never throws. What cannot be read is listed as unreadable and counts as absent. @param path such as `hits[3]` */
export function parseDesignHit(hit: unknown, path: string, unreadable: UnreadableList): Design | undefined {
  if (!isMap(hit)) {
    unreadable.add(path, `expected object, found ${kindOf(hit)}`);
    return undefined;
  }
  const { fields, unread } = readFields(designHit, hit, path, unreadable);
  // Paths that replace addresses in one response would look like news.
  const shown = unread.includes('IMG_DATA') ? { ...fields, IMG: undefined } : fields;
  const key = designKey(shown);
  if (key === undefined)
    unreadable.add(
      path,
      `expected ID, or SOURCE and IRN, of ${longestKey} characters at most, found nothing that identifies the design`,
    );
  return key === undefined ? undefined : designForm(key, shown, detailsOf(shown.DETAIL_DATA?.structured));
}

function detailsOf(shown: Readonly<Record<string, unknown>> | null | undefined): Design['details'] {
  if (!shown) return undefined;
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(shown)) {
    if (volatileFields.has(name)) continue;
    if (typeof value === 'string') details[storable(name)] = textForm(value) ?? '';
    else if (value === null) details[storable(name)] = '';
  }
  return details;
}

/** Returns `ID`, else `SOURCE.IRN`; undefined without either, or when the key is too long. */
function designKey(shown: Pick<ShownDesign, 'ID' | 'SOURCE' | 'IRN'>): string | undefined {
  const id = identifierForm(shown.ID);
  if (!id) return composedKey(identifierForm(shown.SOURCE), identifierForm(shown.IRN));
  return id.length <= longestKey ? id : undefined;
}

/** The documented keys of DETAIL_DATA.structured. Of other keys, only texts count. */
const structured = z.looseObject({
  indication_of_products: text,
  data_relating_to_priority_claim_under_the_paris_convention: text,
  class_and_subclass_of_the_locarno_classification: text,
  filing_date_of_the_application: text,
  date_of_the_national_registration: text,
  application_number: text,
  national_registration_number: text,
  expected_expiration_date_of_the_registrationrenewal: text,
});

const idOf = (shown: Parameters<typeof identifierForm>[0]) => identifierForm(shown) ?? '';
const textOf = (shown: Parameters<typeof textForm>[0]) => textForm(shown) ?? '';

const litigationCase = z.object({
  caseId: identifier.transform(idOf),
  docketNumber: text.transform(idOf),
  caseName: text.transform(textOf),
  court: text.transform(textOf),
  status: text.transform(idOf),
  dateFiled: date.transform(textOf),
  parties: texts.transform((shown) => listForm(shown) ?? []),
  patentNumbers: identifiers.transform((shown) => identifierListForm(shown) ?? []),
});

const designHit = z.object({
  ID: identifier,
  SOURCE: text,
  IRN: identifier,
  HOL: texts,
  PROD: texts,
  LCS: texts,
  DS: texts,
  RD: date,
  ED: date,
  STATUS: text,
  DC: whole,
  DETAIL_URL: text,
  DETAIL_DATA: z.object({ structured: structured.nullish() }).nullish(),
  IMG: texts,
  IMG_DATA: z.array(z.object({ filename: text, url: text })).nullish(),
  litigationStatus: text,
  caseTotal: whole,
  cases: z.array(litigationCase).nullish(),
});

type ShownDesign = Partial<z.output<typeof designHit>>;

/** @param details the texts of DETAIL_DATA.structured; undefined when the response had none */
export function designForm(key: string, shown: ShownDesign, details: Design['details']): Design {
  const unread = unreadLists(shown);
  return {
    type: 'design',
    key,
    source: identifierForm(shown.SOURCE) ?? '',
    id: identifierForm(shown.ID),
    registrationNumber: identifierForm(shown.IRN),
    holders: listForm(shown.HOL),
    products: listForm(shown.PROD),
    locarno: identifierListForm(shown.LCS)?.map(locarnoForm),
    designated: identifierListForm(shown.DS)?.map((state) => state.toUpperCase()),
    registered: textForm(shown.RD),
    expires: textForm(shown.ED),
    status: identifierForm(shown.STATUS),
    designCount: shown.DC ?? undefined,
    detailUrl: identifierForm(shown.DETAIL_URL),
    images: imagesForm(shown),
    ...(unread.length > 0 ? { unread } : {}),
    details,
    litigation: litigationForm(shown),
  };
}

/** Turns `9-1`, `9 – 1`, `0901` and `09-01 Bottles` into `09-01`. A text that is no class stays unchanged. */
export function locarnoForm(text: string): string {
  const parts = /^(\d{1,2})\s*[-\u2010-\u2014./]\s*(\d{1,2})(?!\d)/.exec(text) ?? /^(\d{2})(\d{2})(?!\d)/.exec(text);
  return parts ? `${parts[1]?.padStart(2, '0')}-${parts[2]?.padStart(2, '0')}` : text;
}

function unreadLists({ HOL, PROD, LCS, DS, IMG_DATA }: ShownDesign): DesignList[] {
  const unread: DesignList[] = [];
  if (HOL?.some(isBlankText)) unread.push('holders');
  if (PROD?.some(isBlankText)) unread.push('products');
  if (LCS?.some(isBlankText)) unread.push('locarno');
  if (DS?.some(isBlankText)) unread.push('designated');
  if (IMG_DATA?.some(({ url, filename }) => isBlankText(url) && isBlankText(filename))) unread.push('images');
  return unread;
}

function isBlankText(text: string | null | undefined): boolean {
  return text === null || text === undefined || storable(text).trim() === '';
}

function imagesForm(shown: ShownDesign): DesignImage[] | undefined {
  if (shown.IMG_DATA?.length) {
    return shown.IMG_DATA.map((image) => {
      const filename = storable(image.filename ?? '').trim();
      // Without an address, the file name is a path like those of IMG.
      const url = storable(image.url ?? '').trim() || filename;
      return { filename: filename || imagePathOf(url).split('/').at(-1) || '', url };
    }).filter((image) => image.url !== '');
  }
  const paths = identifierListForm(shown.IMG) ?? (shown.IMG_DATA === undefined ? undefined : []);
  return paths?.map((path) => ({ filename: path.slice(path.lastIndexOf('/') + 1), url: path }));
}

function litigationForm(shown: ShownDesign): LitigationCase[] | undefined {
  if (shown.litigationStatus !== 'success') return undefined;
  // A case without any identifier would look like another case in every response.
  if (shown.cases) return shown.cases.filter(({ caseId, docketNumber }) => caseId || docketNumber);
  return shown.caseTotal === 0 ? [] : undefined;
}
