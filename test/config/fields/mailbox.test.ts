import { describe, expect, it } from 'vitest';
import { parseMailbox } from '../../../src/config/fields/fields.ts';

describe('a mailbox', () => {
  it.each([
    ['a@example.com', { name: '', address: 'a@example.com' }],
    ['<a@example.com>', { name: '', address: 'a@example.com' }],
    ['Tipstaff <a@example.com>', { name: 'Tipstaff', address: 'a@example.com' }],
    ['"Doe, Jane" <a@example.com>', { name: 'Doe, Jane', address: 'a@example.com' }],
  ])('is read from %s', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });

  it.each([
    'Tipstaff',
    'a@example.com, b@example.com',
    'a@example.com>\r\nRCPT TO:<b@example.com',
    'A\r\nBcc: b@example.com <a@example.com>',
    'A <a@example.com> <b@example.com>',
    'ops@localhost',
  ])('is not read from %j', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });
});
