import { field, refuse } from './schema/fields.ts';

/** Matched exactly by the service, without commas and blanks (docs/service.md, section 3). */
export const patentNumber = field('a US patent number like 6,834,603, D1,234,567 or RE45,678', (value) => {
  const number = value.replaceAll(/[\s,]/g, '').toUpperCase();
  if (/^(D|RE|PP|H|T|X|AI)?\d{4,11}$/.test(number)) return value;
  const bare = /^(?:US)?((?:D|RE|PP|H|T)?\d{4,11})(?:[A-Z]\d?)?$/.exec(number.replaceAll(/[./-]/g, ''))?.[1];
  return refuse({ why: 'the service compares it exactly', suggestion: number.includes('/') ? undefined : bare });
});

export const locarno = field('a Locarno class and subclass like 09-01, classes 01 to 32', (value) => {
  const parts = /^(\d{1,2})\s*[-./ ]?\s*(\d{2}|(?<=\D)\d)$/.exec(value);
  if (parts === null) return refuse();
  const [main = '', sub = ''] = parts.slice(1).map((part) => part.padStart(2, '0'));
  if (Number(main) < 1 || Number(main) > 32) return refuse({ why: `there is no class ${main}` });
  const written = `${main}-${sub}`;
  return written === value ? value : refuse({ suggestion: written });
});

export const designated = field('the two letters of a state, like US', (value) =>
  /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : refuse(),
);

/** A year or a day; the service knows no range (docs/service.md, section 4). */
export const registered = field('a year like 2024 or a day like 2024-05-17, never a range', (value) => {
  if (/^\d{4}$/.test(value) || isDay(value)) return value;
  return refuse({ why: /^\d{4}-\d{2}$/.test(value) ? 'a month is neither' : undefined });
});

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
