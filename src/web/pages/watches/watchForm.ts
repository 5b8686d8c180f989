import { html } from 'hono/html';
import type { PlacedFinding } from '../../../base/errors.ts';
import { counted } from '../../../base/words/sentence.ts';
import type { Config, OwnWatch } from '../../../config/config.ts';
import { describeSchedule } from '../../../schedule/describeSchedule.ts';
import { type Html, hiddenInput, tickBox, tickBoxes, tickedIn, tokenInput } from '../../frame/page.ts';
import { options, watchActionPath } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { type FormField, type FormPart, type FormValues, findingLine, formWords, type SearchKind } from './fields.ts';
import { readWhat } from './readWhat.ts';

export interface FilledForm {
  readonly kind: SearchKind;
  readonly values: FormValues;
  /** The watch as stored. Undefined for a new one. */
  readonly own?: OwnWatch | undefined;
  readonly mistakes?: readonly PlacedFinding[];
}

interface ShownForm extends Pick<FilledForm, 'values' | 'own'> {
  readonly blanks: Readonly<Record<string, string>>;
  /** By the key of their field, or '' if the form has no field for them. */
  readonly mistakes: ReadonlyMap<string, readonly PlacedFinding[]>;
}

export const formId = 'watch';

/** Shows each mistake beside its field. The fields for everybody come first, and More has the others. */
export function watchForm(
  { kind, values, own, mistakes = [] }: FilledForm,
  parts: readonly FormPart[],
  { schedule, timezone, announce }: Config['defaults'],
  visit: Visit,
): Html {
  const keys = parts.flatMap((part) => [...part.fields.keys()]);
  const blanks = { schedule, timezone, announce: announce ? 'yes' : 'no' };
  const shown: ShownForm = { values, own, blanks, mistakes: Map.groupBy(mistakes, (one) => keyOf(one, keys)) };
  const elsewhere = shown.mistakes.get('') ?? [];
  const folded = parts.filter((part) => isFolded(part, shown));
  const open = parts.filter((part) => !folded.includes(part));
  const wrong = counted(mistakes.length, 'thing');
  const action = own === undefined ? '/new-watch' : watchActionPath(own.id, 'edit');
  return html`${
    mistakes.length > 0 && html`<p class="note" role="alert"><strong>Not saved yet:</strong> ${wrong} to correct.</p>`
  }
<form method="post" action="${action}" id="${formId}" class="fields">
${tokenInput(visit)}
${hiddenInput('kind', kind)}${own === undefined ? whatField(values, kind) : seenInput(values, own)}
${elsewhere.map((one) => html`<p class="mistake">${findingLine(one)}</p>`)}
${open.map((part) => partOf(part, shown))}
${folded.length > 0 && html`<details><summary>More</summary>${folded.map((part) => partOf(part, shown))}</details>`}
<p><button class="first" name="step" value="save">Save</button></p></form>`;
}

/** A form shown again keeps the version of the watch that its editor saw first. */
const seenInput = ({ changedAt }: FormValues, own: OwnWatch): Html =>
  hiddenInput('changedAt', changedAt ?? own.changedAt);

function isFolded({ place, fields }: FormPart, { mistakes, own }: ShownForm): boolean {
  const isWrong = [...fields.keys()].some((key) => mistakes.has(key));
  return !isWrong && (place === 'more' || (place === 'search' && own === undefined));
}

function partOf({ title, fields, place }: FormPart, shown: ShownForm): Html {
  const often = place === 'first' ? oftenField(shown.values, shown.blanks.schedule ?? '') : '';
  return html`<fieldset><legend>${title}</legend>${[...fields].map(([key, field]) =>
    fieldOf(key, field, shown),
  )}${often}</fieldset>`;
}

/** A step that begins with this reads the text after it instead of the box. */
export const readStep = 'read=';

const examples: Readonly<Record<SearchKind, string>> = {
  dockets: 'US 7,654,321 · 1:20-cv-00168 · Rival',
  designs: 'Rival · class 09-01 · DM/214 567 · D901,234',
};

/** Draws the one box and how it was read. Enter presses the first button of a form, which is therefore here. */
function whatField({ what: written = '', readBefore = '' }: FormValues, kind: SearchKind): Html {
  const read = readWhat(written, kind);
  const said =
    read === undefined
      ? html`<span class="quiet small" id="what-hint">One of: ${examples[kind]}; or fill in the
fields under More</span>`
      : html`<span id="what-hint" role="status">Read as ${read.words}.</span>${read.offers?.map(
          (one) => html` <button name="step" value="${readStep}${one}">${one}</button>`,
        )}`;
  return html`${hiddenInput('readBefore', readBefore)}<div class="field"><label for="what">What to watch</label>
<span class="reads"><input id="what" name="what" class="big" value="${written}" aria-describedby="what-hint"
autocomplete="off" spellcheck="false">
<button name="step" value="read">Fill in the form</button></span>${said}</div>`;
}

/** Returns an id without dots, which style sheets and tests can name. */
const idOf = (key: string): string => key.replaceAll('.', '-');

