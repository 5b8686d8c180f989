import { keyed, listOf } from '../fields/fields.ts';
import { oneOf } from '../fields/oneOf.ts';
import { type EntryTopic, type EntryType, entryTopics, entryTypes } from '../reading/entryReading.ts';

/** What a watch reports of its dockets' entries: types and topics of docs/reading.md. */
export const reportSchema = keyed({
  entries: listOf(oneOf(entryTypes), 'a list of types of entries').optional(),
  about: listOf(oneOf(entryTopics), 'a list of topics').optional(),
  exclude: listOf(typeOrTopic(), 'a list of types and topics').optional(),
  important: listOf(typeOrTopic(), 'a list of types and topics').optional(),
});

function typeOrTopic() {
  return oneOf<EntryType | EntryTopic>([...entryTypes, ...entryTopics]);
}
