import { expect } from 'vitest';

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const joiners = /[\u200c\u200d]/g;

/** Checks that a subject is one line, not blank, at most 200 characters, and without invisible characters. */
export function expectHarmlessSubject(subject: string): void {
  expect(subject.replace(joiners, '')).not.toMatch(unseen);
  expect(subject.trim()).not.toBe('');
  expect(subject.length).toBeLessThanOrEqual(200);
}

/** Checks that a plain text has no control characters except line ends. */
export function expectHarmlessText(text: string): void {
  expect(text.replaceAll('\n', '').replace(joiners, '')).not.toMatch(unseen);
}

/** The elements of our own templates. */
const ownElements = /^(!doctype|html|head|meta|title|style|body|div|table|tr|td|h1|a|img|br|del|ins|span)$/i;

/** Checks that HTML has only our own elements, loads and runs nothing, and links only to the web. */
export function expectHarmlessHtml(html: string): void {
  const bare = html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/g, '');
  expectHarmlessText(bare);
  for (const [, name] of bare.matchAll(/<\/?([^\s>]*)/g)) expect(name).toMatch(ownElements);
  // The name of a picture is quoted, and no quotation mark in it can end the attribute.
  const tags = bare.replace(/ alt="[^"]*"/g, '');
  for (const [tag] of tags.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/\son[a-z]+\s*=|javascript:/i);
  for (const [, url] of bare.matchAll(/\shref="([^"]*)"/g)) expect(url).toMatch(/^https?:\/\//);
  for (const [, url] of bare.matchAll(/\ssrc="([^"]*)"/g)) expect(url).toMatch(/^cid:[\w.@-]+$/);
  expect(bare).not.toMatch(/url\(|@import|<link|<script/i);
}
