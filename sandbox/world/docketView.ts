import type { DocketHit, EntryHit, ExtraDocumentHit } from '../hits.ts';
import {
  type Day,
  dateOf,
  latestOn,
  latestValue,
  type Since,
  slashesOf,
  type Times,
  timesOf,
  valuesOn,
  wordsOf,
} from './day.ts';
import type { Court } from './names.ts';

/** Returns the docket hit of a day (docs/service.md, section 5.1) without its entries. */
export function docketHeaderOn(story: DocketStory, day: Day): DocketHit {
  const turn = latestOn(story.turns, day);
  const ended = turn?.value === 'terminated';
  const patents = valuesOn(story.patents, day);
  return {
    docketId: story.docketId,
    docketNumber: story.caseNumber,
    pacerCaseId: String(100_000 + (story.docketId % 1_000_000)),
    caseName: story.caseName,
    court: story.court.name,
    courtId: story.court.id,
    assignedTo: latestValue(story.judges, day) ?? '',
    suitNature: story.suitNature,
    jurisdiction: 'Federal Question',
    status: ended ? 'terminated' : 'open',
    dateFiled: dateOf(story.filed),
    dateTerminated: ended ? dateOf(turn.from) : '',
    parties: valuesOn(story.parties, day),
    patentNumbers: patents,
  };
}

/** Returns the whole hit, with the oldest entry first. */
export function docketHitOn(story: DocketStory, entries: readonly EntryStory[], day: Day): DocketHit {
  const header = docketHeaderOn(story, day);
  const visible = entries
    .filter((entry) => entry.shown <= day)
    .sort((a, b) => a.dated - b.dated || (Number(a.number) || 0) - (Number(b.number) || 0));
  return { ...header, entryTotal: visible.length, entries: visible.map((entry) => entryHit(story, entry, day)) };
}

function entryHit(story: DocketStory, entry: EntryStory, day: Day): EntryHit {
  const link = documentLink(story, entry, 0);
  const hasPdf =
    entry.documents > 0 && !(entry.attachmentOn !== undefined && entry.documents === 1 && day < entry.attachmentOn);
  return {
    documentNumber: entry.number,
    dateFiled: wordsOf(entry.dated),
    description: descriptionOn(entry, day),
    documentHref: entry.documents > 0 ? link.href : null,
    pdfUrl: hasPdf ? link.pdf : '',
    patentNumbers: /patent/i.test(entry.text) ? valuesOn(story.patents, entry.dated) : [],
    extraDocument: extraDocuments(story, entry, day),
  };
}

/** Returns `text (note) (clerk) (Entered: 11/20/2026)`. A later note of the clerk comes before the stamp. */
function descriptionOn(entry: EntryStory, day: Day): string {
  const note = entry.note && entry.note.on <= day ? ` ${entry.note.text}` : '';
  return `${entry.text}${note} (Entered: ${slashesOf(entry.shown)})`;
}

function extraDocuments(story: DocketStory, entry: EntryStory, day: Day): ExtraDocumentHit[] {
  const late = entry.attachmentOn !== undefined && entry.documents > 1 && day < entry.attachmentOn ? 1 : 0;
  const count = Math.max(0, entry.documents - 1 - late);
  return Array.from({ length: count }, (_, place) => {
    const link = documentLink(story, entry, place + 1);
    return { document_number: place + 1, document_href: link.href, pdf_url: link.pdf, patent_sumbers: [] };
  });
}

function documentLink(story: DocketStory, entry: EntryStory, part: number): { href: string; pdf: string } {
  const serial = (story.docketId % 100_000) * 1000 + (Number(entry.number) || 0) * 2 + part * 131;
  const id = `${story.court.prefix}0${String(serial).padStart(8, '0')}`;
  return { href: `/doc1/${id}`, pdf: `https://dockets.example/pdf/${story.court.id}/${id}.pdf` };
}

export interface EntryStory {
  /** '' for an entry without a number. */
  readonly number: string;
  /** The date that the entry shows. */
  readonly dated: Day;
  /** The first day on which the entry is visible. Later than `dated` if it was entered late. */
  readonly shown: Day;
  readonly text: string;
  /** 0: the entry has no document. */
  readonly documents: number;
  /** A note of the clerk that is added to the text on a later day. */
  readonly note?: { readonly on: Day; readonly text: string } | undefined;
  /** The day on which a further attachment, or the PDF itself, becomes available. */
  readonly attachmentOn?: Day | undefined;
}

/** The whole history of a case, including its future. What is visible depends only on the day. */
export interface DocketStory {
  readonly docketId: number;
  readonly caseNumber: string;
  readonly caseName: string;
  readonly court: Court;
  readonly suitNature: string;
  readonly filed: Day;
  /** In the order of time. The first one begins on `filed`. */
  readonly judges: readonly Since<string>[];
  readonly parties: readonly Since<string>[];
  readonly patents: readonly Since<string>[];
  /** Terminations and reopenings in the order of time; [] for a case that stays open. */
  readonly turns: readonly Since<'terminated' | 'open'>[];
}

/** Only parties and patents are searchable and can change; numbers never change. */
export function docketTimes({ filed, parties, patents }: DocketStory): Times {
  return timesOf(filed, [...parties, ...patents]);
}
