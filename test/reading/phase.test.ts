import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casePhase, type PhaseDocket } from '../../src/reading/phase.ts';
import { readEntry } from '../../src/reading/readEntry.ts';

const entriesOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({
    seq: index + 1,
    documentNumber: String(index + 1),
    filed: `2026-01-${String(index + 1).padStart(2, '0')}`,
    text,
    reading: readEntry(text),
  }));

const complaint = 'COMPLAINT for Patent Infringement filed by Widget Co.';
const served = 'SUMMONS Returned Executed by Widget Co. Rival Inc. served on 1/5/2026';
const answer = 'ANSWER to 1 Complaint by Rival Inc.';
const markman = 'Opening CLAIM CONSTRUCTION BRIEF filed by Widget Co.';
const stay = 'ORDER granting 9 Motion to Stay Case pending inter partes review';
const dismissed = 'ORDER of dismissal: this case is dismissed with prejudice';
const notice = 'NOTICE of Appearance by A. Lawyer';

describe('a case', () => {
  it.each<[string, string[], number | undefined]>([
    ['filed', [complaint, notice], 1],
    ['filed', [complaint, 'Summons Issued as to Rival Inc.'], 1],
    ['served', [complaint, served, notice], 2],
    ['filed', [complaint, 'Summons and Notice of Pretrial Conference to be served on Rival Inc.'], 1],
    ['answered', [complaint, served, answer], 3],
    ['discovery', [complaint, served, answer, 'NOTICE of Service of Initial Disclosures'], 4],
    ['claim construction', [complaint, answer, markman, 'NOTICE of Deposition of Jane Doe'], 3],
    ['summary judgment', [complaint, answer, markman, 'MOTION for Summary Judgment by Rival Inc.'], 4],
    ['trial', [complaint, answer, 'JURY VERDICT for Widget Co.'], 3],
    ['judgment', [complaint, answer, 'FINAL JUDGMENT in favor of Widget Co.', 'BILL OF COSTS'], 3],
    ['appeal', [complaint, 'FINAL JUDGMENT in favor of Widget Co.', 'NOTICE OF APPEAL to the Federal Circuit'], 3],
    ['stayed', [complaint, answer, stay, notice], 3],
    ['stayed', [complaint, answer, 'Case Stayed'], 3],
    ['answered', [complaint, answer, stay, 'ORDER lifting the stay'], 2],
    ['answered', [complaint, answer, 'ORDER denying 9 Motion to Stay'], 2],
    ['served', [complaint, served, 'ORDER granting 4 Motion for Relief from Stay'], 2],
    ['ended', [complaint, answer, dismissed], 3],
    ['ended', [complaint, 'NOTICE of Voluntary Dismissal by Widget Co.'], 2],
    ['answered', [complaint, answer, 'NOTICE of Voluntary Dismissal of Count Two'], 2],
    ['answered', [complaint, answer, 'SO ORDERED, re 9 Stipulation of Dismissal of Count II only'], 2],
    ['answered', [complaint, answer, 'NOTICE of Voluntary Dismissal as to Defendant Kelmont Devices LLC only'], 2],
    ['answered', [complaint, answer, 'NOTICE of Voluntary Dismissal (Partial) (Moss, Ada)'], 2],
    ['answered', [complaint, answer, 'PARTIAL STIPULATION of Dismissal by Widget Co.'], 2],
    ['answered', [complaint, answer, 'NOTICE of Voluntary Dismissal re Ada Moss'], 2],
    ['answered', [complaint, answer, 'NOTICE of Dismissal Without Prejudice Certain Defendants'], 2],
    ['answered', [complaint, answer, 'ORDER dismissing without prejudice Defendant Kelmont'], 2],
    ['answered', [complaint, answer, 'NOTICE of Voluntary Dismissal of Kelmont, Inc. by Widget Co.'], 2],
    ['answered', [complaint, answer, 'STIPULATION of Dismissal of US Patent No. 7,654,321'], 2],
    ['answered', [complaint, answer, 'NOTICE of Settlement. Dismissal papers will be filed within 60 days'], 2],
    ['ended', [complaint, 'NOTICE of Voluntary Dismissal re: Doc. 1'], 2],
    ['ended', [complaint, 'NOTICE of Voluntary Dismissal of Complaint by Kelmont, Inc.'], 2],
    ['ended', [complaint, answer, 'ORDER: all claims are dismissed, and this action is DISMISSED'], 3],
    ['stayed', [complaint, answer, 'CASE STAYED pending IPR. The clerk is directed to administratively close'], 3],
    ['answered', [complaint, answer, 'NOTICE OF APPEAL of 8 Order on Motion for Preliminary Injunction'], 2],
    ['appeal', [complaint, dismissed, 'NOTICE OF APPEAL'], 3],
    ['claim construction', [complaint, dismissed, markman], 3],
    ['filed', [complaint, answer, dismissed, 'ORDER reopening the case'], 4],
    ['filed', [complaint, answer, dismissed, 'ORDER granting Motion of Widget Co. to Reopen Case.'], 4],
    ['filed', [complaint, answer, dismissed, 'Case Reopened'], 4],
    ['ended', [complaint, answer, dismissed, "Clerk's Notice re: the fee for reopening has not been paid"], 3],
    ['ended', [complaint, answer, dismissed, 'ORDER denying Motion of Widget Co. to Reopen Case.'], 3],
    ['filed', [notice, 'ORDER granting 12 Motion to Extend Automatic Stay'], undefined],
  ])('is in the phase "%s" after %j, by entry %s', (phase, texts, by) => {
    const read = casePhase(entriesOf(texts));
    expect([read.phase, read.entry?.seq]).toEqual([phase, by]);
  });

  it.each<[string, string[], PhaseDocket, string]>([
    ['ended', [complaint, answer], { dateTerminated: '2026-02-01' }, '2026-02-01'],
    ['appeal', [complaint, 'NOTICE OF APPEAL'], { dateTerminated: '2026-01-01' }, '2026-01-02'],
    ['filed', [], { dateFiled: '2025-12-24', dateTerminated: '' }, '2025-12-24'],
  ])('is in the phase "%s" if the docket says more than its entries', (phase, texts, docket, since) => {
    expect(casePhase(entriesOf(texts), docket)).toMatchObject({ phase, since });
  });

  it('is in the same phase whatever the order in which its entries come', () => {
    const all = entriesOf([complaint, served, answer, markman, stay, 'ORDER lifting the stay', dismissed, notice]);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(casePhase(shuffled)).toEqual(casePhase(all));
      }),
    );
  });
});
