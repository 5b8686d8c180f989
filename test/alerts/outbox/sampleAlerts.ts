import type { AlertContent, Alike, NoticeContent } from '../../../src/alerts/message/content.ts';
import type { Notice } from '../../../src/alerts/message/facts.ts';
import {
  acmeCase,
  announced,
  baselineContent,
  bottle,
  bottlesWatch,
  change,
  changesContent,
  completeCheck,
  entry,
  made,
  rivalWatch,
  widgetCase,
  widgetWatch,
  withPage,
} from './samples.ts';

const both = ['widget-patent', 'rival-cases'];

const before =
  'MEMORANDUM ORDER granting in part 180 Motion to Compel. Rival shall produce the documents named in Exhibit B no later than 11/30/2026. Signed by Judge Maria Stone on 11/18/2026. (mst)';
const after =
  'MEMORANDUM ORDER granting 180 Motion to Compel. Rival shall produce the documents named in Exhibits B and C no later than 12/11/2026. Signed by Judge Maria Stone on 11/18/2026. (Modified on 11/20/2026) (mst)';

const amendedComplaint = entry({
  documentNumber: '32',
  dateFiled: '2026-11-12',
  description:
    'AMENDED COMPLAINT against Selby Corp., adding a party - filed by Norvane LLC. (Attachments: # 1 Exhibit A)',
});

const longText = `OPINION regarding claim construction. ${'The Court construes the term "resilient closure" as a closure that returns to its form when released. '.repeat(40)}`;

const anotherBottle = {
  ...bottle,
  key: 'EMID.015012345-0003',
  source: 'EMID',
  registrationNumber: '015012345-0003',
  holders: ['Rival GmbH'],
  products: ['Flasks'],
  locarno: ['09-01'],
  designated: ['EM'],
  designCount: 1,
  detailUrl: 'https://designs.example/en/detail?id=015012345-0003',
  images: [{ filename: 'a.jpg', url: 'https://search.example/images/015012345/a.jpg' }],
};

const designs = { channel: 'brand', timezone: 'Europe/Paris', watches: [bottlesWatch], digest: true };

const ofBottles = ['rival-bottles'];

/** A new design that is compared with an own one. */
const alikeOurs: Alike = {
  likeness: 0.83,
  own: 'DM/200 002',
  picture: 'https://search.example/images/DM214567/1.jpg',
  ownPicture: 'https://search.example/images/DM200002/1.jpg',
  rank: 0.83,
  watch: 'rival-bottles',
};

/** What two watches cover. */
const ofTwo = { watches: 2, cases: 20, designs: 0, unwatched: [] };
/** Notices that one channel gets. Each began when the alert was made, if it does not say otherwise. */
function noticeTo(channel: string, id: number, ...notices: readonly Partial<Notice>[]): NoticeContent {
  const began = { incident: '', subject: '', phase: 'began', at: made.createdAt, detail: '' } as const;
  return { kind: 'notice', id, channel, ...made, notices: notices.map((notice) => ({ ...began, ...notice })) };
}

