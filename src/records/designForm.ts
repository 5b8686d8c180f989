import { type Design, type DesignImage, type DesignList, imagePathOf, type LitigationCase } from './design.ts';
import { identifierForm, identifierListForm, listForm, storable, textForm } from './fieldForm.ts';

type Shown<T> = T | null | undefined;

/** A design hit (docs/service.md, section 6), types checked and dates already read as days. */
export interface ShownDesign {
  ID?: Shown<string | number>;
  SOURCE?: Shown<string>;
  IRN?: Shown<string | number>;
  HOL?: Shown<Shown<string>[]>;
  PROD?: Shown<Shown<string>[]>;
  LCS?: Shown<Shown<string>[]>;
  DS?: Shown<Shown<string>[]>;
  RD?: Shown<string>;
  ED?: Shown<string>;
  STATUS?: Shown<string>;
  DC?: Shown<number>;
  DETAIL_URL?: Shown<string>;
  IMG?: Shown<Shown<string>[]>;
  IMG_DATA?: Shown<{ filename?: Shown<string>; url?: Shown<string> }[]>;
  litigationStatus?: Shown<string>;
  caseTotal?: Shown<number>;
  cases?: Shown<ShownLitigationCase[]>;
}

export interface ShownLitigationCase {
  caseId?: Shown<string | number>;
  docketNumber?: Shown<string>;
  caseName?: Shown<string>;
  court?: Shown<string>;
  status?: Shown<string>;
  dateFiled?: Shown<string>;
  parties?: Shown<Shown<string>[]>;
  patentNumbers?: Shown<Shown<string | number>[]>;
}

/** The key of a design: its `ID`, else `SOURCE.IRN`. undefined when it has neither. */
export function designKey(shown: Pick<ShownDesign, 'ID' | 'SOURCE' | 'IRN'>): string | undefined {
  return identifierForm(shown.ID) || composedKey(identifierForm(shown.SOURCE), identifierForm(shown.IRN));
}

/** `SOURCE.IRN`, by which a design is known where a response leaves out its ID; undefined when it has no IRN. */
export function otherKeyOf(design: Design): string | undefined {
  return composedKey(design.source, design.registrationNumber);
}

function composedKey(source: string | undefined, registrationNumber: string | undefined): string | undefined {
  return source && registrationNumber ? `${source}.${registrationNumber}` : undefined;
}

/** `details` is DETAIL_DATA.structured, its texts; undefined when the response had none. */
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

/** `9-1`, `0901` and `09-01 Bottles` are `09-01`; what is no class stays as it came. */
export function locarnoForm(text: string): string {
  const parts = /^(\d{1,2})[-./](\d{1,2})(?!\d)/.exec(text) ?? /^(\d{2})(\d{2})(?!\d)/.exec(text);
  return parts ? `${parts[1]?.padStart(2, '0')}-${parts[2]?.padStart(2, '0')}` : text;
}

function unreadLists({ HOL, PROD, LCS, DS, IMG_DATA }: ShownDesign): DesignList[] {
  const unread: DesignList[] = [];
  if (HOL?.some(isBlank)) unread.push('holders');
  if (PROD?.some(isBlank)) unread.push('products');
  if (LCS?.some(isBlank)) unread.push('locarno');
  if (DS?.some(isBlank)) unread.push('designated');
  if (IMG_DATA?.some(({ url, filename }) => isBlank(url) && isBlank(filename))) unread.push('images');
  return unread;
}

function isBlank(text: Shown<string>): boolean {
  return text === null || text === undefined || storable(text).trim() === '';
}

function imagesForm(shown: ShownDesign): DesignImage[] | undefined {
  if (shown.IMG_DATA?.length) {
    return shown.IMG_DATA.map((image) => {
      const filename = storable(image.filename ?? '').trim();
      // Without an address, the name is a path like those of IMG.
      const url = storable(image.url ?? '').trim() || filename;
      return { filename: filename || imagePathOf(url).split('/').at(-1) || '', url };
    }).filter((image) => image.url !== '');
  }
  const paths = identifierListForm(shown.IMG) ?? (shown.IMG_DATA === undefined ? undefined : []);
  return paths?.map((path) => ({ filename: path.slice(path.lastIndexOf('/') + 1), url: path }));
}

function litigationForm(shown: ShownDesign): LitigationCase[] | undefined {
  if (shown.litigationStatus !== 'success') return undefined;
  // A case that nothing identifies would be another one on every response.
  if (shown.cases)
    return shown.cases.map(litigationCaseForm).filter(({ caseId, docketNumber }) => caseId || docketNumber);
  return shown.caseTotal === 0 ? [] : undefined;
}

function litigationCaseForm(shown: ShownLitigationCase): LitigationCase {
  return {
    caseId: identifierForm(shown.caseId) ?? '',
    docketNumber: identifierForm(shown.docketNumber) ?? '',
    caseName: textForm(shown.caseName) ?? '',
    court: textForm(shown.court) ?? '',
    status: identifierForm(shown.status) ?? '',
    dateFiled: textForm(shown.dateFiled) ?? '',
    parties: listForm(shown.parties) ?? [],
    patentNumbers: identifierListForm(shown.patentNumbers) ?? [],
  };
}
