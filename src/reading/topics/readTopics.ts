import type { EntryParts } from '../entryParts.ts';
import type { EntryTopic, EntryType } from '../entryReading.ts';
import type { Rule } from '../rule.ts';
import { meritsTopics } from './meritsTopics.ts';
import { personsTopics } from './personsTopics.ts';
import { proceduralTopics } from './proceduralTopics.ts';
import { subjectOf } from './subject.ts';
import { impliedTopics, mayBeAbout, swallowing } from './topicsOfType.ts';

export const topicRules: readonly Rule<EntryTopic>[] = [...proceduralTopics, ...meritsTopics, ...personsTopics];

export interface TopicRead {
  readonly topic: EntryTopic;
  readonly rule: string;
}

interface Found {
  readonly rule: Rule<EntryTopic>;
  readonly start: number;
  readonly end: number;
}

/** What the filing is about, each topic once, in the order of the text. */
export function readTopics(type: EntryType, parts: EntryParts, setsDays: boolean): TopicRead[] {
  const subject = subjectOf(type, parts);
  const found = inText(subject)
    .filter(({ rule }) => mayBeAbout(type, rule.sense))
    .map(({ rule }): TopicRead => ({ topic: rule.sense, rule: rule.name }));
  const implied = impliedTopics(type, subject, found, setsDays);
  const topics = new Map<EntryTopic, TopicRead>();
  for (const read of [...implied, ...found]) if (!topics.has(read.topic)) topics.set(read.topic, read);
  return [...topics.values()];
}

/** The topics named one after the other; what another rule has read already, or swallows, is not read again. */
function inText(text: string): Found[] {
  const found: Found[] = [];
  for (const { rule, start, end } of everyMatch(text)) {
    const taken = found.some((other) => start < other.end && end > other.start && other.rule.sense !== rule.sense && !sameWords(other, start, end));
    if (!taken) found.push({ rule, start, end: swallowing.has(rule.sense) ? clauseEnd(text, end) : end });
  }
  return found;
}

// "Rule 26(f) report" is about discovery and scheduling: two rules for the same words both count.
function sameWords(other: Found, start: number, end: number): boolean {
  return other.start === start && other.end >= end && !swallowing.has(other.rule.sense);
}

function everyMatch(text: string): Found[] {
  const all: Found[] = [];
  for (const rule of topicRules) {
    const every = new RegExp(rule.pattern, 'g');
    for (let found = every.exec(text), count = 0; found && count < 8; found = every.exec(text), count += 1) {
      all.push({ rule, start: found.index, end: found.index + Math.max(found[0].length, 1) });
    }
  }
  return all.sort((one, other) => one.start - other.start || other.end - one.end);
}

const clauseEnds = /;|\. |\((?:related|re:)| and (?=(?:to|for|motion|granting|denying|request)\b)|(?:granting|denying|finding) |motion (?:to|for) (?=seal)|or in the alternative|alternatively/g;

/** "extension of time to answer the amended complaint": what more time is asked for is not what the filing is about. */
function clauseEnd(text: string, from: number): number {
  clauseEnds.lastIndex = from;
  return clauseEnds.exec(text)?.index ?? text.length;
}
