import type { ChangesContent } from '../../../../src/alerts/message/content.ts';
import { acmeCase, entry } from '../../outbox/samples.ts';
import { terminated } from '../contents.ts';

/** A new case with its complaint and the date in it: the example of docs/webhook.md. */
export const newCase: ChangesContent = terminated(42, {
  pageUrl: 'https://tipstaff.example.com',
  changes: [
    {
      id: 17,
      kind: 'docket.new',
      detectedAt: '2026-03-02T08:59:58.000Z',
      checkId: 5,
      watches: ['lamp'],
      record: { ...acmeCase, dateFiled: '2026-02-27', patentNumbers: ['1234567'], entryTotal: 2 },
      entries: [
        entry({
          documentNumber: '1',
          dateFiled: '2026-02-27',
          description: 'COMPLAINT against Rival Industries, Inc., filed by Acme Bottling LLC.',
          pdfUrl: 'https://search.example.com/pdf/txed/04301234567.pdf',
        }),
      ],
      moreEntries: 1,
      fields: [{ field: 'entries', before: null, after: 2 }],
    },
  ],
  dates: [
    {
      uid: '1f0c7a52b3d94e8890aa4c1d2e3f5566@tipstaff',
      record: { type: 'docket', key: '401122334' },
      what: 'hearing',
      date: '2026-03-20',
      time: '09:00',
      timezone: 'America/Chicago',
      title: 'Motion hearing',
      case: '2:26-cv-00911 (E.D. Tex.) Acme Bottling LLC v. Rival Industries, Inc.',
      sentence: 'Motion Hearing set for 3/20/2026 09:00 AM before Judge Rosa Quill.',
      note: undefined,
      entry: '2',
      filed: '2026-02-27',
      sequence: 0,
      status: 'set',
      link: undefined,
    },
  ],
});