/** Returns the field of a mistake: `designs.source` for `designs.source[0]`, and the first of a group for the group. */
function keyOf({ path }: PlacedFinding, keys: readonly string[]): string {
  return keys.find((key) => path === key || path.startsWith(`${key}[`) || key.startsWith(`${path}.`)) ?? '';
}

function fieldOf(key: string, field: FormField, shown: ShownForm): Html {
  const wrong = shown.mistakes.get(key) ?? [];
  const mistakes = wrong.map((one) => html`${formWords(one)} `);
  const said = html`${field.hint && html` <span class="quiet small" id="${idOf(key)}-hint">${field.hint}</span>`}
${wrong.length > 0 && html`<span class="mistake" id="${idOf(key)}-wrong">${mistakes}</span>`}`;
  const by = [field.hint && `${idOf(key)}-hint`, wrong.length > 0 && `${idOf(key)}-wrong`].filter(Boolean).join(' ');
  if (field.as === 'boxes') return boxes(key, field, shown, said);
  if (field.as === 'flag') {
    const attributes = html`${shown.values[key] === 'true' ? 'checked' : ''} ${describedBy(by)}`;
    return html`<p class="field box">${tickBox(key, field.label, attributes)}${said}</p>`;
  }
  return html`<p class="field"><label for="${idOf(key)}">${field.label}</label>${inputOf(key, field, shown, {
    by,
    isWrong: wrong.length > 0,
  })}${said}</p>`;
}

function inputOf(
  key: string,
  field: FormField,
  { values, blanks, own }: ShownForm,
  { by, isWrong }: { readonly by: string; readonly isWrong: boolean },
): Html {
  const value = values[key] ?? '';
  const about = html`id="${idOf(key)}" name="${key}" ${describedBy(by)} ${isWrong ? html`aria-invalid="true"` : ''}`;
  switch (field.as) {
    case 'some':
      return html`<textarea ${about} rows="${value.split('\n').length}" spellcheck="false">${value}</textarea>`;
    case 'lines':
      return html`<textarea ${about} rows="2">${value}</textarea>`;
    case 'yes-no':
      return html`<select ${about}>${options(
        [
          ['', `default: ${blanks[key]}`],
          ['true', 'yes'],
          ['false', 'no'],
        ],
        value,
      )}</select>`;
    default:
      return html`<input ${about} value="${value}" placeholder="${blanks[key] ?? ''}" ${
        key === 'id' && own !== undefined ? html`readonly` : ''
      } ${
        field.options === undefined ? '' : html`list="${idOf(key)}-known"`
      } autocomplete="off" spellcheck="false">${knownValues(key, field)}`;
  }
}

function knownValues(key: string, { options: known }: FormField): Html | string {
  if (known === undefined) return '';
  return html`<datalist id="${idOf(key)}-known">${known.map(
    (one) => html`<option value="${one}"></option>`,
  )}</datalist>`;
}

/** Also offers values of the watch that are no option, such as a new register or a removed channel. */
function boxes(key: string, { label, options: given = [], names = {} }: FormField, { values }: ShownForm, said: Html) {
  const ticked = tickedIn(values, key);
  const all = [...new Set([...given, ...ticked])];
  const boxOf = (one: string) =>
    tickBox(`${key}.${one}`, names[one] ?? one, html`${ticked.includes(one) ? 'checked' : ''} title="${one}"`);
  return tickBoxes(label, all.map(boxOf), said);
}

const describedBy = (ids: string): Html => (ids === '' ? html`` : html`aria-describedby="${ids}"`);

/** Schedules for people who do not write cron. */
const presets = [
  ['weekdays', '0 7 * * 1-5', 'weekday mornings'],
  ['twice', '0 7,13 * * 1-5', 'twice a day, on weekdays'],
  ['weekly', '0 9 * * 5', 'weekly, on Friday'],
  ['adaptive', 'adaptive', 'when news is likely (adaptive)'],
] as const;

const ownSchedule = 'own';

function oftenOf({ schedule = '' }: FormValues): string {
  if (schedule.trim() === '') return '';
  return presets.find(([, written]) => written === schedule.trim())?.[0] ?? ownSchedule;
}

function oftenField(values: FormValues, usual: string): Html {
  const chosen = oftenOf(values);
  const choices = [
    ['', `default: ${describeSchedule(usual)}`],
    ...presets.map(([name, , words]) => [name, words] as const),
    [ownSchedule, 'another one, under More'],
  ] as const;
  return html`<p class="field"><label for="often">How often</label><select id="often" name="often">${options(
    choices,
    chosen,
  )}</select>${hiddenInput('oftenBefore', chosen)}</p>`;
}

/** Returns the form with the chosen schedule. A schedule that was written under More stays. */
export function withOften(form: FormValues): FormValues {
  const { often, oftenBefore } = form;
  if (often === undefined || often === oftenBefore || often === ownSchedule) return form;
  const preset = presets.find(([name]) => name === often)?.[1];
  return preset === undefined && often !== '' ? form : { ...form, schedule: preset ?? '' };
}