/** One alert for each kind of event, by the name of its golden files. */
export const sampleAlerts: Readonly<Record<string, AlertContent>> = {
  'docket-terminated': changesContent([
    change('docket.status', {
      fields: [
        { field: 'status', before: 'open', after: 'terminated' },
        { field: 'dateTerminated', before: null, after: '2026-11-20' },
      ],
    }),
    change('entry.new', { entry: entry() }),
    change('entry.new', {
      entry: entry({
        documentNumber: '212',
        description: 'NOTICE of Appearance by Ada Moss on behalf of Rival GmbH (Moss, Ada)',
        pdfUrl: '',
        documentHref: '/doc1/04301234999',
      }),
    }),
  ]),
  'docket-new': changesContent([
    change('docket.new', {
      record: acmeCase,
      watches: both,
      fields: [{ field: 'entries', before: null, after: 3 }],
      entries: [
        entry({
          documentNumber: '1',
          dateFiled: '2026-11-19',
          description:
            'COMPLAINT against Rival Industries, Inc., filed by Acme Bottling LLC. (Attachments: # 1 Exhibit A)',
        }),
        entry({
          documentNumber: '3',
          dateFiled: '2026-11-20',
          description: 'NOTICE of Attorney Appearance by Ada Moss on behalf of Acme Bottling LLC',
          pdfUrl: '',
        }),
        entry({
          documentNumber: '2',
          dateFiled: '2026-11-19',
          description:
            'MOTION for Preliminary Injunction by Acme Bottling LLC. Responses due by 12/4/2026. Motion Hearing set for 12/11/2026 09:00 AM before Judge Rosa Quill.',
        }),
      ],
    }),
  ]),
  'docket-newly-visible': changesContent([
    change('docket.new', {
      record: { ...acmeCase, dateFiled: '2019-03-04', docketNumber: '2:19-cv-00077' },
      note: 'newly visible, filed 2019',
    }),
  ]),
  'docket-joined': changesContent([
    change('docket.new', {
      record: {
        ...acmeCase,
        caseName: 'Norvane LLC v. Selby Corp.',
        dateFiled: '2025-06-02',
        docketNumber: '2:25-cv-75776',
        parties: ['Norvane LLC', 'Selby Corp.', 'Rival Industries, Inc.'],
        entryTotal: 32,
      },
      watches: ['rival-cases'],
      note: 'newly visible, filed 2025',
      joined: { party: 'Rival Industries, Inc.', by: amendedComplaint },
      entries: [amendedComplaint, entry()],
      moreEntries: 30,
    }),
  ]),
  'docket-party': changesContent([
    change('docket.status', {
      record: { ...widgetCase, caseName: 'Pellstead Kitchen v. Wexstead Lighting' },
      watches: both,
      fields: [{ field: 'status', before: 'open', after: 'terminated' }],
    }),
  ]),
  'docket-reopened': changesContent([
    change('docket.status', {
      record: { ...widgetCase, status: 'open', dateTerminated: '' },
      fields: [
        { field: 'status', before: 'terminated', after: 'open' },
        { field: 'dateTerminated', before: '2026-11-20', after: null },
      ],
    }),
  ]),
  'docket-updated': changesContent([
    change('docket.updated', {
      fields: [
        { field: 'assignedTo', before: 'Maria Stone', after: 'Unassigned Judge' },
        {
          field: 'parties',
          before: ['Widget Co.', 'Rival Industries, Inc.'],
          after: ['Widget Co.', 'Rival Industries, Inc.', 'Rival GmbH'],
        },
      ],
    }),
  ]),
  'docket-patents': changesContent([
    change('docket.updated', {
      fields: [{ field: 'patentNumbers', before: ['6834603'], after: ['6834603', 'DM/950012'] }],
    }),
  ]),
  'entry-late': changesContent([
    change('entry.new', {
      entry: entry({
        documentNumber: '',
        dateFiled: '2026-10-30',
        pdfUrl: '',
        documentHref: null,
        description:
          'ORAL ORDER: the parties shall meet and confer. Ordered by Judge Maria Stone. (mst) (Entered: 11/04/2026)',
      }),
    }),
  ]),
  'entry-attached': changesContent([
    change('entry.updated', {
      entry: entry({
        documentNumber: '130',
        dateFiled: '2026-11-06',
        pdfUrl: '',
        extraDocument: [
          { documentNumber: 1, documentHref: '/doc1/043012345', pdfUrl: '', patentNumbers: [] },
          { documentNumber: 2, documentHref: '/doc1/043012346', pdfUrl: '', patentNumbers: [] },
        ],
        description: 'DECLARATION of Ada Moss in support of 128 Motion',
      }),
      fields: [{ field: 'attachments', before: ['attachment 1'], after: ['attachment 1', 'attachment 2'] }],
    }),
  ]),
  'entry-edited': changesContent([
    change('entry.updated', {
      entry: entry({ documentNumber: '205', dateFiled: '2026-11-18', description: after }),
      fields: [
        { field: 'description', before, after },
        { field: 'pdfUrl', before: null, after: 'https://search.example/pdf/ded/04301234567.pdf' },
        { field: 'attachments', before: ['attachment 1'], after: ['attachment 1', 'attachment 2 (PDF)'] },
      ],
    }),
  ]),
  'entry-long': changesContent([change('entry.new', { entry: entry({ description: longText }) })]),
  'entry-unseen': changesContent([
    change('entry.unseen', { fields: [{ field: 'entries', before: null, after: 7 }] }),
    change('entry.backfill', {
      fields: [{ field: 'entries', before: null, after: 31 }],
      note: '31 entries filed between 2020 and 2024 turned up together',
    }),
  ]),
  'entry-backfill-few': changesContent([
    change('entry.backfill', {
      entries: [
        entry({
          documentNumber: '17',
          dateFiled: '2021-03-04',
          description: 'ORDER granting 12 Motion to Seal. (mst)',
        }),
        entry({ documentNumber: '', dateFiled: '2021-03-02', description: 'NOTICE <script> of hearing' }),
      ],
      fields: [{ field: 'entries', before: null, after: 2 }],
      note: '2 older entries turned up, dated 2021-03-02 to 2021-03-04',
    }),
  ]),
  'docket-gone': changesContent([change('docket.gone')]),
  'docket-back': changesContent([change('docket.back')]),
  'several-dockets': changesContent(
    [
      change('docket.new', { record: acmeCase, watches: both }),
      change('entry.new', { entry: entry(), watches: ['widget-patent'] }),
      change('entry.updated', {
        entry: entry({ documentNumber: '205', dateFiled: '2026-11-18', description: after }),
        fields: [{ field: 'description', before, after }],
      }),
      change('docket.updated', {
        record: {
          ...acmeCase,
          key: '5',
          docketNumber: '6:25-cv-00123',
          courtId: 'txwd',
          caseName: 'Borel SA v. Rival GmbH',
        },
        watches: ['rival-cases'],
        fields: [{ field: 'caseName', before: 'Borel SA v. Doe', after: 'Borel SA v. Rival GmbH' }],
      }),
    ],
    {
      ...withPage,
      checks: [
        completeCheck,
        { ...completeCheck, id: 46, outcome: 'partial', reason: '2 hits could not be read', watches: ['rival-cases'] },
      ],
    },
  ),
  muted: changesContent(
    [
      change('entry.new', { entry: entry({ description: 'MOTION to Seal by Widget Co.' }) }),
      ...['1', '2', '3'].map((documentNumber) =>
        change('entry.new', { entry: entry({ documentNumber, description: 'Fee receipt for pro hac vice' }) }),
      ),
    ],
    { watches: [{ ...widgetWatch, mute: ['fee receipt'], important: ['motion to seal'] }] },
  ),
  confidential: changesContent([change('entry.new', { entry: entry() }), change('entry.new', { entry: entry() })], {
    watches: [{ ...widgetWatch, confidential: true }],
    ...withPage,
  }),
  'design-new': changesContent([change('design.new'), change('design.new', { record: anotherBottle })], designs),
  'design-changed-hands': changesContent(
    [
      change('design.new', {
        record: {
          ...bottle,
          registrationNumber: 'DM/950512',
          holders: ['Rivalry Sports', 'Rival Brands B.V.'],
          products: ['1. Spray bottle'],
          registered: '2026-09-18',
        },
        fields: [{ field: 'holders', before: ['Rivalry Sports'], after: ['Rivalry Sports', 'Rival Brands B.V.'] }],
        note: 'from another holder, registered 2026',
      }),
    ],
    designs,
  ),
  'design-changed': changesContent(
    [
      change('design.status', {
        record: { ...bottle, status: 'EXP' },
        fields: [{ field: 'status', before: 'ACT', after: 'EXP' }],
      }),
      change('design.updated', {
        fields: [
          { field: 'holders', before: ['Rival Industries, Inc.'], after: ['Rival Holdings Ltd'] },
          { field: 'images', before: ['/images/DM214567/old.jpg'], after: ['/images/DM214567/1.jpg'] },
        ],
      }),
      change('design.renewed', {
        record: { ...anotherBottle, expires: '2036-11-13' },
        fields: [{ field: 'expires', before: '2031-11-13', after: '2036-11-13' }],
      }),
      change('design.updated', {
        record: {
          ...anotherBottle,
          key: 'z',
          registrationNumber: '015012345-0004',
          holders: ['RIVAL, Inc.', 'Rival Brands B.V.'],
        },
        fields: [{ field: 'holders', before: ['RIVAL, Inc.'], after: ['RIVAL, Inc.', 'Rival Brands B.V.'] }],
      }),
      change('design.litigation', {
        record: anotherBottle,
        storedCases: [{ ...widgetCase, docketNumber: '1:26-cv-00504', dateTerminated: '2026-11-10' }],
        fields: [
          {
            field: 'litigation',
            before: ['1:26-cv-00504 Widget Co. v. Rival (U.S. District Court for the Western District of Texas, open)'],
            after: [
              '1:26-cv-00504 Widget Co. v. Rival (U.S. District Court for the Western District of Texas, terminated)',
              '2:26-cv-00911 Acme Bottling LLC v. Rival Industries, Inc. (E.D. Tex., open)',
            ],
          },
        ],
      }),
      change('design.gone', { record: { ...bottle, key: 'x', registrationNumber: 'DM/200 001', products: ['Jar'] } }),
      change('design.back', { record: { ...bottle, key: 'y', registrationNumber: 'DM/200 002', products: ['Lid'] } }),
    ],
    designs,
  ),
  'looks-like-ours': changesContent(
    [
      change('design.new', { watches: ofBottles, alike: alikeOurs }),
      change('design.new', {
        watches: ofBottles,
        record: { ...bottle, key: 'hidden', registrationNumber: 'DM/214 900', products: [], images: [] },
        alike: null,
        notCompared: 'No picture yet: the register has published none.',
      }),
      change('design.alike', {
        watches: ofBottles,
        record: { ...bottle, key: 'late', registrationNumber: 'DM/214 300', products: ['Carafe'] },
        fields: [
          { field: 'own', before: null, after: 'DM/200 002' },
          { field: 'likeness', before: null, after: 0.64 },
        ],
        alike: { ...alikeOurs, likeness: 0.64, rank: 0.64 },
      }),
    ],
    { digest: true, watches: [{ ...bottlesWatch, mostAlike: 10 }], ...withPage },
  ),
  'digest-blind': changesContent([], {
    digest: true,
    watches: [widgetWatch, rivalWatch],
    checks: [],
    coverage: {
      ...ofTwo,
      unwatched: [widgetWatch, rivalWatch].map((watch) => ({
        watch,
        knownUntil: '2026-11-21T20:54:00.000Z',
        since: '2026-11-21T20:58:00.000Z',
        cause: 'account' as const,
        reason: 'search.account: Docket search (POST /api/v3/pacer) failed after 1 attempt: HTTP 401.',
      })),
    },
  }),
  'digest-half-blind': changesContent([change('entry.new', { entry: entry() })], {
    digest: true,
    coverage: {
      watches: 3,
      cases: 20,
      designs: 4,
      unwatched: [
        {
          watch: rivalWatch,
          knownUntil: '2026-11-21T20:54:00.000Z',
          since: '2026-11-21T21:12:00.000Z',
          cause: 'budget',
          reason: 'over budget: this day (UTC) 2000 of 2000 credits are spent',
        },
      ],
    },
  }),
  'digest-paused': changesContent([], {
    digest: true,
    watches: [widgetWatch, rivalWatch],
    checks: [],
    coverage: {
      ...ofTwo,
      paused: [
        {
          watch: widgetWatch,
          since: '2026-11-19T20:54:00.000Z',
          author: 'ann',
          reason: 'settlement talks <until Friday>',
        },
        {
          watch: rivalWatch,
          since: '2026-11-20T09:00:00.000Z',
          until: '2026-12-02T05:00:00.000Z',
          author: 'local',
          reason: '',
        },
      ],
    },
  }),
  'digest-half-paused': changesContent([], {
    digest: true,
    watches: [widgetWatch, rivalWatch],
    coverage: {
      watches: 4,
      cases: 20,
      designs: 4,
      unwatched: [
        { watch: rivalWatch, since: '2026-11-21T21:12:00.000Z', cause: 'budget', reason: 'over budget: this day' },
      ],
      paused: [{ watch: widgetWatch, since: '2026-11-19T20:54:00.000Z', author: 'local', reason: 'settlement talks' }],
    },
  }),
  'digest-empty': changesContent([], {
    coverage: ofTwo,
    digest: true,
    watches: [widgetWatch],
    checks: [1, 2, 3, 4, 5].map((id) => ({ ...completeCheck, id, endedAt: `2026-11-${15 + id}T12:01:00.000Z` })),
  }),
  baseline: baselineContent(
    [
      announced(widgetWatch, {
        records: 12,
        entries: 1340,
        examples: [
          {
            type: 'docket',
            key: '401122334',
            label: '2:26-cv-00911',
            title: 'Acme Bottling LLC v. Rival Industries, Inc.',
            filed: '2026-11-19',
            place: 'E.D. Tex.',
            status: 'open',
            url: 'https://ecf.txed.uscourts.gov/cgi-bin/DktRpt.pl?90210',
          },
          {
            type: 'docket',
            key: '387457476',
            label: '1:20-cv-00168',
            title: 'Widget Co. v. Rival',
            filed: '2020-02-04',
            place: 'D. Del.',
            status: 'terminated',
            ended: '2026-11-20',
            url: 'https://ecf.ded.uscourts.gov/cgi-bin/DktRpt.pl?58813',
          },
        ],
      }),
      announced(bottlesWatch, {
        check: { ...completeCheck, id: 46 },
        records: 1,
        filteredOut: 3,
        leftOut: [
          { label: 'DM/950512', name: 'Rivalry Sports', asked: 'Rival' },
          { label: 'DM/950777', name: 'Rivalry Sports', asked: 'Rival' },
        ],
        examples: [
          {
            type: 'design',
            label: 'DM/214 567',
            title: 'Rival Industries, Inc. – Bottle with grip',
            filed: '2026-11-13',
            place: 'HAGUE',
            status: 'ACT',
            url: 'https://designs.example/en/detail?id=DM214567',
          },
        ],
      }),
    ],
    withPage,
  ),
  'baseline-nothing': baselineContent(
    [
      announced(
        { ...rivalWatch, name: 'Delaware', asks: 'dockets: case number 20-168' },
        {
          advice: [
            'The service compares case numbers exactly, and district courts write this one differently: write the whole number from the docket, such as 1:20-cv-00168, or add the court to the watch.',
          ],
        },
      ),
      announced(rivalWatch, { records: 12, entries: 340 }),
    ],
    { id: 2 },
  ),
  notice: noticeTo('ops', 7, {
    incident: 'token-refused',
    subject: 'the service token',
    detail:
      'The service refused the token (code 2000). No check runs with this token until it works again; it is tried again after 5 minutes, then at growing intervals up to 6 hours. Put a valid token into service.token, or into the file that TIPSTAFF_TOKEN_FILE names: both are read within seconds. A new TIPSTAFF_TOKEN, or credential of systemd, needs a restart.',
  }),
  'notice-readers': noticeTo('counsel', 9, {
    incident: 'watch-unwatched',
    subject: 'Widget patent, anywhere',
    at: '2026-11-19T12:00:00.000Z',
    detail:
      "No check of Widget patent, anywhere has succeeded since then (Tipstaff's credit budget cannot pay for a check), so nothing later is known. Until that works again, check the court's or register's own pages for anything that cannot wait. You are notified when it does; anything new by then is reported as usual.",
    readers: true,
  }),
  'notices-several': noticeTo(
    'ops',
    8,
    {
      incident: 'channel-dead',
      subject: 'counsel',
      detail:
        'No alert reaches the channel counsel: 535 login refused. Correct it, then run: tipstaff send-test counsel',
    },
    {
      incident: 'credits-gone',
      subject: 'the service token',
      phase: 'ended',
      at: '2026-11-21T13:30:00.000Z',
      detail: 'The service has credits again; checks resume.',
    },
  ),
  test: { kind: 'test', id: 0, channel: 'counsel', ...made },
};
