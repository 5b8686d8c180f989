// Answers of the search service (docs/service.md, sections 5 to 7), of the size and shape of real ones, made up from numbers.

const firms = ['Harrow Tool', 'Lindqvist Glass', 'Merrow Pumps', 'Oakhurst Labs', 'Pelham Optics', 'Quillan Foods'];
const acts = [
  'MOTION to Dismiss for Failure to State a Claim',
  'NOTICE of Appearance of Counsel',
  'ORDER granting in part the Motion to Compel Discovery',
  'STIPULATION to Extend Time to Answer the Complaint',
  'DECLARATION in Support of the Motion for Summary Judgment',
  'TRANSCRIPT of Proceedings held before the Magistrate Judge',
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '';
}

function entryOf(docket: number, number: number) {
  const month = Math.floor(number / 25) % 12;
  const year = 2018 + Math.floor(number / 300);
  const by = `${pick(firms, docket + number)} Co.`;
  const text = `${pick(acts, number)} by ${by}. Responses due by ${(month % 12) + 1}/${(number % 27) + 1}/${year}. (Attachments: # 1 Exhibit A, # 2 Exhibit B, # 3 Text of Proposed Order)(Counsel, Lead) (Entered: ${(month % 12) + 1}/${(number % 27) + 1}/${year})`;
  return {
    documentNumber: `${number + 1}`,
    dateFiled: `${pick(months, month)} ${(number % 27) + 1}, ${year}`,
    description: text,
    documentHref: `/doc1/0451${String(docket).padStart(4, '0')}${String(number).padStart(5, '0')}`,
    pdfUrl: number % 4 === 0 ? `https://files.example/${docket}/${number}.pdf` : '',
    patentNumbers: [] as string[],
    extraDocument: [] as object[],
  };
}

/** `version` moves what is no news: the order of magnitude of a field that no part of us knows. */
export interface DocketAnswer {
  readonly dockets: number;
  readonly entries: number;
  readonly firstId?: number | undefined;
  /** Entries beyond `entries`, dealt out to the dockets in turn: one more is one more on one docket. */
  readonly newEntries?: number | undefined;
  /** Stands in a field that the contract does not name. */
  readonly version?: number | undefined;
  readonly total?: number | undefined;
}

export function docketAnswer(shape: DocketAnswer): Buffer {
  const { dockets, firstId = 1, total = dockets } = shape;
  const hits = Array.from({ length: dockets }, (_, index) => docketHit(shape, firstId + index, index));
  return Buffer.from(JSON.stringify({ code: 0, message: 'success', data: { total, hits } }));
}

function docketHit(shape: DocketAnswer, id: number, index: number) {
  const { dockets, entries, newEntries = 0 } = shape;
  const count = entries + Math.ceil((newEntries - index) / dockets);
  return {
    docketId: 380_000_000 + id,
    docketNumber: `1:20-cv-${String(id).padStart(5, '0')}`,
    pacerCaseId: `${70_000 + id}`,
    caseName: `${pick(firms, id)} Co. v. ${pick(firms, id + 1)} Inc.`,
    court: 'U.S. District Court for the District of Delaware',
    courtId: 'ded',
    assignedTo: 'Eleanor Whitcombe',
    suitNature: '830 Patent',
    jurisdiction: 'Federal Question',
    status: '',
    dateFiled: '2018-01-02',
    dateTerminated: '',
    parties: [`${pick(firms, id)} Co.`, `${pick(firms, id + 1)} Inc.`],
    patentNumbers: [`${6_000_000 + id}`],
    entryTotal: count,
    indexedAt: `2026-11-20T07:00:00.${String(shape.version ?? 0).padStart(3, '0')}Z`,
    entries: Array.from({ length: count }, (_, number) => entryOf(id, number)),
  };
}

export interface DesignAnswer {
  readonly designs: number;
  readonly firstId?: number | undefined;
  /** Moves the volatile fields of docs/service.md, section 8: when and by whom it was crawled. */
  readonly version?: number | undefined;
  readonly total?: number | undefined;
  /** Each design's status; a change of it is news. */
  readonly status?: string | undefined;
}

export function designAnswer(shape: DesignAnswer): Buffer {
  const { designs, firstId = 1, total = designs } = shape;
  const hits = Array.from({ length: designs }, (_, index) => designHit(shape, firstId + index));
  return Buffer.from(JSON.stringify({ total, litigationNote: '', hits }));
}

function designHit({ version = 0, status = 'ACT' }: DesignAnswer, id: number) {
  const number = `DM/${200_000 + id}`;
  const crawledAt = `2026-11-20T07:00:00.${String(version).padStart(3, '0')}Z`;
  const pictures = ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6'].map((view) => `${200_000 + id}-${view}.jpg`);
  return {
    workerId: `worker-${version}`,
    WORKER_ID: `worker-${version}`,
    IMG: pictures.map((name) => `/images/hague/${200_000 + id}/${name}`),
    IRN: number,
    HOL: [`${pick(firms, id)} Aktiengesellschaft, Lindenstrasse ${(id % 90) + 1}, 10969 Berlin`],
    DETAIL_DATA: {
      structured: {
        indication_of_products: '1.-6. Bottles; stoppers for bottles; packaging containers for beverages',
        data_relating_to_priority_claim_under_the_paris_convention: '12.03.2019; 30 2019 101 222; DE',
        class_and_subclass_of_the_locarno_classification: '09-01 Bottles, flasks, pots, carboys, demijohns',
        filing_date_of_the_application: '2019-08-14',
        date_of_the_national_registration: '2019-09-01',
        application_number: `30 2019 ${100_000 + id}`,
        national_registration_number: `${400_000 + id}-0001`,
        expected_expiration_date_of_the_registrationrenewal: '2029-08-14',
      },
    },
    version: `${version}`,
    DS: ['EM', 'US', 'JP', 'CH', 'TR'],
    RD: '2019-08-14T23:59:59Z',
    STATUS: status,
    PROD: ['Bottles', 'Stoppers for bottles', 'Packaging containers'],
    crawledAt,
    PROCESSED_AT: crawledAt,
    SOURCE: 'HAGUE',
    DOC: `hague/${200_000 + id}.xml`,
    DETAIL_URL: `https://register.example/designs/${200_000 + id}`,
    ID: `HAGUE.${200_000 + id}`,
    LCS: ['09-01'],
    IMG_DATA: pictures.map((filename) => ({
      filename,
      url: `http://127.0.0.1/images/hague/${200_000 + id}/${filename}?v=${version}`,
    })),
    DC: 6,
    ED: '2029-08-14',
  };
}
