import type { AlertContent } from '../../../src/alerts/message/content.ts';
import {
  bottle,
  bottlesWatch,
  change,
  changesContent,
  completeCheck,
  entry,
  widgetCase,
  widgetWatch,
} from './samples.ts';

/**
 * Returns alerts with the text in every place where the service or a config could put it.
 * @param each also puts every change into an alert of its own, where nothing is cut for lack of room
 */
export function alertsWith(text: string, { each } = { each: true }): AlertContent[] {
  const watch = { ...widgetWatch, name: text, matter: text, asks: text };
  const docket = {
    ...widgetCase,
    caseName: text,
    court: text,
    courtId: text,
    docketNumber: text,
    parties: [text],
    pacerCaseId: text,
  };
  const design = {
    ...bottle,
    holders: [text],
    products: [text],
    locarno: [text],
    status: text,
    designated: [text],
    detailUrl: text,
  };
  const images = [{ filename: text, url: text }];
  const reported = entry({
    documentNumber: text,
    dateFiled: text,
    description: text,
    pdfUrl: text,
    documentHref: text,
  });
  const changes = [
    change('docket.new', { record: docket, note: text }),
    change('docket.status', { record: docket, fields: [{ field: 'status', before: text, after: text }] }),
    change('docket.updated', {
      record: docket,
      fields: [{ field: text, before: [text], after: [text, `${text} too`] }],
    }),
    change('entry.new', { record: docket, entry: reported }),
    change('entry.updated', { entry: reported, fields: [{ field: 'description', before: 'was', after: text }] }),
    change('design.new', { record: { ...design, images } }),
    change('design.updated', { record: design, fields: [{ field: 'images', before: [text], after: [] }] }),
    change('design.new', { record: design, fields: [{ field: 'holders', before: ['A'], after: ['A', text] }] }),
    change('design.updated', { record: design, fields: [{ field: 'holders', before: ['A'], after: ['A', text] }] }),
    change('design.litigation', { record: design, fields: [{ field: 'litigation', before: [], after: [text] }] }),
    change('docket.updated', {
      record: docket,
      fields: [{ field: 'patentNumbers', before: [text], after: [text, 'D901234'] }],
    }),
  ];
  const about = { id: 3, channel: text, createdAt: text, timezone: 'UTC' };
  return [
    changesContent(changes, {
      watches: [watch, { ...bottlesWatch, name: text }],
      checks: [{ ...completeCheck, outcome: 'partial', reason: text }],
    }),
    ...(each ? changes : []).map((one) =>
      changesContent([one], { watches: [watch, { ...bottlesWatch, asksFor: ['Rival', text] }] }),
    ),
    {
      ...about,
      kind: 'baseline',
      announcements: [
        {
          watch,
          check: completeCheck,
          records: 2,
          entries: 3,
          filteredOut: 1,
          leftOut: [{ label: text, name: text, asked: text }],
          examples: [{ label: text, title: text, filed: text, place: text, status: text, ended: text, url: text }],
        },
      ],
    },
    { ...about, kind: 'notice', notices: [{ incident: text, subject: text, phase: 'began', at: text, detail: text }] },
    { ...about, kind: 'test' },
  ];
}
