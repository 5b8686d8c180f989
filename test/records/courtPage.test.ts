import { expect, it } from 'vitest';
import { courtDocument, courtPage } from '../../src/records/courts.ts';
import { widgetCase } from '../alerts/outbox/samples.ts';

it('courtPage returns the page of a case at its district or bankruptcy court', () => {
  expect(courtPage(widgetCase)).toBe('https://ecf.ded.uscourts.gov/cgi-bin/DktRpt.pl?58813');
  expect(courtPage({ ...widgetCase, courtId: 'deb' })).toBe('https://ecf.deb.uscourts.gov/cgi-bin/DktRpt.pl?58813');
});

it('courtPage returns nothing for a court whose site is unknown, or for a case id that is no number', () => {
  expect(courtPage({ ...widgetCase, courtId: 'ca9' })).toBeUndefined();
  expect(courtPage({ ...widgetCase, courtId: 'evil.example/' })).toBeUndefined();
  expect(courtPage({ ...widgetCase, pacerCaseId: '1&x=2' })).toBeUndefined();
  expect(courtPage({ ...widgetCase, pacerCaseId: undefined })).toBeUndefined();
});

it('courtDocument completes the link of a document, but only a link of the known form', () => {
  expect(courtDocument(widgetCase, '/doc1/04301234567')).toBe('https://ecf.ded.uscourts.gov/doc1/04301234567');
  expect(courtDocument(widgetCase, '@evil.example/')).toBeUndefined();
  expect(courtDocument(widgetCase, null)).toBeUndefined();
});
