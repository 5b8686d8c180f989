import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serverResponse } from '../../../src/base/http.ts';
import { hiddenMark, hide } from '../../../src/base/redact.ts';

it('a server response has a secret masked in every encoding', () => {
  const secret = 'p:w/d é';
  const text = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].join(' | ');
  expect(serverResponse(text, [hide(secret)])).toBe(`${hiddenMark} | ${hiddenMark} | ${hiddenMark}`);
});

it('a server response has a URL masked as a whole, rather than the password in it', () => {
  const secrets = ['secret', 'smtp://u:secret@host'].map(hide);
  expect(serverResponse('at smtp://u:secret@host', secrets)).toBe(`at ${hiddenMark}`);
});

it('a server response never contains a secret, whatever the text around it', () => {
  const secret = fc
    .string({ minLength: 8, maxLength: 20 })
    .filter((text) => !hiddenMark.includes(text) && text.trim() === text);
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
      fc.pre(!`${before}${hiddenMark}${after}`.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').includes(hidden));
      expect(serverResponse(before + hidden + after, [hide(hidden)])).not.toContain(hidden);
    }),
  );
});

it('a server response has a short secret masked as a whole word, and not inside other words, as in logs', () => {
  const secrets = [hide('mail')];
  expect(serverResponse('mailbox of mail, "mail" and mail:1', secrets)).toBe(
    `mailbox of ${hiddenMark}, "${hiddenMark}" and ${hiddenMark}:1`,
  );
});

it('a server response is one line of at most 500 characters, without control characters', () => {
  const words = serverResponse(`550 no\r\n\u001b[31mred\u0000 \u202egnp.exe ${'x'.repeat(5000)}`, []);
  expect(words).toMatch(/^550 no \[31mred gnp\.exe x+…$/);
  expect(words).toHaveLength(500);
});
