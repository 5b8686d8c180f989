import { type EntryTopic, type EntryType, entryTopics, entryTypes } from '../reading/entryReading.ts';
import { field, keyed, listOf, refuse } from './schema/fields.ts';
import { nearMiss } from './schema/nearMiss.ts';

/** What a watch reports of its dockets' entries: types and topics of docs/reading.md. */
export const reportSchema = keyed({
  entries: listOf(oneOf(entryTypes), 'a list of types of entries').optional(),
  about: listOf(oneOf(entryTopics), 'a list of topics').optional(),
  exclude: listOf(typeOrTopic(), 'a list of types and topics').optional(),
  important: listOf(typeOrTopic(), 'a list of types and topics').optional(),
});

function oneOf<T extends string>(known: readonly T[]) {
  return field(known.join(', '), (value) => {
    const found = known.find((one) => one === value.toLowerCase());
    return found ?? refuse({ suggestion: nearMiss(value, known) });
  });
}

function typeOrTopic() {
  return oneOf<EntryType | EntryTopic>([...entryTypes, ...entryTopics]);
}
