import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serverResponse } from '../../../src/base/http.ts';

it('masks a secret however it is written', () => {
  const secret = 'p:w/d é';
  const text = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].join(' | ');
  expect(serverResponse(text, [secret])).toBe('*** | *** | ***');
});

it('masks a URL whole before the password in it', () => {
  expect(serverResponse('at smtp://u:secret@host', ['secret', 'smtp://u:secret@host'])).toBe('at ***');
});

it('never lets a secret through, wherever it stands', () => {
  const secret = fc
    .string({ minLength: 3, maxLength: 20 })
    .filter((text) => !'***'.includes(text) && text.trim() === text);
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
      fc.pre(!`${before}***${after}`.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').includes(hidden));
      expect(serverResponse(before + hidden + after, [hidden])).not.toContain(hidden);
    }),
  );
});

it('is one line without control characters, and not long', () => {
  const words = serverResponse(`550 no\r\n\u001b[31mred\u0000 \u202egnp.exe ${'x'.repeat(5000)}`, []);
  expect(words).toMatch(/^550 no \[31mred gnp\.exe x+…$/);
  expect(words).toHaveLength(500);
});
