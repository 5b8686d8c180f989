import type { Docket } from '../records/docket.ts';
import type { FieldChange } from './change.ts';
import { foldText } from './foldText.ts';

export interface DocketStatus {
  readonly status: string | undefined;
  readonly dateTerminated: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** `terminated` is the only known value; others that say as much must not open a case again. */
const isEnded = (status: string): boolean => /terminat|clos|dismiss|dispos|ended/i.test(status);

/**
 * Whether a case ended, opened again or ended again. Blank says nothing, with one exception: a status of a case that is not over
 * makes the date blank, because the case is open again. The first word about a case that is open is no news.
 */
export function compareDocketStatus(before: Docket, after: Docket): DocketStatus {
  const [oldStatus, oldDate] = [before.status ?? '', before.dateTerminated ?? ''];
  const shownStatus = after.status?.trim() ?? '';
  const shownDate = after.dateTerminated ?? '';
  const isSame = shownStatus === '' || foldText(shownStatus) === foldText(oldStatus);
  const status = isSame ? before.status || after.status : after.status;
  const isOpen = shownStatus !== '' && !isEnded(shownStatus);
  const dateTerminated = shownDate || (isOpen ? '' : before.dateTerminated);
  const fields: FieldChange[] = [];
  if (!isSame && !(oldStatus === '' && oldDate === '' && isOpen)) {
    fields.push({ field: 'status', before: oldStatus || null, after: shownStatus });
  }
  if ((dateTerminated ?? '') !== oldDate) {
    fields.push({ field: 'dateTerminated', before: oldDate || null, after: dateTerminated || null });
  }
  return { status, dateTerminated, fields };
}
