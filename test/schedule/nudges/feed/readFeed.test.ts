import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TipstaffError } from '../../../../src/base/errors.ts';
import { cleanText } from '../../../../src/base/words/cleanText.ts';
import { readFeed, readMoment } from '../../../../src/schedule/nudges/feed/readFeed.ts';
import { type WrittenItem, writeFeed } from './writeFeed.ts';

const at = new Date('2026-11-23T14:03:00Z');
const item: WrittenItem = {
  caseId: 492165,
  number: '1:26-cv-03365',
  name: 'Roe & Co. v. Doe',
  event: 'Order',
  document: 3,
  at,
};

/** Returns a feed with one channel and these items, given as their inner XML. */
function feedOf(...items: readonly string[]): Uint8Array {
  const inner = items.map((one) => `<item>${one}</item>`).join('');
  return Buffer.from(`<rss version="2.0"><channel><link>https://ecf.nysd.uscourts.gov</link>${inner}</channel></rss>`);
}

function only(xml: string) {
  const [first = expect.fail('no item')] = readFeed(feedOf(xml)).items;
  const { key: _, ...rest } = first;
  return rest;
}

function failure(bytes: Uint8Array | string): string {
  try {
    readFeed(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(TipstaffError);
    expect(error).toMatchObject({ code: 'nudges.feed', retryable: true });
    return (error as Error).message;
  }
  return 'read';
}

describe('an item of a feed', () => {
  it('has court and case from its link, number and name from its title, the rest from its description', () => {
    expect(readFeed(Buffer.from(writeFeed('nysd', [item]))).items).toEqual([
      {
        court: 'nysd',
        pacerCaseId: '492165',
        docketNumber: '1:26-cv-03365',
        title: 'Roe & Co. v. Doe',
        document: '3',
        text: 'Order',
        publishedAt: '2026-11-23T14:03:00.000Z',
        key: expect.any(String),
      },
    ]);
  });

  it('is read with a show_case_doc link, CDATA, initials of judges and a repeated name', () => {
    const read = only(`<title><![CDATA[1:26-cv-04402-PKC-CLP Roe v. Brook & Sons]]></title>
      <link>https://ecf.nyed.uscourts.gov/cgi-bin/DktRpt.pl?417541</link>
      <description><![CDATA[[Complaint(Other)] Roe v. Brook & Sons (<a href="https://ecf.nyed.uscourts.gov/cgi-bin/show_case_doc?1,417541,,,">1</a>)]]></description>`);
    expect(read).toMatchObject({ court: 'nyed', pacerCaseId: '417541', docketNumber: '1:26-cv-04402' });
    expect(read).toMatchObject({
      title: 'Roe v. Brook & Sons',
      document: '1',
      text: 'Complaint(Other)',
      publishedAt: null,
    });
  });

  it('has, in a court of appeals, a number, no case id, and the time zone of the court', () => {
    const read = only(`<title>26-1214 Food &amp;amp; Water v. Agency</title>
      <link>https://ecf.ca10.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&amp;caseNum=26-1214</link>
      <description>[Order Filed (CLERK)] (&lt;a href='https://ecf.ca10.uscourts.gov/docs1/0120'>Document&lt;/a>)</description>
      <pubDate>Fri, 06 Feb 2026 11:57:38 MST</pubDate>`);
    expect(read).toMatchObject({
      court: 'ca10',
      pacerCaseId: null,
      docketNumber: '26-1214',
      title: 'Food & Water v. Agency',
    });
    expect(read).toMatchObject({
      document: null,
      text: 'Order Filed (CLERK)',
      publishedAt: '2026-02-06T18:57:38.000Z',
    });
  });

  it('has, in a bankruptcy court, its type, office and chapter before its text, and may lack a document', () => {
    const read = only(`<title>26-00079 Doe v. Roe, Inc. d/b/a R of D      </title>
      <link>https://ecf.mdb.uscourts.gov/cgi-bin/DktRpt.pl?711557</link>
      <description>Type: ap Office: 1 Chapter:   [Close Adversary Case [Sealed]] </description>`);
    expect(read).toMatchObject({ court: 'mdb', docketNumber: '26-00079', title: 'Doe v. Roe, Inc. d/b/a R of D' });
    expect(read).toMatchObject({ document: null, text: 'Close Adversary Case [Sealed]' });
  });

  it('is still an item with an invalid number, or with nothing at all', () => {
    expect(only('<title>5:26-~gr-00001 </title>')).toMatchObject({ court: 'nysd', docketNumber: null, title: '' });
    const nothing = { pacerCaseId: null, docketNumber: null, title: '', document: null, text: '', publishedAt: null };
    expect(only('')).toEqual({ court: 'nysd', ...nothing });
  });

  it('has texts without markup, invisible characters and line breaks, and keeps no link', () => {
    const read = only(`<title>1:26-cv-00001 A\n\u202ev. &lt;b&gt;B&amp;lt;/b&amp;gt;</title>
      <description>[&lt;script src="https://x.example/"&gt;Notice\u0007 of&lt;/script&gt; X]</description>`);
    expect(read.text).toBe('Notice of X');
    expect(read.title).toBe('A v. <b>B</b>');
    expect(JSON.stringify(read)).not.toContain('example');
  });

  it('differs from another item of its case by link, document, moment and text, never by its guid', () => {
    const other = { ...item, event: 'Order on Motion' };
    const { items } = readFeed(Buffer.from(writeFeed('nysd', [item, item, other, { ...item, document: 4 }])));
    expect(items.map(({ text }) => text)).toEqual(['Order', 'Order', 'Order on Motion', 'Order']);
    expect(new Set(items.map(({ key }) => key)).size).toBe(3);
  });
});

describe('a feed', () => {
  it('states its own coverage', () => {
    const { coverage } = readFeed(Buffer.from(writeFeed('nysd', [item], 'motion,order')));
    expect(coverage).toBe('Docket entries of type: motion,order');
  });

  it('is read in the encoding that it declares', () => {
    const text = writeFeed('prd', [{ ...item, name: 'Muñoz v. Peña' }]);
    expect(readFeed(Buffer.from(text, 'latin1')).items[0]?.title).toBe('Muñoz v. Peña');
    const utf8 = Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-8')}`);
    expect(readFeed(utf8).items[0]?.title).toBe('Muñoz v. Peña');
  });

  it('belongs to the court that the caller names, whatever its links say', () => {
    expect(readFeed(Buffer.from(writeFeed('nysd', [item])), 'nyed').items[0]?.court).toBe('nyed');
  });

  it.each([
    ['an empty file', '', /is empty/],
    ['blanks', ' \n', /is empty/],
    ['an HTML page', '<!-- a --> <!-- b --> <HTML><p>503', /begins with <HTML>, not with <rss>/],
    ['another document', '<feed xmlns="http://www.w3.org/2005/Atom"/>', /begins with <feed>/],
    ['no channel', '<rss version="2.0"/>', /no <channel>/],
    ['a feed that breaks off', writeFeed('nysd', [item]).slice(0, 700), /is no XML/],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><rss/>', /encoding, klingon, is not known/],
    [
      'a billion laughs',
      `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><rss><channel>&b;</channel></rss>`,
      /DTD/,
    ],
    ['a file of this machine', `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>`, /DTD/],
    ['an entity of nobody', '<rss><channel><title>&nbsp;</title></channel></rss>', /is no XML/],
    ['elements without end', `<rss>${'<a>'.repeat(100_000)}`, /nested more than 16 deep/],
    ['items without end', `<rss><channel>${'<item/>'.repeat(6_000)}`, /more than 5000 items/],
    ['more than 2 MB', `<rss><channel>${' '.repeat(2 ** 21)}</channel></rss>`, /over 2097152 bytes/],
  ])('that is %s is refused with an error that says so', (_, text, words) => {
    expect(failure(text)).toMatch(words);
  });

  it('with any case, name and event is read as it was written', () => {
    const words = fc.string({ maxLength: 60 }).map((text) => cleanText(text.replaceAll(/[[\]<>&(]/g, '')));
    const written = fc.record({
      caseId: fc.integer({ min: 1, max: 999_999_999 }),
      number: fc.constantFrom('1:26-cv-03365', '26-00079', '8-26-41234', '2:97-md-00001'),
      name: words.map((text) => text.replace(/^[\d:~-]+\S*/, '').trim()),
      event: words,
      document: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: undefined }),
      at: fc.date({ min: new Date('1996-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), (items) => {
        const utf8 = writeFeed('ded', items).replace('ISO-8859-1', 'UTF-8');
        const read = readFeed(Buffer.from(utf8)).items.map(({ key: _, ...rest }) => rest);
        expect(read).toEqual(
          items.map((one) => ({
            court: 'ded',
            pacerCaseId: String(one.caseId),
            docketNumber: one.number,
            title: one.name,
            document: one.document === undefined ? null : String(one.document),
            text: one.event,
            publishedAt: `${one.at.toISOString().slice(0, 19)}.000Z`,
          })),
        );
      }),
    );
  });

  it('that is damaged anywhere is read or refused with a message, and causes no other error', () => {
    const whole = Buffer.from(writeFeed('nysd', [item, { ...item, document: undefined }]));
    const edit = fc.record({
      at: fc.nat(whole.length),
      cut: fc.nat(40),
      put: fc.oneof(
        fc.uint8Array(),
        fc.constantFrom(Buffer.from(']]>'), Buffer.from('<!DOCTYPE x ['), Buffer.from('<item>')),
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
        let bytes = whole;
        for (const { at: place, cut, put } of edits) {
          bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
        }
        expect(failure(bytes)).toMatch(/^read$|^The feed cannot be read: /);
      }),
    );
  });
});

it.each([
  ['Wed, 18 Apr 2018 00:09:55 GMT', '2018-04-18T00:09:55.000Z'],
  ['Fri, 03 Feb 2023 13:01:59 EST', '2023-02-03T18:01:59.000Z'],
  ['3 Jul 2023 13:01 PDT', '2023-07-03T20:01:00.000Z'],
  ['Mon, 03 Jul 2023 13:01:00 -0730', '2023-07-03T20:31:00.000Z'],
  ['Mon, 30 Feb 2026 13:01:00 GMT', null],
  ['Mon, 03 Jul 2023 25:01:00 GMT', null],
  ['Mon, 03 Jul 2023 13:01:00 XYZ', null],
  ['yesterday', null],
])('the date %s is read as %s', (text, moment) => {
  expect(readMoment(text)).toBe(moment);
});

it('a feed with thousands of comments is read or refused in linear time', () => {
  for (const comment of ['<!-- a -->', '<!---->', '<!-- ', '<!-- -->\n']) {
    expect(() => readFeed(Buffer.from(comment.repeat(60_000)))).toThrow('The feed cannot be read');
    expect(() => readFeed(Buffer.from(`${comment.repeat(9)}--><html>`))).toThrow('The feed cannot be read');
  }
});
