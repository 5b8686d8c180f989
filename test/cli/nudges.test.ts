import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../config/workspace.ts';
import { runHere } from '../runHere.ts';
import { type WrittenItem, writeFeed } from '../schedule/nudges/feed/writeFeed.ts';

const item: WrittenItem = {
  caseId: 492165,
  number: '1:26-cv-03365',
  name: 'Roe v. Doe',
  event: 'Notice of Appearance',
  document: 3,
  at: new Date('2026-11-23T14:03:00Z'),
};

function feedFile(text: string): string {
  return join(folderWith({ 'feed.xml': text }), 'feed.xml');
}

it('`nudges read FILE --json` prints a line per item, with these keys and no others', async () => {
  const { code, stdout } = await runHere(['nudges', 'read', feedFile(writeFeed('nysd', [item, item])), '--json']);
  const line =
    '{"court":"nysd","pacerCaseId":"492165","docketNumber":"1:26-cv-03365","title":"Roe v. Doe","document":"3","text":"Notice of Appearance","publishedAt":"2026-11-23T14:03:00.000Z"}\n';
  expect({ code, stdout }).toEqual({ code: 0, stdout: line + line });
});

it('`nudges read FILE --court ID` uses the court of the option', async () => {
  const { stdout } = await runHere(['nudges', 'read', feedFile(writeFeed('nysd', [item])), '--court', 'E.D.N.Y.']);
  expect(stdout).toMatch(
    /^COURT +CASE.*\nnyed +492165 +1:26-cv-03365 +2026-11-23 14:03 UTC +3 +Notice of Appearance +Roe v\. Doe\n$/,
  );
});

it('`nudges read` exits with 1 for a file that is no feed, and with 2 for a wrong court or path', async () => {
  const html = await runHere(['nudges', 'read', feedFile('<!DOCTYPE html><html></html>'), '--json']);
  expect(html).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('The feed cannot be read') });
  const court = await runHere(['nudges', 'read', feedFile(writeFeed('nysd', [item])), '--court', 'mars']);
  expect(court).toMatchObject({ code: 2, stderr: expect.stringContaining('such as nysd, not "mars"') });
  const file = await runHere(['nudges', 'read', '/nowhere/feed.xml']);
  expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('/nowhere/feed.xml cannot be read') });
});
