import { composedKey, type Design } from '../../records/design.ts';
import { identifierForm, longestKey, storable, textForm } from '../../records/fieldForm.ts';
import { designForm, designHit, type ShownDesign } from './designForm.ts';
import { isPlainObject, kindOf, type PlainObject, readFields, type UnreadableList } from './readFields.ts';

/** Fields that change without being news. */
const volatileFields: ReadonlySet<string> = new Set(['crawledAt', 'PROCESSED_AT', 'workerId', 'WORKER_ID', 'version']);

/**
 * Parses one design hit (docs/service.md). Never throws: what can be read becomes a record, and what cannot is
 * listed as unreadable with its place and the reason. A bad field counts as absent. Without `ID`, and without
 * `SOURCE` and `IRN`, there is no record.
 * @param path where the hit is, e.g. `hits[3]`
 * @param unreadable gets what cannot be read
 */
export function parseDesignHit(hit: unknown, path: string, unreadable: UnreadableList): Design | undefined {
  if (!isPlainObject(hit)) {
    unreadable.add(path, `expected object, found ${kindOf(hit)}`);
    return undefined;
  }
  const read = designHit.safeParse(hit);
  const shown = read.success ? read.data : readPiecemeal(hit, path, unreadable);
  const key = designKey(shown);
  if (key === undefined)
    unreadable.add(
      path,
      `expected ID, or SOURCE and IRN, of ${longestKey} characters at most, found nothing that identifies the design`,
    );
  return key === undefined ? undefined : designForm(key, shown, detailsOf(shown.DETAIL_DATA?.structured));
}

function readPiecemeal(hit: PlainObject, path: string, unreadable: UnreadableList): ShownDesign {
  const { fields, unread } = readFields(designHit, hit, path, unreadable);
  // Image paths replace addresses only for a source that has no addresses. If they did so for one
  // response, that would look like news.
  return unread.includes('IMG_DATA') ? { ...fields, IMG: undefined } : fields;
}

function detailsOf(shown: Readonly<Record<string, unknown>> | null | undefined): Design['details'] {
  if (!shown) return undefined;
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(shown)) {
    if (volatileFields.has(name)) continue;
    if (typeof value === 'string') details[storable(name)] = textForm(value) ?? '';
    else if (value === null) details[storable(name)] = '';
  }
  return details;
}

function shortEnough(key: string): string | undefined {
  return key.length <= longestKey ? key : undefined;
}

/**
 * The key of a design: its `ID`, else `SOURCE.IRN`. undefined when it has neither, or only
 * one that is too long for a key.
 */
function designKey(shown: Pick<ShownDesign, 'ID' | 'SOURCE' | 'IRN'>): string | undefined {
  const id = identifierForm(shown.ID);
  return id ? shortEnough(id) : composedKey(identifierForm(shown.SOURCE), identifierForm(shown.IRN));
}
