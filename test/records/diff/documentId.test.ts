import { describe, expect, it } from 'vitest';
import { areOtherDocuments, documentId } from '../../../src/records/diff/comparableEntry.ts';

describe('the document of a link', () => {
  it('is the same whatever the fourth digit of its id', () => {
    expect(documentId('/doc1/04511234567')).toBe(documentId('/doc1/04501234567'));
    expect(documentId('https://ecf.example/doc1/04511234567')).toBe(documentId('/doc1/04501234567'));
  });

  it('is another one when any other digit differs', () => {
    expect(areOtherDocuments(documentId('/doc1/04501234567'), documentId('/doc1/04501234568'))).toBe(true);
    expect(
      areOtherDocuments(
        documentId('/cgi-bin/show_doc.pl?dm_id=1&doc_num=2'),
        documentId('/cgi-bin/show_doc.pl?dm_id=3'),
      ),
    ).toBe(true);
  });

  it('is unknown for links of two forms, or without a link', () => {
    expect(areOtherDocuments(documentId('/doc1/04501234567'), documentId('/cgi-bin/show_doc.pl?dm_id=3'))).toBe(false);
    expect(areOtherDocuments(documentId('/doc1/04501234567'), documentId(null))).toBe(false);
    expect(documentId('')).toBeUndefined();
  });
});
