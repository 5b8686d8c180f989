import type { Row } from '../../channels/message/outline.ts';
import type { FieldChange } from '../../diff/change.ts';
import { cleanText } from '../../words/cleanText.ts';
import { type Piece, plainPieces, redline } from '../../words/redline.ts';
import { fieldName, valueWords } from '../words/fieldWords.ts';

/** What each field was and is, a row each. */
export function fieldRows(fields: readonly FieldChange[]): Row[] {
  return fields.map((field) => ({ name: fieldName(field.field), value: fieldPieces(field) }));
}

function fieldPieces(field: FieldChange): Piece[] {
  if (Array.isArray(field.before) && Array.isArray(field.after)) return listPieces(field.before, field.after);
  const before = valueWords(field.field, field.before);
  const after = valueWords(field.field, field.after);
  if (before === 'none') return plainPieces(after);
  const isProse = before.split(' ').length > 6 && after.split(' ').length > 6;
  if (isProse) return redline(before, after);
  return [
    { mark: 'removed', text: before },
    { mark: 'added', text: after },
  ];
}

/** Lists lose and gain members; what stays is left out. */
function listPieces(before: readonly string[], after: readonly string[]): Piece[] {
  const old = before.map(cleanText);
  const now = after.map(cleanText);
  const removed = old.filter((member) => !now.includes(member));
  const added = now.filter((member) => !old.includes(member));
  if (removed.length === 0 && added.length === 0) {
    return [
      { mark: 'removed', text: old.join('; ') || 'none' },
      { mark: 'added', text: now.join('; ') || 'none' },
    ];
  }
  return [
    ...removed.map((member) => ({ mark: 'removed' as const, text: member })),
    ...added.map((member) => ({ mark: 'added' as const, text: member })),
  ];
}
