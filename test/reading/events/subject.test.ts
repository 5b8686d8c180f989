import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../../src/reading/events/subject.ts';
import type { EntryTopic } from '../../../src/records/docket.ts';

const named = (name: string, party = '') => ({ name, kind: 'named', party });
const generic = (name: string) => ({ name, kind: 'generic', party: '' });

describe('a hearing', () => {
  it.each([
    ['Meeting of Creditors to be held on 12/16/2026', 'meeting of creditors'],
    ["Creditors' Meeting set for 12/16/2026", 'meeting of creditors'],
    ['341 Meeting set for 12/16/2026', 'meeting of creditors'],
    ['Motion hearing held on 11/2/2026; status hearing set for 12/16/2026', 'status hearing'],
    ['The final pretrial conference is set for 12/16/2026', 'final pretrial conference'],
    ['Telephonic status hrg rescheduled to 12/16/2026', 'status hearing'],
    ['Rule 16 Conference set for 12/16/2026', 'scheduling conference'],
    ['Initial Rule 16 Conference set for 12/16/2026', 'scheduling conference'],
    ['Bench Trial set for 12/16/2026', 'trial'],
    ['Argument set for 12/16/2026', 'oral argument'],
    ['Claim Construction Hearing set for 12/16/2026', 'markman hearing'],
    ['in Courtroom 4, No. 12 Status Hearing set for 12/16/2026', 'status hearing'],
    ['Notice of Deposition for 12/16/2026', 'deposition'],
    ['Notice of Depositions for 12/16/2026', 'deposition'],
    ['The initial joint final pretrial conference is set for 12/16/2026', 'joint final pretrial conference'],
  ])('gets its name from the words next to it: %s', (words, name) => {
    expect(subjectOf(words, 'hearing', [])).toEqual(named(name));
  });

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
    ['Fact Discovery to be completed by 12/16/2026', 'fact discovery'],
    ['The parties have conferred. Status Reports due by 12/16/2026', 'status report'],
    ['Acknowledgment of Policies due 12/16/2026', 'acknowledgment of policy'],
    ['Initial disclosures are due on or before 12/16/2026', 'initial disclosure'],
    ['Amended complaint within 14 days', 'amended complaint'],
    ['Certificate of Compliance due 12/16/2026', 'certificate of compliance'],
    ['Notice of Basis due 12/16/2026', 'basis'],
    ['Service of process due 12/16/2026', 'service of process'],
    ['Status report (due 12/16/2026)', 'status report'],
    ['Joint final amended expert witness list due 12/16/2026', 'amended expert witness list'],
    ['IDS submission due 12/16/2026', 'ids submission'],
    ['The deadline to complete fact discovery is 12/16/2026', 'fact discovery'],
    ['The deadline for completion of fact discovery is 12/16/2026', 'fact discovery'],
    ['The deadline for filing dispositive motions is 12/16/2026', 'dispositive motion'],
    ['The experts shall file their report by 12/16/2026', 'report'],
    ['The filing fee is due 12/16/2026', 'filing fee'],
  ])('gets its name from the words before its day: %s', (words, name) => {
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

  it.each([
    ['Rival Inc. answer due 12/16/2026', 'rival inc'],
    ["Rival Inc.'s time to answer is extended to 12/16/2026", 'rival inc'],
    ['Time for Copycat LLC to answer is extended to 12/16/2026', 'copycat llc'],
    ['One Two Three Four Five Six answer due 12/16/2026', 'one two three four five six'],
    ['One Two Three Four Five Six Seven answer due 12/16/2026', ''],
    ['Defendants answer due 12/16/2026', ''],
    ['Motion answer due 12/16/2026', ''],
    ['the answer is due 12/16/2026', ''],
    ['shall respond to the amended complaint by 12/16/2026', ''],
  ])('to answer belongs to the party that the words name: %s', (words, party) => {
    expect(subjectOf(words, 'deadline', [])).toEqual(named('answer', party));
  });
});
