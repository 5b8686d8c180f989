import type { EntryTopic, EntryType } from '../entryReading.ts';
import type { TopicRead } from './readTopics.ts';

/** Topics whose words take the rest of their clause along: "extension of time to file a motion to dismiss" is no dismissal. */
export const swallowing: ReadonlySet<EntryTopic> = new Set<EntryTopic>(['extension', 'joinder', 'page limit', 'pro hac vice']);

/** A type that is listed can be about these alone; the other types can be about anything. */
const only: Partial<Record<EntryType, readonly EntryTopic[]>> = {
  complaint: ['transfer', 'habeas', 'class', 'appeal', 'infringement', 'amendment', 'sentence'],
  answer: ['amendment'],
  transcript: ['appeal'],
  fee: [],
  disclosure: ['infringement', 'fees', 'seal'],
  appearance: ['pro hac vice', 'representation'],
  service: ['service'],
  verdict: ['trial'],
  letter: ['seal', 'appeal'],
  appeal: ['appeal', 'class', 'in forma pauperis', 'seal', 'habeas'],
};

export function mayBeAbout(type: EntryType, topic: EntryTopic): boolean {
  if (type === 'hearing' && topic === 'extension') return false;
  return only[type]?.includes(topic) ?? true;
}

const always: Partial<Record<EntryType, EntryTopic>> = {
  service: 'service',
  appeal: 'appeal',
  verdict: 'trial',
  discovery: 'discovery',
  dismissal: 'dismissal',
};

/** Topics that follow from the type, or from there being no other. */
export function impliedTopics(type: EntryType, subject: string, found: readonly TopicRead[], setsDays: boolean): TopicRead[] {
  const implied: TopicRead[] = [];
  const always_ = always[type];
  if (always_ && !(type === 'dismissal' && /settle|resolution|compromise/.test(subject))) {
    implied.push({ topic: always_, rule: `every ${type} is about ${always_}` });
  }
  if (type === 'appearance' && found.length === 0) implied.push({ topic: 'representation', rule: 'every appearance is about representation' });
  if (type === 'complaint' && /\b(?:amended|supplemental) (?:complaint|petition|counterclaim)/.test(subject.slice(0, 60))) {
    implied.push({ topic: 'amendment', rule: 'a complaint that is called amended' });
  }
  if ((type === 'hearing' || type === 'order' || type === 'clerk') && found.length === 0 && setsDays) {
    implied.push({ topic: 'scheduling', rule: 'sets days, and no subject is named' });
  }
  return implied;
}
