import { describe, expect, it } from 'vitest';
import { dateTitle } from '../../../src/reading/events/dateLine.ts';
import { subjectOf } from '../../../src/reading/events/subject.ts';
import type { EntryTopic } from '../../../src/records/docket.ts';

const named = (name: string) => ({ name, kind: 'named', party: '' });
const generic = (name: string) => ({ name, kind: 'generic', party: '' });

describe('a hearing', () => {
  it.each([
    'Hearing',
    'Conference',
    'Meeting',
    'Motion Hearing',
    'Examination',
    'Presentment',
  ])('with a common name is distinguished by its topic: %s', (name) => {
    const words = `${name} set for 12/16/2026`;
    expect(subjectOf(words, 'hearing', [])).toEqual(generic(name.toLowerCase()));
    expect(subjectOf(words, 'hearing', ['scheduling', 'dismissal'])).toEqual({
      name: 'hearing on dismissal',
      kind: 'topic',
      party: '',
    });
    expect(subjectOf(words, 'hearing', ['claim construction'])).toEqual(named('markman hearing'));
  });

  it.each<EntryTopic>([
    'scheduling',
    'extension',
    'seal',
    'trial',
    'service',
    'judge',
    'page limit',
  ])('is not distinguished by a topic that every case has: %s', (topic) =>
    expect(subjectOf('Hearing set for 12/16/2026', 'hearing', [topic])).toEqual(generic('hearing')));
});

describe('a deadline', () => {
  it.each([
    ['Acknowledgment of Policies due 12/16/2026', 'acknowledgment of policy'],
    ['Notice of Basis due 12/16/2026', 'basis'],
    ['Service of process due 12/16/2026', 'service of process'],
    ['answering letters due 12/16/2026', 'answering letter'],
    ['Answers to interrogatories due 12/16/2026', 'interrogatory'],
  ])('has a name that is not its title: %s', (words, name) => {
    expect(subjectOf(words, 'deadline', [])).toEqual(named(name));
  });

  it.each([
    'response',
    'opposition',
    'objection',
    'reply',
    'brief',
    'memorandum',
  ])('that each motion has of its own is distinguished by the topic: %s', (name) =>
    expect(subjectOf(`${name} due 12/16/2026`, 'deadline', [])).toEqual({ name, kind: 'topic', party: '' }));

  it('without a name is a generic one', () => {
    expect(subjectOf('By no later than 12/16/2026', 'deadline', [])).toEqual(generic('deadline'));
  });
});

it('a day without a name is a deadline if a court sets it, and a requested date if a party asks for it', () => {
  const line = { what: 'deadline', name: 'defendant has', party: 'rival inc', words: 'Defendant has' } as const;
  expect(dateTitle(line, false)).toBe('Deadline (Rival Inc)');
  expect(dateTitle(line, true)).toBe('Requested date (Rival Inc)');
});
