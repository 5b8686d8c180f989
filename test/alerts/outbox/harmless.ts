import { expect } from 'vitest';

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const joiners = /[\u200c\u200d]/g;

/** One line, not blank, short enough for a mail program, with nothing in it that cannot be seen. */
export function expectHarmlessSubject(subject: string): void {
  expect(subject.replace(joiners, '')).not.toMatch(unseen);
  expect(subject.trim()).not.toBe('');
  expect(subject.length).toBeLessThanOrEqual(200);
}

/** Plain text without control characters but line ends. */
export function expectHarmlessText(text: string): void {
  expect(text.replaceAll('\n', '').replace(joiners, '')).not.toMatch(unseen);
}

/** Elements that our own templates make. */
const ownElements = /^(!doctype|html|head|meta|title|style|body|div|table|tr|td|h1|a|img|br|del|ins|span)$/i;

/** HTML made of our own elements alone, that asks nothing of the network, runs nothing and links to the web only. */
export function expectHarmlessHtml(html: string): void {
  const bare = html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/g, '');
  expectHarmlessText(bare);
  for (const [, name] of bare.matchAll(/<\/?([^\s>]*)/g)) expect(name).toMatch(ownElements);
  // What a picture is called is a text between quotation marks, and none of its own can end it.
  const tags = bare.replace(/ alt="[^"]*"/g, '');
  for (const [tag] of tags.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/\son[a-z]+\s*=|javascript:/i);
  for (const [, url] of bare.matchAll(/\shref="([^"]*)"/g)) expect(url).toMatch(/^https?:\/\//);
  for (const [, url] of bare.matchAll(/\ssrc="([^"]*)"/g)) expect(url).toMatch(/^cid:[\w.@-]+$/);
  expect(bare).not.toMatch(/url\(|@import|<link|<script/i);
}
