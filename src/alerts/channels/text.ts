import type { AlertContent } from '../message/content.ts';
import { type Line, type LineRole, linesOf, type Span } from '../message/lines.ts';
import { alertOutline } from '../message/message.ts';
import { drawnToFit, itemsAtMost, type Outline } from '../message/outline.ts';
import { sentBytes } from './email/smtpTransport.ts';

/** How a role is drawn. `hang` precedes every line after the first. */
interface TextForm {
  readonly indent?: string;
  readonly hang?: string;
  /** A blank line precedes it, always or only after a line of another role. */
  readonly gap?: 'always' | 'first';
  readonly underlined?: true;
  readonly marked?: true;
  /** Where the URL of a link is shown. Default: in place of its words. */
  readonly links?: 'below' | 'left out' | 'each in a line';
}

const forms: Readonly<Partial<Record<LineRole, TextForm>>> = {
  warning: { indent: '! ' },
  overview: { gap: 'first', hang: '  ', marked: true },
  why: { indent: '  ', hang: '  ' },
  dates: { gap: 'always', underlined: true },
  date: { hang: '  ' },
  sentence: { indent: '  ', hang: '  ' },
  section: { gap: 'always', underlined: true },
  card: { gap: 'always', links: 'left out' },
  links: { links: 'each in a line' },
  item: { gap: 'always', hang: '  ', marked: true },
  mention: { gap: 'first', indent: '- ', hang: '  ', links: 'left out' },
  text: { indent: '  ', hang: '  ' },
  fact: { indent: '  ', hang: '    ' },
  note: { indent: '  ', hang: '  ' },
  row: { gap: 'first', hang: '  ' },
  line: { gap: 'first' },
  record: { gap: 'first', hang: '  ', links: 'below', marked: true },
  detail: { indent: '  ', hang: '  ' },
  remark: { gap: 'first' },
  left: { gap: 'always' },
};

const leftOut: readonly LineRole[] = ['legend', 'page'];
const goesOn: Readonly<Partial<Record<LineRole, LineRole>>> = { why: 'overview', detail: 'record' };

function drawText(outline: Outline): string {
  const lines = wrap(outline.title);
  let above: LineRole | undefined;
  for (const block of linesOf(outline, { text: 1_000, row: 1_000 })) {
    for (const line of block.lines.filter(({ role }) => !leftOut.includes(role))) {
      const form = forms[line.role] ?? {};
      const role = goesOn[line.role] ?? line.role;
      if (form.gap === 'always' || (form.gap === 'first' && above !== role)) lines.push('');
      if (line.role === 'footer' && above !== 'footer') lines.push('', '-- ');
      lines.push(...lineText(line, form));
      above = role;
    }
  }
  return `${[...lines, ...(outline.pageUrl ? [outline.pageUrl] : [])].join('\n')}\n`;
}

const signs = { act: '* ', read: '- ', routine: '· ' } as const;

function lineText({ role, spans, priority = role === 'record' ? 'read' : undefined }: Line, form: TextForm): string[] {
  const { indent = '', hang = '', links } = form;
  const addresses = spans.flatMap(({ url }) => url ?? []);
  if (links === 'each in a line') {
    const start = role === 'links' && priority !== undefined ? '  ' : '';
    return spans.filter(({ url }) => url).map(({ text, url }) => `${start}${text}: ${url}`);
  }
  const words = spans.map((span) => (span.url !== undefined && links === undefined ? span.url : spanText(span)));
  const sign = form.marked && priority !== undefined ? signs[priority] : '';
  const lines = wrap(`${indent}${sign}${words.join('')}`, hang);
  const longest = Math.max(0, ...lines.map((line) => line.length));
  return [
    ...lines,
    ...(form.underlined ? ['='.repeat(Math.min(columns, longest))] : []),
    ...(links === 'below' ? addresses.map((url) => `  ${url}`) : []),
  ];
}

function spanText({ text, style }: Span): string {
  if (style === 'removed') return `[REMOVED: ${text}]`;
  return style === 'added' ? `[ADDED: ${text}]` : text;
}

const columns = 78;

/** Wraps at blanks to 78 columns. A longer word gets its own line, unbroken, so that links stay links. */
function wrap(text: string, hang = ''): string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(' ')) {
    const start = lines.length === 0 ? lead : hang;
    const longer = line === '' ? start + word : `${line} ${word}`;
    if (line !== '' && longer.length > columns) {
      lines.push(line);
      line = hang + word;
    } else line = longer;
  }
  if (line.trim() !== '') lines.push(line);
  return lines;
}

const mostBytes = 36_000;

/** For terminals, pages and the text part of a mail. A confidential watch appears only by its matter and numbers. */
export function renderText(content: AlertContent): string {
  const outline = alertOutline(content, { discreet: true });
  return drawnToFit(outline, { items: itemsAtMost, sections: 60 }, drawText, (text) => sentBytes(text) <= mostBytes);
}
