import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { filed, lineOf, widgetCase } from './filings.ts';

const file = join(import.meta.dirname, 'stories.txt');

/** Writes the dates of a story anew, indented below its filings. */
function retold(story: string): string {
  const filings = story.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  const [, dateTerminated] = /^(\S+) is the end of the case$/.exec(filings[0] ?? '') ?? [];
  const entries = filed(dateTerminated === undefined ? filings : filings.slice(1));
  const events = docketEvents({ ...widgetCase, dateTerminated }, entries);
  const dates = events.map((event) => [lineOf(event), event.note].filter(Boolean).join('; '));
  return [...filings, ...(dates.length === 0 ? ['none'] : dates).map((line) => `  ${line}`)].join('\n');
}

function retoldSection(section: string): string {
  const [title = '', ...lines] = section.trimEnd().split('\n');
  return `${title}\n${lines.join('\n').split('\n\n').map(retold).join('\n\n')}\n\n`;
}

const [preface = '', ...written] = readFileSync(file, 'utf8').split(/^(?=# )/m);
const sections = process.env.UPDATE_GOLDEN === '1' ? written.map(retoldSection) : written;
if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, [preface, ...sections].join(''));

it.each(sections.map((section) => [/^# (.*)/.exec(section)?.[1], section]))('%s', (_title, section = '') => {
  expect(retoldSection(section)).toBe(section);
});
