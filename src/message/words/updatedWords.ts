import type { FieldChange } from '../../diff/change.ts';
import type { Design } from '../../records/design.ts';
import { counted, listed } from '../../words/counted.ts';
import type { MessageChange } from '../content.ts';
import { designName } from './designName.ts';
import { fieldNameInside } from './fieldWords.ts';
import { listHappened, listNews } from './listNews.ts';

/** Up to so many fields are named. */
const mostNamed = 3;

/** What happened to the fields of a record: `judge and case name changed, party added`. */
export function updatedWords(change: Pick<MessageChange, 'fields' | 'heldDesigns'>): string {
  const own = change.fields.map((field) => ownWords(field, change.heldDesigns ?? []));
  const names = change.fields
    .filter((_, index) => own[index] === undefined)
    .map((field) => fieldNameInside(field.field));
  const words = [...new Set(own)].filter((one) => one !== undefined);
  const unique = [...new Set(names)];
  if (words.length + unique.length === 0) return 'updated';
  if (words.length + unique.length > mostNamed)
    return manyWords([...unique.map((name) => `${name} changed`), ...words]);
  return [...(unique.length > 0 ? [`${listed(unique)} changed`] : []), ...words].join(', ');
}

function manyWords(words: readonly string[]): string {
  return `${words.slice(0, 2).join(', ')} and ${counted(words.length - 2, 'more field')} changed`;
}

/** A list says what was added or removed; a patent that is a design we hold is called by its name. */
function ownWords(field: FieldChange, heldDesigns: readonly Design[]): string | undefined {
  const news = listNews(field);
  const [design, ...more] = field.field === 'patentNumbers' ? heldDesigns : [];
  if (news === undefined || design === undefined || news.added.length !== more.length + 1) {
    return news && (news.added.length === 0 || news.removed.length === 0) ? listHappened(field.field, news) : undefined;
  }
  return more.length > 0
    ? `now also about ${counted(more.length + 1, 'design')}`
    : `now also about design ${designName(design)}`;
}
