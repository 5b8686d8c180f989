import { describe, expect, it } from 'vitest';
import { rightBefore } from '../../src/reading/dates/dayRole.ts';
import { findDays } from '../../src/reading/dates/findDays.ts';
import { partsOf } from '../../src/reading/entryParts.ts';
import { partForms, partsListed, partsNamed } from '../../src/reading/outcomes/partDismissed.ts';
import { outcomeRules } from '../../src/reading/outcomes/saidOutcomes.ts';
import { explainReading, typeRules } from '../../src/reading/readEntry.ts';
import { readReferences, referenceForms } from '../../src/reading/readReferences.ts';
import { noTopics } from '../../src/reading/topics/noTopics.ts';
import { topicRules } from '../../src/reading/topics/readTopics.ts';
import { decides, judgeSpeaks, notedDecisions, stipulatedOrders } from '../../src/reading/types/overrules.ts';

describe('a rule for a type', () => {
  it.each(typeRules.map((rule) => [rule.name, rule] as const))('matches its example: %s', (_, rule) => {
    expect(partsOf(rule.example).head.search(rule.pattern)).toBeGreaterThanOrEqual(0);
    expect(explainReading(rule.example).reading.type, rule.example).toBe(rule.sense);
  });

  it('has a name of its own', () => {
    const names = typeRules.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('a rule for words of a judge or of a decision', () => {
  it.each(
    [...judgeSpeaks, ...notedDecisions, ...decides, ...stipulatedOrders].map((rule) => [rule.name, rule] as const),
  )('makes an order of its example: %s', (_, rule) => {
    expect(partsOf(rule.example).body.search(rule.pattern)).toBeGreaterThanOrEqual(0);
    expect(explainReading(rule.example).reading.type, rule.example).toBe('order');
  });
});

describe('a rule for a topic', () => {
  it.each(topicRules.map((rule) => [rule.name, rule] as const))('matches its example: %s', (_, rule) => {
    expect(partsOf(rule.example).head.search(rule.pattern)).toBeGreaterThanOrEqual(0);
    expect(explainReading(rule.example).reading.about, rule.example).toContain(rule.sense);
  });

  it.each(
    noTopics.map((rule) => [rule.name, rule] as const),
  )('has an exception that matches its own example: %s', (_, rule) => {
    expect(partsOf(rule.example).head.search(rule.pattern)).toBeGreaterThanOrEqual(0);
  });
});

describe('a rule for an outcome', () => {
  it.each(outcomeRules.map((rule) => [rule.name, rule] as const))('matches its example: %s', (_, rule) => {
    expect(partsOf(rule.example).body.search(rule.pattern)).toBeGreaterThanOrEqual(0);
    expect(explainReading(rule.example).reading.outcome, rule.example).toBe(rule.sense);
  });
});

describe('a rule for the dismissal of a part', () => {
  it.each(partForms.map((form) => [form.name, form] as const))('matches its example: %s', (_, form) => {
    expect(form.example).toMatch(form.pattern);
    expect(partsListed(partsNamed(form.example))).toBe(form.part);
  });
});

describe('a rule for a reference', () => {
  it.each(referenceForms.map((form) => [form.name, form] as const))('matches its example: %s', (_, form) => {
    expect(form.example.match(form.pattern), form.example).not.toBeNull();
    expect(readReferences(form.example)).toEqual(form.numbers);
  });
});

describe('the words right before a day', () => {
  it.each(
    rightBefore.map(([kind, pattern, example]) => [kind, example, pattern] as const),
  )('make the day a %s: %s', (kind, example, pattern) => {
    const [day] = findDays(example, '2026-01-01');
    expect(example.slice(0, day?.start).toLowerCase()).toMatch(pattern);
    const { dates } = explainReading(example, '2025-11-21').reading;
    expect(dates.map(({ what }) => what)).toEqual(kind === 'hearing' || kind === 'deadline' ? [kind] : []);
  });
});
