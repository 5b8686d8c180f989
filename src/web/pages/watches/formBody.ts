import { isMap } from '../../../base/json.ts';
import type { WatchBody } from '../../../config/config.ts';
import type { Form } from '../../frame/page.ts';
import type { FormField, FormPart } from './formFields.ts';

/**
 * What the form shows: texts by dotted key, and for each box that is ticked its key and value: `notify.counsel` is
 * `true`.
 */
export type FormValues = Readonly<Record<string, string>>;

/** How the form shows a watch. @param notify channels to tick where the watch names none */
export function valuesOf(body: WatchBody, parts: readonly FormPart[], notify: readonly string[] = []): FormValues {
  const whole: WatchBody = { ...body, notify: body.notify ?? notify };
  return Object.fromEntries(
    parts.flatMap(({ fields }) =>
      [...fields].flatMap(([key, field]): [string, string][] => {
        const value = valueAt(whole, key);
        if (value === undefined) return [];
        if (field.as === 'boxes') return listOf(value).map((one) => [`${key}.${one}`, 'true']);
        return [[key, listOf(value).join(field.as === 'words' ? ', ' : '\n')]];
      }),
    ),
  );
}

/**
 * The watch that a form stands for, as watches.yaml would say it: blank fields are left out. @param notify the channels
 * for a watch that names none
 */
export function bodyFrom(form: Form, parts: readonly FormPart[], notify: readonly string[] | undefined): WatchBody {
  const body: Record<string, unknown> = {};
  for (const { fields } of parts) {
    for (const [key, field] of fields) {
      const value = valueFrom(form, key, field);
      if (key === 'notify') {
        if (notify === undefined || !isSame(listOf(value ?? []), notify)) body.notify = value ?? [];
      } else if (value !== undefined) put(body, key, value);
    }
  }
  // The search is there even if nothing was filled in, so that the mistake is reported in it.
  const search = [...parts.flatMap((part) => [...part.fields.keys()])].find((key) => /^(dockets|designs)\./.test(key));
  const kind = search?.split('.')[0];
  return kind === undefined ? body : { ...body, [kind]: body[kind] ?? {} };
}

/**
 * The watch as the form says it, with what the form does not show of the watch as it was: saving loses nothing. A key
 * of a service that is no more is not kept.
 */
export function withUnseen(body: WatchBody, before: WatchBody, parts: readonly FormPart[]): WatchBody {
  const shown = new Set(['service', ...parts.flatMap(({ fields }) => [...fields.keys()])]);
  const whole: Record<string, unknown> = { ...body };
  for (const [outer, value] of Object.entries(before)) {
    const keys = isMap(value) ? Object.keys(value).map((inner) => `${outer}.${inner}`) : [outer];
    for (const key of keys) if (!shown.has(key)) put(whole, key, valueAt(before, key));
  }
  return whole;
}

function valueFrom(form: Form, key: string, { as }: FormField): unknown {
  const text = (form[key] ?? '').replaceAll('\r\n', '\n').trim();
  switch (as) {
    case 'text':
      return text === '' ? undefined : text;
    case 'flag':
      return text === 'true' ? true : undefined;
    case 'yes-no':
      return text === '' ? undefined : text === 'true';
    case 'some': {
      const texts = nonEmpty(text.split('\n'));
      return texts?.length === 1 ? texts[0] : texts;
    }
    case 'lines':
      return nonEmpty(text.split('\n'));
    case 'words':
      return nonEmpty(text.split(/[,\n]/));
    case 'boxes':
      return nonEmpty(
        Object.keys(form)
          .filter((name) => name.startsWith(`${key}.`) && form[name] === 'true')
          .map((name) => name.slice(key.length + 1)),
      );
  }
}

function nonEmpty(list: readonly string[]): readonly string[] | undefined {
  const items = list.map((item) => item.trim()).filter((item) => item !== '');
  return items.length === 0 ? undefined : items;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** `dockets.companyName`: there is only one level. */
export function put(body: Record<string, unknown>, key: string, value: unknown): void {
  const [outer = '', inner] = key.split('.');
  if (inner === undefined) body[outer] = value;
  else body[outer] = { ...(body[outer] as object | undefined), [inner]: value };
}

export function valueAt(body: WatchBody, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (value as WatchBody | undefined)?.[part], body);
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
