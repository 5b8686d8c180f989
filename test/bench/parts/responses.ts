// Responses of the search service, with the size and shape of real ones, made from numbers.

const acts = [
  'MOTION to Dismiss for Failure to State a Claim',
  'NOTICE of Appearance of Counsel',
  'ORDER granting in part the Motion to Compel Discovery',
  'DECLARATION in Support of the Motion for Summary Judgment',
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Shape {
  /** The name in its companies: the one that was searched for, since the service shows no others. */
  readonly name?: string | undefined;
  readonly firstId?: number | undefined;
  /** Changes only what is no news: when the record was indexed or crawled. */
  readonly version?: number | undefined;
}

/** @returns a page with this many dockets and entries in each; `newEntries` more are distributed among them in turn */
export function docketPage(
  dockets: number,
  entries: number,
  { name = 'Company', firstId = 1, version = 0, newEntries = 0 }: Shape & { readonly newEntries?: number } = {},
): Buffer {
  const hits = Array.from({ length: dockets }, (_, index) => {
    return docketHit(name, firstId + index, entries + Math.ceil((newEntries - index) / dockets), version);
  });
  return Buffer.from(JSON.stringify({ code: 0, message: 'success', data: { total: dockets, hits } }));
}

function docketHit(name: string, id: number, entries: number, version: number) {
  return {
    docketId: 380_000_000 + id,
    docketNumber: `1:20-cv-${String(id).padStart(5, '0')}`,
    pacerCaseId: `${70_000 + id}`,
    caseName: `${name} ${id} Co. v. Rival ${id} Inc.`,
    court: 'U.S. District Court for the District of Delaware',
    courtId: 'ded',
    assignedTo: 'Eleanor Whitcombe',
    suitNature: '830 Patent',
    status: '',
    dateFiled: '2018-01-02',
    dateTerminated: '',
    parties: [`${name} ${id} Co.`, `Rival ${id} Inc.`],
    patentNumbers: [`${6_000_000 + id}`],
    entryTotal: entries,
    indexedAt: `2026-11-20T07:00:00.${String(version).padStart(3, '0')}Z`,
    entries: Array.from({ length: entries }, (_, number) => entryOf(id, number)),
  };
}

function entryOf(docket: number, number: number) {
  const [month, day, year] = [Math.floor(number / 25) % 12, (number % 27) + 1, 2018 + Math.floor(number / 300)];
  return {
    documentNumber: `${number + 1}`,
    dateFiled: `${months[month]} ${day}, ${year}`,
    description: `${acts[number % acts.length]} by Company ${docket} Co. Responses due by ${month + 1}/${day}/${year}. (Attachments: # 1 Exhibit A, # 2 Exhibit B, # 3 Text of Proposed Order)(Counsel, Lead) (Entered: ${month + 1}/${day}/${year})`,
    documentHref: `/doc1/0451${String(docket).padStart(4, '0')}${String(number).padStart(5, '0')}`,
    pdfUrl: number % 4 === 0 ? `https://files.example/${docket}/${number}.pdf` : '',
    patentNumbers: [],
    extraDocument: [],
  };
}

/** @returns a page with this many designs, of `total`. A changed `status` is news. */
export function designPage(
  designs: number,
  options: Shape & { readonly total?: number; readonly status?: string } = {},
): Buffer {
  const { name = 'Company', firstId = 1, version = 0, total = designs, status = 'ACT' } = options;
  const hits = Array.from({ length: designs }, (_, index) => designHit(name, firstId + index, version, status));
  return Buffer.from(JSON.stringify({ total, litigationNote: '', hits }));
}

function designHit(name: string, id: number, version: number, status: string) {
  const crawledAt = `2026-11-20T07:00:00.${String(version).padStart(3, '0')}Z`;
  const pictures = [1, 2, 3, 4, 5, 6].map((view) => `${200_000 + id}-${view}.jpg`);
  return {
    SOURCE: 'HAGUE',
    ID: `HAGUE.${200_000 + id}`,
    IRN: `DM/${200_000 + id}`,
    HOL: [`${name} ${id} Aktiengesellschaft, Lindenstrasse ${(id % 90) + 1}, 10969 Berlin`],
    PROD: ['Bottles', 'Stoppers for bottles', 'Packaging containers'],
    LCS: ['09-01'],
    DS: ['EM', 'US', 'JP', 'CH', 'TR'],
    RD: '2019-08-14T23:59:59Z',
    ED: '2029-08-14',
    STATUS: status,
    DC: 6,
    DETAIL_URL: `https://register.example/designs/${200_000 + id}`,
    DETAIL_DATA: {
      structured: {
        indication_of_products: '1.-6. Bottles; stoppers for bottles; packaging containers for beverages',
        class_and_subclass_of_the_locarno_classification: '09-01 Bottles, flasks, pots, carboys, demijohns',
        application_number: `30 2019 ${100_000 + id}`,
      },
    },
    IMG: pictures.map((name) => `/images/hague/${200_000 + id}/${name}`),
    IMG_DATA: pictures.map((filename) => ({ filename, url: `http://127.0.0.1/${id}/${filename}?v=${version}` })),
    crawledAt,
    PROCESSED_AT: crawledAt,
    version: `${version}`,
  };
}
