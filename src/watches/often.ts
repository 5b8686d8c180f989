import { html } from 'hono/html';
import type { Html } from '../pages/page.ts';
import { describeSchedule } from '../schedule/describeSchedule.ts';
import type { FormValues } from './formBody.ts';

/** How often a watch looks, for those who do not write schedules. */
const presets = [
  ['weekdays', '0 7 * * 1-5', 'weekday mornings'],
  ['twice', '0 7,13 * * 1-5', 'twice a day, on weekdays'],
  ['weekly', '0 9 * * 5', 'weekly, on Friday'],
  ['adaptive', 'adaptive', 'when news is likely (adaptive)'],
] as const;

const ownSchedule = 'own';

/** Which choice a schedule is; '' for the default, `own` for one that is written under More. */
function oftenOf({ schedule = '' }: FormValues): string {
  if (schedule.trim() === '') return '';
  return presets.find(([, written]) => written === schedule.trim())?.[0] ?? ownSchedule;
}

/** The choice, and beside it what was chosen before. @param usual the default schedule */
export function oftenField(values: FormValues, usual: string): Html {
  const chosen = oftenOf(values);
  const options = [
    ['', `as usual: ${describeSchedule(usual)}`],
    ...presets.map(([name, , words]) => [name, words] as const),
    [ownSchedule, 'as written under More'],
  ] as const;
  return html`<p class="field"><label for="often">How often</label><select id="often" name="often">${options.map(
    ([name, words]) => html`<option value="${name}" ${name === chosen ? html`selected` : ''}>${words}</option>`,
  )}</select><input type="hidden" name="oftenBefore" value="${chosen}"></p>`;
}

/** A form with the schedule that was chosen; one that was only written, under More, stays. */
export function withOften(form: FormValues): FormValues {
  const { often, oftenBefore } = form;
  if (often === undefined || often === oftenBefore || often === ownSchedule) return form;
  const preset = presets.find(([name]) => name === often)?.[1];
  return preset === undefined && often !== '' ? form : { ...form, schedule: preset ?? '' };
}
