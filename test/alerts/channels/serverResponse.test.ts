import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serverResponse } from '../../../src/base/http.ts';
import { hiddenMark, hide } from '../../../src/base/redact.ts';

it('masks a secret however it is written', () => {
  const secret = 'p:w/d é';
  const text = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].join(' | ');
  expect(serverResponse(text, [hide(secret)])).toBe(`${hiddenMark} | ${hiddenMark} | ${hiddenMark}`);
});

it('masks a URL whole before the password in it', () => {
  const secrets = ['secret', 'smtp://u:secret@host'].map(hide);
  expect(serverResponse('at smtp://u:secret@host', secrets)).toBe(`at ${hiddenMark}`);
});

it('never lets a secret through, wherever it stands', () => {
  const secret = fc
    .string({ minLength: 3, maxLength: 20 })
    .filter((text) => !hiddenMark.includes(text) && text.trim() === text);
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
      fc.pre(!`${before}${hiddenMark}${after}`.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').includes(hidden));
      expect(serverResponse(before + hidden + after, [hide(hidden)])).not.toContain(hidden);
    }),
  );
});

it('is one line without control characters, and not long', () => {
  const words = serverResponse(`550 no\r\n\u001b[31mred\u0000 \u202egnp.exe ${'x'.repeat(5000)}`, []);
  expect(words).toMatch(/^550 no \[31mred gnp\.exe x+…$/);
  expect(words).toHaveLength(500);
});
