import type { FieldChange } from '../../diff/change.ts';
import type { Design } from '../../records/design.ts';
import { productName } from '../../records/productName.ts';
import { rightNumber } from '../../records/rightNumber.ts';
import { shortText } from '../../words/shortText.ts';
import { recordLabel } from './recordWords.ts';

/** A design inside a sentence: `DM/950012 (Rival AG, Flask)`. */
export function designName(design: Design): string {
  const facts = [design.holders?.[0], productName(design.products?.[0] ?? '')].map((one) => shortText(one, 60));
  const known = facts.filter(Boolean).join(', ');
  return known === '' ? recordLabel(design) : `${recordLabel(design)} (${known})`;
}

/** The patents of a case; those that are designs which we hold, by name. */
export function withDesignNames(field: FieldChange, heldDesigns: readonly Design[]): FieldChange {
  const { before, after } = field;
  if (field.field !== 'patentNumbers' || !Array.isArray(after)) return field;
  const names = new Map(
    heldDesigns.map((design) => [rightNumber(design.registrationNumber ?? ''), designName(design)] as const),
  );
  const named = (number: string) => names.get(rightNumber(number)) ?? number;
  return { ...field, before: Array.isArray(before) ? before.map(named) : before, after: after.map(named) };
}
