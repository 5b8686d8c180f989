import type { ChangesContent, TestContent } from '../../../src/alerts/message/content.ts';
import type { Docket } from '../../../src/records/docket.ts';
import { anEntry } from '../../records/diff/dockets.ts';

export const docket: Docket = {
  type: 'docket',
  key: '900',
  docketNumber: '1:25-cv-00900',
  caseName: 'Lumen Ltd. v. Glow Inc.',
  court: 'District of Delaware',
  courtId: 'ded',
};

/** Returns an alert about one docket that was terminated. */
export function terminated(id = 42, more: Partial<ChangesContent> = {}): ChangesContent {
  return {
    id,
    kind: 'changes',
    channel: 'counsel',
    createdAt: '2026-03-02T09:00:00.000Z',
    timezone: 'America/New_York',
    digest: false,
    watches: [{ id: 'lamp', name: 'Lamp patent', matter: 'M-7', asks: 'dockets, patent number 1234567' }],
    checks: [{ id: 5, endedAt: '2026-03-02T08:59:58.000Z', outcome: 'complete' }],
    changes: [
      {
        id: 17,
        kind: 'docket.status',
        detectedAt: '2026-03-02T08:59:58.000Z',
        checkId: 5,
        watches: ['lamp'],
        record: docket,
        fields: [{ field: 'status', before: 'open', after: 'terminated' }],
      },
    ],
    ...more,
  };
}

/** Returns an alert whose new entries are so many and so long that Slack needs several messages. */
export function longAlert(id: number, entries: number): ChangesContent {
  const changes = Array.from({ length: entries }, (_, index) => ({
    id: index + 1,
    kind: 'entry.new' as const,
    detectedAt: '2026-03-02T08:59:58.000Z',
    checkId: 5,
    watches: ['lamp'],
    record: { ...docket, key: String(index), docketNumber: `1:25-cv-${String(index).padStart(5, '0')}` },
    entry: anEntry({
      documentNumber: String(index + 1),
      description: `ORDER number ${index + 1}. ${'The court finds as follows. '.repeat(60)}`,
      documentHref: null,
    }),
    fields: [],
  }));
  return terminated(id, { changes });
}

export const testContent: TestContent = {
  id: 0,
  kind: 'test',
  channel: 'counsel',
  createdAt: '2026-03-02T09:00:00.000Z',
  timezone: 'UTC',
};

/** Returns the same alert for a confidential watch. */
export function confidentialOf(content: ChangesContent): ChangesContent {
  return { ...content, watches: content.watches.map((watch) => ({ ...watch, confidential: true })) };
}
