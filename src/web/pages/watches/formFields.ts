import type { DesignFields, DocketFields, WatchFields } from '../../../config/watchSchema.ts';
import { knownSources } from '../../../records/design.ts';
import { changeKinds, kindNames } from '../../../records/diff/change.ts';

/**
 * How a key of a watch is filled in. `boxes`: any of a few; `some`: a text, or several, one per line; `lines`: a
 * list, one per line; `words`: a list, commas between.
 */
export interface FormField {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly as: 'text' | 'some' | 'flag' | 'yes-no' | 'boxes' | 'lines' | 'words';
  /** Of `boxes`; what a watch has beside them is offered too. Of a text, what was written before. */
  readonly options?: readonly string[] | undefined;
  /** How options are called, where their own word is for files. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

export type SearchKind = 'dockets' | 'designs';

// The compiler reports a key of the schema that is missing here.

const wholeWord: FormField = {
  label: 'Only whole words',
  hint: 'leaves out what has the name only inside a longer word',
  as: 'flag',
};

const docketForm: Readonly<Record<keyof DocketFields, FormField>> = {
  patentNumber: { label: 'Patent number', hint: 'like 6,834,603', as: 'some' },
  companyName: { label: 'Company', hint: 'how its name begins', as: 'some' },
  caseNumber: { label: 'Case number', hint: 'as courts write it: 1:20-cv-00168', as: 'some' },
  court: { label: 'Court', hint: 'like D. Del.; cases of other courts are left out', as: 'some' },
  wholeWord,
};

const designForm: Readonly<Record<keyof DesignFields, FormField>> = {
  source: { label: 'Registers', as: 'boxes', options: knownSources },
  holder: { label: 'Holder', as: 'some' },
  locarno: { label: 'Locarno class', hint: 'like 09-01', as: 'some' },
  product: { label: 'Product', as: 'some' },
  registrationNumber: { label: 'Registration number', as: 'some' },
  id: { label: 'Id', hint: 'of one design, as the register has it', as: 'some' },
  idPrefix: { label: 'Id begins with', as: 'some' },
  designated: { label: 'Designated state', hint: 'two letters, like US', as: 'some' },
  status: { label: 'Status', hint: 'like ACT', as: 'some' },
  registered: { label: 'Registered', hint: 'a year or a day', as: 'some' },
  expires: { label: 'Expires', hint: 'a year or a day', as: 'some' },
  litigation: { label: 'With their litigation', hint: 'costs more for each page', as: 'flag' },
  wholeWord,
};

type Rest = Exclude<
  keyof WatchFields,
  'id' | 'name' | 'matter' | 'tags' | SearchKind | 'report' | 'similarTo' | 'budget'
>;

const rest: Readonly<Record<Rest, FormField>> = {
  schedule: {
    label: 'Schedule',
    hint:
      'minute, hour, day, month, weekday: 0 7 * * 1-5 is weekdays at 07:00, 0 9 * * 5 is Friday at 09:00; ' +
      'adaptive: when news is likely',
    as: 'text',
  },
  atLeastEvery: { label: 'Adaptive: at least every', hint: '24h, 3d; empty: 24h', as: 'text' },
  atMostEvery: {
    label: 'Adaptive: at most every',
    hint: '30m, 1h; empty: 1h, without a budget a quarter of the other bound',
    as: 'text',
  },
  timezone: { label: 'Time zone', as: 'text' },
  notify: { label: 'Who is notified', as: 'boxes' },
  tell: { label: 'Kinds of news', hint: 'none chosen: every kind', as: 'boxes', names: kindNames },
  important: { label: 'Important', hint: 'words or kinds of news that come first, one per line', as: 'lines' },
  mute: { label: 'Mute', hint: 'words or kinds of news that are only counted, one per line', as: 'lines' },
  announce: { label: 'Say what the first check found', as: 'yes-no' },
  priority: {
    label: 'When money is short',
    hint: 'low gives way first, high last; empty: the default, normal',
    as: 'text',
  },
  urgent: { label: 'Urgent', hint: 'does not wait for a digest or the end of quiet hours', as: 'flag' },
  confidential: {
    label: 'Confidential',
    hint:
      'pages and subjects show its matter alone; from then on only those who may see confidential watches can ' +
      'edit it here',
    as: 'flag',
  },
};

type ReportKey = keyof NonNullable<WatchFields['report']>;

const reportForm: Readonly<Record<ReportKey, FormField>> = {
  entries: { label: 'Only these types of entries', hint: 'order, motion, complaint …', as: 'words' },
  about: { label: 'Or those about', hint: 'claim construction, dismissal …', as: 'words' },
  exclude: { label: 'Never', hint: 'types or topics', as: 'words' },
  important: { label: 'First of all', hint: 'types or topics', as: 'words' },
};

const budgetForm: Readonly<Record<keyof NonNullable<WatchFields['budget']>, FormField>> = {
  perDay: { label: 'Credits a day at most', hint: 'empty: no limit of its own', as: 'text' },
  perMonth: { label: 'Credits a month at most', hint: 'days and months of UTC', as: 'text' },
};

type Similar = keyof NonNullable<WatchFields['similarTo']>;

/** A folder of pictures is on the machine: who runs Tipstaff names it, and saving the form keeps it as it is. */
const similarForm: Readonly<Record<Exclude<Similar, 'pictures'>, FormField>> = {
  registrations: { label: 'Your registrations', hint: 'designs that are stored, one per line', as: 'lines' },
  portfolio: { label: 'More of yours', hint: 'page: added on the page of this watch; or a CSV or XLSX', as: 'text' },
  classes: { label: 'Classes that come first', hint: 'like 09-01, one per line', as: 'lines' },
  top: { label: 'How many are told', hint: 'the most alike; empty: 10', as: 'text' },
};

const formNames = new Map(
  [
    prefixed('dockets', docketForm),
    prefixed('designs', designForm),
    prefixed('', rest),
    prefixed('report', reportForm),
    prefixed('budget', budgetForm),
    prefixed('similarTo', similarForm),
  ].flatMap((part) => [...part].map(([key, { label }]) => [key, label] as const)),
);

/** What the form calls a place like `dockets.companyName[0]`: `Company`; a key that it does not have, as it is. */
export function fieldName(path: string): string {
  return formNames.get(path.replaceAll(/\[\d+\]/g, '')) ?? path;
}

/** A part of the form: its fields by their dotted keys, as they stand in the YAML. */
export interface FormPart {
  readonly title: string;
  readonly fields: ReadonlyMap<string, FormField>;
  /** `first` is what everybody fills in, `search` what is watched; `more` may stay as it is. */
  readonly place: 'first' | 'search' | 'more';
}

export interface FormChoices {
  readonly channels: readonly string[];
  readonly matters?: readonly string[] | undefined;
}

/** The form of a watch of court cases or of designs, in the order in which it is filled in. */
export function formParts(kind: SearchKind, { channels, matters }: FormChoices): FormPart[] {
  const isDockets = kind === 'dockets';
  const first: Record<string, FormField> = {
    name: { label: 'Name', hint: 'for readers; empty: made from what is watched', as: 'text' },
    matter: { label: 'Matter', as: 'text', options: matters },
  };
  const naming: Record<string, FormField> = {
    id: { label: 'Id', hint: 'letters, digits, - and _; empty: made from the name; stays as it is', as: 'text' },
    tags: { label: 'Tags', hint: 'to find it among many, commas between', as: 'words' },
  };
  const search = prefixed(kind, isDockets ? docketForm : designForm);
  const { schedule, atLeastEvery, atMostEvery, timezone, notify, priority, tell, ...others } = rest;
  const kinds = changeKinds.filter((one) => one.startsWith('design.') !== isDockets);
  return [
    {
      title: 'Whom it tells',
      fields: prefixed('', { ...first, notify: { ...notify, options: channels } }),
      place: 'first',
    },
    {
      title: isDockets ? 'Which cases (several values: one per line)' : 'Which designs (several values: one per line)',
      fields: search,
      place: 'search',
    },
    {
      title: 'Schedule, id and limits',
      place: 'more',
      fields: new Map([
        ...prefixed('', {
          schedule,
          atLeastEvery,
          atMostEvery,
          timezone,
          ...naming,
          priority,
        }),
        ...prefixed('budget', budgetForm),
      ]),
    },
    {
      title: 'What it reports',
      place: 'more',
      fields: new Map([
        ...prefixed('', { tell: { ...tell, options: kinds }, ...others }),
        ...(isDockets ? prefixed('report', reportForm) : []),
      ]),
    },
    ...(isDockets ? [] : [similarPart]),
  ];
}

const similarPart: FormPart = {
  title: 'Which look like yours',
  place: 'more',
  fields: prefixed('similarTo', similarForm),
};

function prefixed(prefix: string, fields: Readonly<Record<string, FormField>>): Map<string, FormField> {
  return new Map(Object.entries(fields).map(([key, field]) => [prefix === '' ? key : `${prefix}.${key}`, field]));
}
