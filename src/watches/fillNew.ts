import type { Config } from '../config/config.ts';
import type { Form } from '../pages/page.ts';
import type { SearchKind } from './formFields.ts';
import { readWhat } from './readWhat.ts';

/** Leaves room for a number behind it. */
const longestMadeId = 60;

/**
 * The form of a new watch with what its one box was read as, and with an id where it has none. What was changed under
 * More after the box was read stays as it was changed (`readBefore` is what was read then).
 */
export function fillNew(
  { watches }: Pick<Config, 'watches'>,
  sent: Form,
): { readonly kind: SearchKind; readonly form: Form } {
  const asked = sent.kind === 'designs' ? 'designs' : 'dockets';
  const { what = '', readBefore = '' } = sent;
  const read = what === readBefore ? undefined : readWhat(what, asked);
  if (read === undefined) return { kind: asked, form: withId(watches, sent) };
  const kept = Object.entries(sent).filter(([key]) => !/^(?:dockets|designs)\./.test(key));
  const name = sent.name || read.name;
  const form = { ...Object.fromEntries(kept), ...read.values, kind: read.kind, name, readBefore: what };
  return { kind: read.kind, form: withId(watches, form) };
}

/** Reading the box does not fix the id: the name may still be changed. */
function withId(watches: Config['watches'], form: Form): Form {
  if (form.step === 'read' || form.id) return form;
  return { ...form, id: freeId(watches, form.name || firstValue(form)) };
}

/** What is searched, where the watch has no name. */
function firstValue(form: Form): string {
  const fields = Object.entries(form).filter(([key]) => /^(?:dockets|designs)\./.test(key));
  return fields.find(([, value]) => value !== '' && value !== 'true')?.[1] ?? '';
}

/** `Rival in court` → `rival-in-court`, or `rival-in-court-2` where that is taken. */
function freeId(watches: Config['watches'], name: string): string {
  const base = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, longestMadeId)
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  const taken = new Set(watches.map(({ id }) => id.toLowerCase()));
  if (base === '' || !taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
