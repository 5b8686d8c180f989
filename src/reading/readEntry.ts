import { partsOf } from './entryParts.ts';
import type { EntryReading } from './entryReading.ts';
import { readOutcome } from './outcomes/readOutcome.ts';
import { readTopics } from './topics/readTopics.ts';
import { readType } from './types/readType.ts';

export function readEntry(text: string, filed?: string): EntryReading {
  const parts = partsOf(text);
  const type = readType(parts);
  const topics = readTopics(type.type, parts, /\b(?:set|due|scheduled|held on|reset|continued)\b/.test(parts.body));
  const outcome = readOutcome(type.type, parts);
  return { type: type.type, about: topics.map((t) => t.topic), outcome: outcome?.outcome ?? null, refersTo: [], dates: [] };
}
