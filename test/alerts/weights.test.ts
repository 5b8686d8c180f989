import { describe, expect, it } from 'vitest';
import { weigh } from '../../src/alerts/weights.ts';
import { change, entry, rivalWatch, widgetWatch } from './samples.ts';

const told = (description: string, watches = ['widget-patent']) =>
  change('entry.new', { entry: entry({ description }), watches });

describe('the weight of an entry', () => {
  it.each([
    ['JUDGMENT in favor of Widget Co.', 'Judgment'],
    ['ORDER granting 12 Motion for Extension of Time', 'Order'],
    ['ORAL ORDER: the hearing is moved', 'Order'],
    ['SO ORDERED re 31 Stipulation', 'Order'],
    ['MOTION for Preliminary Injunction by Widget Co.', 'Injunction'],
    ['Temporary Restraining Order issued', 'TRO'],
    ['JURY VERDICT for the plaintiff', 'Verdict'],
    ['STIPULATION of Dismissal with prejudice', 'Dismissal'],
    ['MOTION to Dismiss for failure to state a claim', 'Motion to dismiss'],
    ['AMENDED COMPLAINT against Rival GmbH', 'Complaint'],
    ['CLAIM CONSTRUCTION OPENING BRIEF', 'Claim construction'],
    ['ANSWERING BRIEF in Opposition re 14 Motion to Dismiss', 'Motion to dismiss'],
    ['ORDER granting 14 Motion to Dismiss', 'Order'],
    ['STIPULATION of Dismissal with prejudice', 'Dismissal'],
    ['REPLY BRIEF re Motion for Summary Judgment', 'Summary judgment'],
  ])('is high for %s', (description, label) => {
    expect(weigh(told(description), [widgetWatch])).toEqual({ weight: 'high', label, muted: false });
  });

  it.each([
    ['NOTICE of Appearance by Ada Moss on behalf of Rival GmbH'],
    ['NOTICE of Entry of Appearance'],
    ['Filing fee received: $ 405, receipt number 0311-1'],
    ['CERTIFICATE OF SERVICE'],
    ['MOTION for Pro Hac Vice Appearance of Attorney Bo Lind'],
    ['Summons Issued re Complaint'],
  ])('is low for %s', (description) => {
    expect(weigh(told(description), [widgetWatch]).weight).toBe('low');
  });

  it.each([
    ['LETTER to Judge Stone'],
    ['PROPOSED ORDER re 12 Motion'],
    ['MOTION for an order to compel'],
    [''],
  ])('is normal for %s', (description) => expect(weigh(told(description), [widgetWatch]).weight).toBe('normal'));
});

describe('what a watch says of its own', () => {
  it('lifts what it calls important, by word or by kind', () => {
    const letter = told('LETTER to Judge Stone');
    expect(weigh(letter, [{ ...widgetWatch, important: ['letter'] }])).toMatchObject({
      weight: 'high',
      label: 'Important',
    });
    expect(weigh(letter, [{ ...widgetWatch, important: ['entry.new'] }]).weight).toBe('high');
  });

  it('mutes by word or by kind, whole words only', () => {
    const letter = told('LETTER to Judge Stone');
    expect(weigh(letter, [{ ...widgetWatch, mute: ['Letter'] }]).muted).toBe(true);
    expect(weigh(letter, [{ ...widgetWatch, mute: ['entry.new'] }]).muted).toBe(true);
    expect(weigh(letter, [{ ...widgetWatch, mute: ['let', 'tone', ' '] }]).muted).toBe(false);
  });

  it('shows what one of its watches mutes and another wants', () => {
    const letter = told('LETTER to Judge Stone', ['widget-patent', 'rival-cases']);
    expect(weigh(letter, [{ ...widgetWatch, mute: ['letter'] }, rivalWatch]).muted).toBe(false);
  });

  it('shows what is both muted and important', () => {
    const watch = { ...widgetWatch, mute: ['letter'], important: ['stone'] };
    expect(weigh(told('LETTER to Judge Stone'), [watch])).toMatchObject({ weight: 'high', muted: false });
  });
});
