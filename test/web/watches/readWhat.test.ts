import { describe, expect, it } from 'vitest';
import { fillNew, freeId, idStem } from '../../../src/web/pages/watches/editWatch.ts';
import { readWhat } from '../../../src/web/pages/watches/readWhat.ts';
import { withOften } from '../../../src/web/pages/watches/watchForm.ts';

const two = { 'designs.source.HAGUE': 'true', 'designs.source.EMID': 'true' };

describe('the box of a new watch reads', () => {
  it.each([
    ['US 7,654,321', { 'dockets.patentNumber': '7,654,321' }],
    ['7654321', { 'dockets.patentNumber': '7,654,321' }],
    ['U.S. Patent No. 10,123,456 B2', { 'dockets.patentNumber': '10,123,456' }],
    ['RE45,678', { 'dockets.patentNumber': 'RE45,678' }],
    ['D901,234', { 'dockets.patentNumber': 'D901,234' }],
    ['1:20-cv-00168', { 'dockets.caseNumber': '1:20-cv-00168' }],
    ['1:20-cv-168-ABC', { 'dockets.caseNumber': '1:20-cv-00168' }],
    ['20-cv-00168', { 'dockets.caseNumber': '20-cv-00168' }],
    ['20-168', { 'dockets.caseNumber': '20-168' }],
    ['20-168 D. Del.', { 'dockets.caseNumber': '1:20-cv-00168', 'dockets.court': 'D. Del.' }],
    ['1:26-cv-00538 C.D. Cal.', { 'dockets.caseNumber': '1:26-cv-00538', 'dockets.court': 'C.D. Cal.' }],
    ['20-168 Kelmont', { 'dockets.companyName': '20-168 Kelmont', 'dockets.wholeWord': 'true' }],
    ['Rival', { 'dockets.companyName': 'Rival', 'dockets.wholeWord': 'true' }],
    ['3M', { 'dockets.companyName': '3M', 'dockets.wholeWord': 'true' }],
    ['Class 9-1', { 'designs.locarno': '09-01', ...two }],
    ['Cl. 26.5', { 'designs.locarno': '26-05', ...two }],
    ['09-01', { 'designs.locarno': '09-01', ...two }],
    ['DM/214 567', { 'designs.registrationNumber': 'DM/214567', 'designs.source.HAGUE': 'true' }],
    ['098048771-0001', { 'designs.registrationNumber': '098048771-0001', 'designs.source.EMID': 'true' }],
  ])('%s', (written, values) => {
    expect(readWhat(written, 'dockets')?.values).toEqual(values);
  });

  it.each([
    ['Rival', { 'designs.holder': 'Rival', 'designs.wholeWord': 'true', ...two }],
    ['09', { 'designs.locarno': '09', ...two }],
    ['D901,234', { 'designs.registrationNumber': 'D0901234', 'designs.source.USID': 'true' }],
    ['US 7,654,321', { 'dockets.patentNumber': '7,654,321' }],
  ])('%s in a new watch for designs', (written, values) => {
    expect(readWhat(written, 'designs')?.values).toEqual(values);
  });

  it('nothing from an empty text, and otherwise says in words what it read', () => {
    expect(readWhat(' ', 'dockets')).toBeUndefined();
    for (const several of ['6834603, 7654321', 'Rival; Kelmont', 'DM/949700, DM/949701'])
      expect(readWhat(several, 'designs'), several).toMatchObject({ isUnsearchable: true, values: {} });
    for (const several of ['6,834,603, 7,654,321', 'US D901,234 S, US D902,345 S', 'DM/214 567 DM/214 568'])
      expect(readWhat(several, 'dockets')?.offers, several).toHaveLength(2);
    expect(readWhat('1:20-cv-00168, D. Del.', 'dockets')?.isUnsearchable).toBeUndefined();
    expect(readWhat('2020cv00168', 'dockets')).toMatchObject({ isUnsearchable: true, values: {} });
    expect(readWhat('Rival, Inc.', 'dockets')?.values['dockets.companyName']).toBe('Rival, Inc.');
    expect(readWhat('33-01', 'dockets')?.values).toEqual({
      'dockets.companyName': '33-01',
      'dockets.wholeWord': 'true',
    });
    expect(readWhat('Rival', 'dockets')?.words).toBe(
      'a name, Rival: court cases with a party whose name begins with it, only whole words',
    );
    expect(readWhat('Rival', 'designs')?.words).toContain('designs of holders with this name, whole words, at');
    expect(readWhat('class 09', 'dockets')?.words).toMatch(/^the Locarno class 09 \(Packaging and containers/);
    expect(readWhat('class 09-01', 'dockets')?.words).toMatch(/^the Locarno class 09-01 in class 09 \(Packaging/);
  });
});

describe('the box of a new watch', () => {
  it('asks for the court of a case number', () => {
    expect(readWhat('20-168', 'dockets')?.words).toBe(
      'a case number, 20-168, which needs its court: write it behind, like 20-168 D. Del., or 1:20-cv-00168',
    );
    expect(readWhat('26-504 W.D. Tex.', 'dockets')?.words).toContain('which writes 1:26-cv-00504 or 2:26-cv-00504');
  });

  it.each([
    ['Widget v. Rival', 'the caption of a case', ['Widget', 'Rival']],
    ['Widget Co., Inc. et al. v Rival, LLC (D. Del. 20-168)', 'by one party', ['Widget', 'Rival']],
    ['29/123,456', 'a design patent application, 29/123,456, which cannot be searched', undefined],
    ['class 9-1x', 'a Locarno class, class 9-1x, which does not exist', undefined],
    ['class 09-01 Kelmont', 'a class and a name', ['Kelmont', 'class 09-01']],
    ['Kelmont, class 9', 'a class and a name', ['Kelmont', 'class 9']],
    ['Class 99-99', 'which does not exist', undefined],
    ['17/123456', 'a US patent application, 17/123456', undefined],
  ])('refuses %s, and says why', (what, words, offers) => {
    for (const kind of ['dockets', 'designs'] as const) {
      const read = readWhat(what, kind);
      expect(read).toMatchObject({ values: {}, words: expect.stringContaining(words) });
      expect(read?.offers).toEqual(offers);
      expect(fillNew({ what, step: 'save', kind }).refused).toContain(words);
    }
  });
});

describe('a new watch', () => {
  it('takes its name from what was read, and its id from its name or else from what it searches', () => {
    expect(fillNew({ what: 'Rival', step: 'save', kind: 'dockets' }).form).toMatchObject({
      name: 'Rival in court',
      'dockets.companyName': 'Rival',
    });
    expect(idStem({ name: 'Rival in court', dockets: { companyName: 'Rival' } })).toBe('rival-in-court');
    expect(idStem({ dockets: { companyName: ['Ägir & Söhne', 'Ägir'] } })).toBe('agir-sohne');
    expect(idStem({ designs: { source: ['HAGUE'], wholeWord: true, locarno: '09-01' } })).toBe('09-01');
    expect(idStem({ designs: { source: ['HAGUE'] } })).toBe('');
    expect(idStem({ name: 'Rival', confidential: true }), 'an id that tells nothing').toBe('confidential');
  });

  it('has a number in its id if the id is taken', () => {
    const taken = new Set(['rival', 'rival-2']);
    expect(['rival', 'berg'].map((stem) => freeId(stem, taken))).toEqual(['rival-3', 'berg']);
  });

  it('keeps a field that was changed after the box was read, and reads the box again if its text changed', () => {
    const read = { what: 'Rival', readBefore: 'Rival', 'dockets.companyName': 'Rival Brands', step: 'save' };
    expect(fillNew(read).form).toMatchObject({ 'dockets.companyName': 'Rival Brands' });
    const again = fillNew({ ...read, what: 'class 09-01' });
    expect(again.kind).toBe('designs');
    expect(again.form).toMatchObject({ 'designs.locarno': '09-01' });
    expect(again.form['dockets.companyName']).toBeUndefined();
  });

  it('keeps fields that were filled in by hand beside the box, and asks if they say something else', () => {
    const sent = { what: 'Rival', step: 'save', kind: 'dockets' };
    const withCourt = fillNew({ ...sent, 'dockets.court': 'D. Del.' });
    expect(withCourt.form).toMatchObject({ 'dockets.companyName': 'Rival', 'dockets.court': 'D. Del.' });
    for (const [key, value] of Object.entries({ 'dockets.companyName': 'Kelmont', 'designs.locarno': '09-01' }))
      expect(fillNew({ ...sent, [key]: value }).refused).toBe(
        `The box says Rival, and a field under More ${value}: clear one of them.`,
      );
  });
});

describe('the schedule of a new watch', () => {
  it('comes from the choice in words, or else from the field under More', () => {
    expect(withOften({ often: 'twice', oftenBefore: '', schedule: '' }).schedule).toBe('0 7,13 * * 1-5');
    expect(withOften({ often: '', oftenBefore: '', schedule: '0 5 * * *' }).schedule).toBe('0 5 * * *');
    expect(withOften({ often: '', oftenBefore: 'own', schedule: '0 5 * * *' }).schedule).toBe('');
    expect(withOften({ often: 'own', oftenBefore: '', schedule: '0 5 * * *' }).schedule).toBe('0 5 * * *');
    expect(withOften({ often: 'weekly', oftenBefore: 'weekly', schedule: '0 5 * * *' }).schedule).toBe('0 5 * * *');
    expect(withOften({ schedule: '0 5 * * *' }).schedule).toBe('0 5 * * *');
  });
});
