import { html } from 'hono/html';
import type { PlacedFinding } from '../../../base/errors.ts';
import { capitalized, counted, listed, withCommas } from '../../../base/words/sentence.ts';
import { type Preview, previewDays } from '../../../check/previewFigures.ts';
import { type WatchConfig, whyFiltered } from '../../../config/config.ts';
import { describeWatch } from '../../../config/searchWords.ts';
import { kindNames } from '../../../records/diff/change.ts';
import { filedOn, placeBesideTitle, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { creditsPerRun, spendingWords } from '../../../schedule/costs.ts';
import { describeSchedule } from '../../../schedule/describeSchedule.ts';
import { legalDay } from '../../frame/moment.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { facts } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { findingLine } from './fields.ts';
import { kindOf } from './loadWatches.ts';
import { formId } from './watchForm.ts';

const patienceMs = 5 * 60_000;

interface Asked {
  readonly watch: WatchConfig;
  readonly warnings: readonly PlacedFinding[];
  readonly readings: readonly PlacedFinding[];
  /** The price at which the viewer asked for the preview; 0: only a summary was asked for. */
  readonly agreed: number;
}

/** Says what a watch searches, when, whom it notifies, and of what. */
export function watchSummary(watch: WatchConfig): string {
  const notified = watch.notify.length === 0 ? 'nobody' : listed(watch.notify);
  const schedule = `${capitalized(describeSchedule(watch.schedule))} (${watch.timezone})`;
  return [`${capitalized(describeWatch(watch))}. ${schedule}, notifies ${notified}`, ...reportedWords(watch)].join(
    '. ',
  );
}

function reportedWords({ tell, report: { entries = [], about = [] } = {} }: WatchConfig): string[] {
  const ofEntries = [...entries, ...about];
  return [
    ...(tell === undefined ? [] : [`Reports only ${listed(tell.map((kind) => kindNames[kind]))}`]),
    ...(ofEntries.length === 0 ? [] : [`Reports only these entries: ${listed(ofEntries)}`]),
  ];
}

export async function previewPart(parts: PageParts, visit: Visit, { watch, warnings, readings, agreed }: Asked) {
  const price = creditsPerRun(watch, new Map(), parts.config);
  const doubts = [
    ...warnings.map((one) => html`<p class="note">${findingLine(one)}</p>`),
    ...readings.map((one) => html`<p class="quiet">${findingLine(one)}</p>`),
  ];
  const says = `Run preview (${counted(price, 'credit')} at most)`;
  const button = html`<button form="${formId}" name="step" value="ask-${price}">${says}</button>
<button form="${formId}" name="step" value="preview">Summarize again</button>`;
  if (price > agreed || parts.preview === undefined) {
    return html`<section class="preview"><h2>Summary</h2>
<p>${watchSummary(watch)}. A check costs ${counted(price, 'credit')}, or more where there are more pages.</p>${doubts}
<p>A preview requests ${counted(watch.searches.length, 'page')} from the service, and shows what the watch would
find, how often, and at what cost.</p>
<p>${parts.preview === undefined ? 'Previews need a running daemon (tipstaff run).' : button}</p></section>`;
  }
  const found = await parts.preview(watch, AbortSignal.timeout(patienceMs), visit.sight.readable);
  return html`<section class="preview"><h2>Preview</h2>
${doubts}${figures(found, watch, visit)}
<p>${button}</p></section>`;
}

/** Confirms saving an expensive watch at this price, but no higher price. */
export function confirmPart(price: number): Html {
  const words = counted(price, 'credit');
  return html`<section class="preview"><h2>Save it at this price?</h2>
<p class="note doubt"><strong>Each check costs ${words} or more:</strong> what is searched here is not searched by any
other watch, and one page is counted for each search. It is not saved yet.</p>
<p><button form="${formId}" name="step" value="save-${price}">Save it, ${words} or more a check</button></p></section>`;
}

function alertsWords({ alerts }: Preview): string {
  if (alerts.length === 0) return 'no alert: it notifies no channel';
  const each = alerts.map(({ channel, count }) => `about ${counted(count, 'alert')} to ${channel}`);
  return `${each.join(', ')}; fewer if other watches send it the same news`;
}

function figures(found: Preview, watch: WatchConfig, visit: Visit): Html {
  const { total, seen, inWatch, failures, advice } = found;
  const kind = kindOf(watch);
  const one = kind.slice(0, -1);
  const whyNothing = advice.join(' ') || 'If you expected hits, correct what it searches.';
  const isUnknown = seen === 0 && failures.length > 0;
  const findsNothing = advice.length > 0 || (seen === 0 && failures.length === 0);
  const isPart = total === undefined || total > seen;
  const counts = total === undefined ? 'not counted by the service' : counted(total, one, kind);
  const known = isPart ? `${counts}; the figures below are of the first ${withCommas(seen)}` : counts;
  const leftOut = `${withCommas(seen - inWatch)} of ${withCommas(seen)}: ${whyFiltered(watch)}`;
  return html`${failures.map(
    ({ register, why }) =>
      html`<p class="note"><strong>The search${register && ` in ${register}`} failed:</strong> ${why}</p>`,
  )}
${findsNothing && html`<p class="note"><strong>It finds nothing.</strong> ${whyNothing}</p>`}
${facts([
  ['Finds', isUnknown ? 'unknown, because the search failed' : known],
  ['Filtered out', inWatch === seen ? undefined : leftOut],
  [`Alerts, ${previewDays} days`, isUnknown ? undefined : alertsWords(found)],
  ['Cost, 30 days', `${spendingWords(found.cost)} credits`],
  ['Cost of this preview', counted(found.credits, 'credit')],
])}
${!isUnknown && html`<h3>The newest</h3>${recordList(found.newest, visit)}`}`;
}

function recordList(records: readonly SearchRecord[], visit: Visit): Html {
  if (records.length === 0) return html`<p class="quiet">None.</p>`;
  return html`<ul class="news">${records.map(
    (record) =>
      html`<li>${recordTitle(record)} <span class="quiet">${placeBesideTitle(record)} · ${legalDay(
        filedOn(record),
        visit,
      )}</span></li>`,
  )}</ul>`;
}
