import type { BaselineContent, ChangesContent, MessageChange } from '../../../src/alerts/message/content.ts';
import type { Announcement, CheckFacts, WatchFacts } from '../../../src/alerts/message/facts.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import type { Design } from '../../../src/records/design.ts';
import type { ChangeKind } from '../../../src/records/diff/change.ts';
import type { Docket, Entry } from '../../../src/records/docket.ts';

// Invented cases and designs for the tests of alerts.

export const widgetWatch: WatchFacts = {
  id: 'widget-patent',
  name: 'Widget patent, anywhere',
  matter: 'M-2026-014',
  asks: 'dockets, patent number 6834603',
};

export const rivalWatch: WatchFacts = {
  id: 'rival-cases',
  name: 'Rival in court',
  asks: 'dockets, company Rival',
  asksFor: ['Rival'],
};

export const bottlesWatch: WatchFacts = {
  id: 'rival-bottles',
  name: 'Rival’s bottles',
  matter: 'B-77',
  asks: 'designs, source HAGUE, holder Rival, Locarno 09-01',
  asksFor: ['Rival'],
};

export const completeCheck: CheckFacts = { id: 45, endedAt: '2026-11-21T12:02:11.000Z', outcome: 'complete' };

export const widgetCase: Docket = {
  type: 'docket',
  key: '387457476',
  docketNumber: '1:20-cv-00168',
  pacerCaseId: '58813',
  caseName: 'Widget Co. v. Rival',
  court: 'U.S. District Court for the District of Delaware',
  courtId: 'ded',
  assignedTo: 'Maria Stone',
  suitNature: '830 Patent',
  jurisdiction: 'Federal Question',
  status: 'terminated',
  dateFiled: '2020-02-04',
  dateTerminated: '2026-11-20',
  parties: ['Widget Co.', 'Rival Industries, Inc.', 'Rival GmbH'],
  patentNumbers: ['6834603'],
  entryTotal: 212,
};

export const acmeCase: Docket = {
  type: 'docket',
  key: '401122334',
  docketNumber: '2:26-cv-00911',
  pacerCaseId: '90210',
  caseName: 'Acme Bottling LLC v. Rival Industries, Inc.',
  court: 'U.S. District Court for the Eastern District of Texas',
  courtId: 'txed',
  assignedTo: 'Rosa Quill',
  suitNature: '830 Patent',
  status: 'open',
  dateFiled: '2026-11-19',
  parties: ['Acme Bottling LLC', 'Rival Industries, Inc.'],
  patentNumbers: ['6834603', 'D901234'],
  entryTotal: 3,
};

export const bottle: Design = {
  type: 'design',
  key: 'HAGUE.DM214567',
  source: 'HAGUE',
  registrationNumber: 'DM/214 567',
  holders: ['Rival Industries, Inc.'],
  products: ['Bottle with grip', 'Closure for a bottle'],
  locarno: ['09-01', '09-07'],
  designated: ['CH', 'EM', 'GB', 'JP', 'US'],
  registered: '2026-11-13',
  expires: '2031-11-13',
  status: 'ACT',
  designCount: 2,
  detailUrl: 'https://designs.example/en/detail?id=DM214567',
  details: { class_and_subclass_of_the_locarno_classification: '09-01 Bottles and flasks; 09-07 Closures' },
  images: [1, 2, 3].map((n) => ({ filename: `${n}.jpg`, url: `https://search.example/images/DM214567/${n}.jpg` })),
};

export function entry(changes: Partial<Entry> = {}): Entry {
  return {
    documentNumber: '211',
    dateFiled: '2026-11-20',
    description:
      'JUDGMENT in favor of Widget Co. and against Rival Industries, Inc. in the amount of $4,200,000. Signed by Judge Maria Stone on 11/20/2026. (mst)',
    documentHref: '/doc1/04301234567',
    pdfUrl: 'https://search.example/pdf/ded/04301234567.pdf',
    patentNumbers: [],
    extraDocument: [],
    ...changes,
  };
}

/** When the samples of other messages are made, and for which reader. */
export const made = { createdAt: '2026-11-21T12:00:00.000Z', timezone: 'America/New_York' };

/** The announcement of a watch that found nothing, if `more` does not say otherwise. */
export function announced(watch: WatchFacts, more: Partial<Announcement> = {}): Announcement {
  return { watch, check: completeCheck, records: 0, entries: 0, filteredOut: 0, examples: [], ...more };
}

export function baselineContent(
  announcements: readonly Announcement[],
  more: Partial<BaselineContent> = {},
): BaselineContent {
  return { kind: 'baseline', id: 1, channel: 'counsel', ...made, announcements, ...more };
}

/** What a message has if there are pages to link to. */
export const withPage = { pageUrl: 'https://tipstaff.example' };

let lastId = 100;

export function change(kind: ChangeKind, more: Partial<MessageChange> = {}): MessageChange {
  lastId += 1;
  return {
    id: lastId,
    kind,
    detectedAt: '2026-11-21T12:02:11.000Z',
    checkId: 45,
    watches: kind.startsWith('design') ? ['rival-bottles'] : ['widget-patent'],
    record: kind.startsWith('design') ? bottle : widgetCase,
    fields: [],
    // As in the store, which reads an entry once, when the change is found.
    ...(more.entry && { reading: readEntry(more.entry.description, more.entry.dateFiled) }),
    ...more,
  };
}

export function changesContent(changes: readonly MessageChange[], more: Partial<ChangesContent> = {}): ChangesContent {
  const ids = new Set(changes.flatMap((one) => one.watches));
  return {
    kind: 'changes',
    id: 42,
    channel: 'counsel',
    createdAt: '2026-11-21T12:02:12.000Z',
    timezone: 'America/New_York',
    digest: false,
    watches: [widgetWatch, rivalWatch, bottlesWatch].filter((watch) => ids.has(watch.id)),
    checks: [completeCheck],
    changes,
    ...more,
  };
}
