import type { PlacedFinding } from '../../../base/errors.ts';
import { valueAt } from '../../../base/json.ts';
import { listed } from '../../../base/words/sentence.ts';
import type { WatchBody } from '../../../config/config.ts';
import type { DesignFields, DocketFields, WatchFields } from '../../../config/watchSchema.ts';
import { knownSources, registerNames } from '../../../records/design.ts';
import { kindNames, kindsOf } from '../../../records/diff/change.ts';
import { type Form, tickedIn } from '../../frame/page.ts';

export interface FormField {
  readonly label: string;
  readonly hint?: string | undefined;
  /** `some`: one text or a list, one per line. `lines`: a list, one per line. `words`: a list with commas. */
  readonly as: 'text' | 'some' | 'flag' | 'yes-no' | 'boxes' | 'lines' | 'words';
  readonly options?: readonly string[] | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

export type SearchKind = 'dockets' | 'designs';

// The compiler reports a key of the schema that these tables lack.

const wholeWord: FormField = {
  label: 'Only whole words',
  hint: 'filters out names that contain it only inside a longer word',
  as: 'flag',
};

const dockets: Readonly<Record<keyof DocketFields, FormField>> = {
  patentNumber: { label: 'Patent number', hint: 'like 6,834,603', as: 'some' },
  companyName: { label: 'Company', hint: 'how its name begins', as: 'some' },
  caseNumber: { label: 'Case number', hint: 'as courts write it: 1:20-cv-00168', as: 'some' },
  court: { label: 'Court', hint: 'like D. Del.; cases of other courts are filtered out', as: 'some' },
  wholeWord,
};

const designs: Readonly<Record<keyof DesignFields, FormField>> = {
  source: { label: 'Registers', as: 'boxes', options: knownSources, names: registerNames },
  holder: { label: 'Holder', as: 'some' },
  locarno: { label: 'Locarno class', hint: 'like 09-01', as: 'some' },
  product: { label: 'Product', as: 'some' },
  registrationNumber: { label: 'Registration number', as: 'some' },
  id: { label: 'Id', hint: 'of one design, as the register has it', as: 'some' },
  idPrefix: { label: 'Id begins with', as: 'some' },
  designated: { label: 'Designated state', hint: 'two letters, like US', as: 'some' },
  status: { label: 'Status', hint: 'like ACT', as: 'some' },
  registered: { label: 'Registered', hint: 'a year or a day', as: 'some' },
  expires: { label: 'Expires', as: 'some' }, // Not in the form, because the service ignores it.
  litigation: { label: 'With their litigation', hint: 'costs more for each page', as: 'flag' },
  wholeWord,
};

type Plain = Exclude<keyof WatchFields, SearchKind | 'report' | 'similarTo' | 'budget'>;

const plain: Readonly<Record<Plain, FormField>> = {
  name: { label: 'Name', hint: 'as readers see it; if empty, its id', as: 'text' },
  matter: { label: 'Matter', as: 'text' },
  schedule: {
    label: 'Schedule',
    hint:
      'minute, hour, day, month, weekday: 0 7 * * 1-5 is weekdays at 07:00, 0 9 * * 5 is Fridays at 09:00; ' +
      'adaptive: when news is likely',
    as: 'text',
  },
  atLeastEvery: { label: 'Adaptive: longest time between checks', hint: '24h, 3d; empty: 24h', as: 'text' },
  atMostEvery: {
    label: 'Adaptive: shortest time between checks',
    hint: '30m, 1h; empty: 1h if there is a budget, else a quarter of the longest',
    as: 'text',
  },
  timezone: { label: 'Time zone', as: 'text' },
  id: { label: 'Id', hint: 'letters, digits, - and _; empty: made for you; it cannot change later', as: 'text' },
  tags: { label: 'Tags', hint: 'the list of watches can be filtered by them; put commas between', as: 'words' },
  notify: { label: 'Who is notified', as: 'boxes' },
  tell: { label: 'Kinds of news', hint: 'none chosen: every kind', as: 'boxes', names: kindNames },
  important: {
    label: 'Needs you',
    hint: 'words or kinds of news, one per line: they come first',
    as: 'lines',
    names: kindNames,
  },
  mute: { label: 'Only counted', hint: 'words or kinds of news, one per line', as: 'lines', names: kindNames },
  announce: { label: 'Say what the first check found', as: 'yes-no' },
  priority: {
    label: 'Priority',
    hint: 'low, normal or high: if credits run short, low-priority watches wait; empty: normal',
    as: 'text',
    options: ['low', 'normal', 'high'],
  },
  urgent: { label: 'Urgent', hint: 'does not wait for a digest; quiet hours still delay it', as: 'flag' },
  confidential: {
    label: 'Confidential',
    hint:
      'pages and subjects show its matter alone; from then on only those who may see confidential watches can ' +
      'edit it here',
    as: 'flag',
  },
};

const report: Readonly<Record<keyof NonNullable<WatchFields['report']>, FormField>> = {
  entries: { label: 'Only these types of entries', hint: 'order, motion, complaint …', as: 'words' },
  about: { label: 'Or those about', hint: 'claim construction, dismissal …', as: 'words' },
  exclude: { label: 'Entries never reported', hint: 'types or topics', as: 'words' },
  important: { label: 'Entries that come first', hint: 'types or topics', as: 'words' },
};

const budget: Readonly<Record<keyof NonNullable<WatchFields['budget']>, FormField>> = {
  perDay: { label: 'Credits a day at most', hint: 'empty: no limit of its own', as: 'text' },
  perMonth: { label: 'Credits a month at most', hint: 'days and months of UTC', as: 'text' },
};

/** Omits folders of pictures, which only whoever runs Tipstaff may name. Saving the form keeps them. */
const similarTo: Readonly<Record<Exclude<keyof NonNullable<WatchFields['similarTo']>, 'pictures'>, FormField>> = {
  registrations: { label: 'Your registrations', hint: 'found by a watch, one per line: DM/214 567', as: 'lines' },
  portfolio: { label: 'More of yours', hint: 'the word page: added on its page; or a CSV or XLSX file', as: 'text' },
  classes: { label: 'Classes that come first', hint: 'like 09-01, one per line', as: 'lines' },
  top: { label: 'How many come first', hint: 'the most similar; empty: 10. The others are reported too', as: 'text' },
};

/** All fields of a watch by their dotted path in the YAML, for the form, sheets and messages. */
export const watchFields: ReadonlyMap<string, FormField> = new Map([
  ...Object.entries(plain),
  ...Object.entries({ dockets, designs, report, budget, similarTo }).flatMap(([outer, fields]) =>
    Object.entries(fields).map(([key, field]) => [`${outer}.${key}`, field] as const),
  ),
]);

/** Returns `Company` for `dockets.companyName[0]`. A key that the form lacks is unchanged. */
export const fieldName = (path: string): string => watchFields.get(path.replaceAll(/\[\d+\]/g, ''))?.label ?? path;

/** Writes a finding as the form does: `one of holder, idPrefix` → `one of Holder, Id begins with`. */
export function formWords({ path, words }: Pick<PlacedFinding, 'path' | 'words'>): string {
  const [search = ''] = path.split('.');
  const labels = (keys: string) => keys.split(', ').map((key) => watchFields.get(`${search}.${key}`)?.label ?? key);
  return words
    .replace(/^found neither dockets nor designs; .*/, 'Nothing to search for: fill in what to watch')
    .replace(/^found no filter; the service refuses .*; accepted: /, 'Nothing to search for yet: fill in ')
    .replace(/^found nothing; accepted: /, 'Fill in ')
    .replace(/^found (".*"); the service may time out on (\w+) if it is alone\. /, '$1 alone may time out in $2. ')
    .replaceAll(/(?<=\bone (?:more )?of )\w+(?:, \w+)*/g, (keys) => listed(labels(keys), 'or'))
    .replaceAll('wholeWord: true', `“${wholeWord.label}”`);
}

export function findingLine(finding: PlacedFinding): string {
  const words = formWords(finding);
  return finding.path === '' ? words : `${fieldName(finding.path)}: ${words}`;
}

export interface FormPart {
  readonly title: string;
  readonly fields: ReadonlyMap<string, FormField>;
  /** `first`: for everybody. `search`: what to watch. `more`: optional. */
  readonly place: 'first' | 'search' | 'more';
}

export interface FormChoices {
  readonly channels: readonly string[];
  readonly matters?: readonly string[] | undefined;
}

export function formParts(kind: SearchKind, { channels, matters }: FormChoices): FormPart[] {
  const isDockets = kind === 'dockets';
  const options: Readonly<Record<string, readonly string[] | undefined>> = {
    matter: matters,
    notify: channels,
    tell: kindsOf(isDockets ? 'docket' : 'design'),
  };
  const fields = [...watchFields].flatMap(([path, field]) =>
    path === 'designs.expires' ? [] : [[path, { ...field, options: options[path] ?? field.options }] as const],
  );
  const part = (title: string, place: FormPart['place'], ...paths: string[]): FormPart => {
    const own = paths.flatMap((one) => fields.filter(([path]) => path === one || path.startsWith(`${one}.`)));
    return { title, place, fields: new Map(own) };
  };
  const of = isDockets ? 'cases' : 'designs';
  const limits = ['schedule', 'atLeastEvery', 'atMostEvery', 'timezone', 'id', 'tags', 'priority', 'budget'];
  const ofEntries = (...keys: (keyof typeof report)[]) => (isDockets ? keys.map((key) => `report.${key}`) : []);
  const reports = [
    'tell',
    ...ofEntries('entries', 'about'),
    'important',
    ...ofEntries('important'),
    'mute',
    ...ofEntries('exclude'),
    'announce',
    'urgent',
    'confidential',
  ];
  return [
    part('About the watch', 'first', 'name', 'matter', 'notify'),
    part(`Which ${of} (several values: one per line)`, 'search', kind),
    ...(isDockets ? [] : [part('Which look like yours', 'more', 'similarTo')]),
    part('Schedule, id and limits', 'more', ...limits),
    part('What it reports', 'more', ...reports),
  ];
}

/** Texts by dotted key. The key of a ticked box includes its value: `notify.counsel` is `true`. */
export type FormValues = Readonly<Record<string, string>>;

export function valuesOf(body: WatchBody, parts: readonly FormPart[], notify: readonly string[] = []): FormValues {
  const whole: WatchBody = { ...body, notify: body.notify ?? notify };
  return Object.fromEntries(
    parts.flatMap(({ fields }) =>
      [...fields].flatMap(([key, field]): [string, string][] => {
        const value = valueAt(whole, key.split('.'));
        if (value === undefined) return [];
        if (field.as === 'boxes') return listOf(value).map((one) => [`${key}.${one}`, 'true']);
        return [[key, listOf(value).join(field.as === 'words' ? ', ' : '\n')]];
      }),
    ),
  );
}

/**
 * Returns the watch as in watches.yaml, with the fields of the form and with the settings that the form does not show.
 * @param notify the channels of a watch that names none
 */
export function bodyFrom(
  form: Form,
  kind: SearchKind,
  parts: readonly FormPart[],
  { before, notify }: { readonly before: WatchBody; readonly notify: readonly string[] | undefined },
): WatchBody {
  const fields = parts.flatMap((part) => [...part.fields]);
  const filled = fields.map(([key, field]) => [key, valueFrom(form, key, field)] as const);
  const channels = tickedIn(form, 'notify');
  const notified = notify !== undefined && isSame(channels, notify) ? undefined : channels;
  const body = withSettings(before, [...filled, ['notify', notified]]);
  // Adds even an empty search, so that the mistake is reported in the search.
  return { ...body, [kind]: body[kind] ?? {} };
}

function valueFrom(form: Form, key: string, field: FormField): unknown {
  if (field.as !== 'boxes') return valueIn(field, (form[key] ?? '').replaceAll('\r\n', '\n').trim(), '\n', /[,\n]/);
  const ticked = tickedIn(form, key);
  return ticked.length === 0 ? undefined : ticked;
}

export function valueIn(
  { as, names = {} }: FormField,
  text: string,
  between: string | RegExp,
  betweenWords: RegExp,
): unknown {
  if (text === '') return undefined;
  const list = (separator: string | RegExp) => {
    const items = text.split(separator).flatMap((item) => item.trim() || []);
    return items.length === 0 ? undefined : items;
  };
  switch (as) {
    case 'text':
      return text;
    case 'flag':
    case 'yes-no':
      if (/^(yes|true|x|1)$/i.test(text)) return true;
      return /^(no|false|0)$/i.test(text) ? (as === 'flag' ? undefined : false) : text;
    case 'some': {
      const values = list(between);
      return values?.length === 1 ? values[0] : values;
    }
    case 'lines': {
      const keyOf = new Map(Object.entries(names).map(([key, name]) => [name.toLowerCase(), key]));
      return list(between)?.map((item) => keyOf.get(item.toLowerCase()) ?? item);
    }
    case 'words':
    case 'boxes':
      return list(betweenWords);
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** Sets values by their dotted keys. Undefined removes a setting, and its group with the last one. */
export function withSettings(before: WatchBody, settings: Iterable<readonly [key: string, value: unknown]>): WatchBody {
  const body: Record<string, unknown> = { ...before };
  for (const [key, value] of settings) {
    const [outer = '', inner] = key.split('.');
    body[outer] = inner === undefined ? value : definedIn({ ...(body[outer] as WatchBody), [inner]: value });
  }
  return definedIn(body) ?? {};
}

function definedIn(map: WatchBody): WatchBody | undefined {
  const defined = Object.entries(map).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? undefined : Object.fromEntries(defined);
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);
