import type { FieldChange } from '../diff/change.ts';
import { capitalised } from '../words/capitalised.ts';
import type { Reader } from '../words/readerDate.ts';
import { type Piece, plainPieces, redline } from '../words/redline.ts';
import { type LitigationReader, litigationRows } from './litigationRows.ts';
import type { Row } from './outline.ts';
import { fieldName, valueWords } from './words/fieldWords.ts';
import { type ListNews, listHappened, listNews, remainingWords } from './words/listNews.ts';

/** A row for each field, before and after; for a list what was added and removed in words, for litigation one row per case. */
export function fieldRows(fields: readonly FieldChange[], given: LitigationReader): Row[] {
  return fields.flatMap((field) => {
    if (field.field === 'litigation') return litigationRows(field, given);
    const news = listNews(field);
    return news === undefined
      ? [{ name: fieldName(field.field), value: fieldPieces(field, given.reader) }]
      : listRow(field, news);
  });
}

/** `Party added: Rival GmbH`; a list with additions and removals as a redline. */
function listRow({ field }: FieldChange, news: ListNews): Row {
  const remaining = plainPieces(remainingWords(field, news));
  const [added, removed] = [news.added.join('; '), news.removed.join('; ')];
  if (added !== '' && removed !== '') {
    const moved = [
      { mark: 'removed', text: removed },
      { mark: 'added', text: added },
    ] as const;
    return { name: fieldName(field), value: [...moved, ...remaining] };
  }
  return { name: capitalised(listHappened(field, news)), value: [...plainPieces(added || removed), ...remaining] };
}

function fieldPieces(field: FieldChange, reader: Reader): Piece[] {
  const before = valueWords(field.field, field.before, reader);
  const after = valueWords(field.field, field.after, reader);
  if (before === 'none') return plainPieces(after);
  const isProse = before.split(' ').length > 6 && after.split(' ').length > 6;
  if (isProse) return redline(before, after);
  return [
    { mark: 'removed', text: before },
    { mark: 'added', text: after },
  ];
}
