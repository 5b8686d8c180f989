import { html } from 'hono/html';
import { dayMs, utcDay } from '../../../base/time.ts';
import { counted } from '../../../base/words/sentence.ts';
import { describeWatch } from '../../../config/searchWords.ts';
import { mayAct, type SeenWatch, whoOf } from '../../../people/sight.ts';
import { makeEvidence } from '../../evidence/evidenceFile.ts';
import { dateList, day } from '../../frame/moment.ts';
import { newsPart } from '../../frame/newsList.ts';
import type { Download, Html, Page } from '../../frame/page.ts';
import { emptyState, matterPath, watchPath } from '../../frame/pieces.ts';
import { inTurn } from '../../lists/list.ts';
import { partOfRows } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { feedOfMatter, subscribePart } from '../calendar/calendarPage.ts';
import { datesAhead } from '../calendar/chosenDates.ts';
import { kindOf, loadSealed, loadWatches, type WatchLine } from '../watches/loadWatches.ts';
import { notWellLine, sealedState } from '../watches/watchActions.ts';
import { recordsPart } from '../watches/watchPage.ts';

const aheadDays = 90;
const datesAtMost = 100;
/** The limit applies to all matters, before the dates of this matter are selected. */
const datesReadAtMost = 500;

export const matterPage: Page = {
  path: '/matters/:matter',
  async draw(parts, visit, { matter }) {
    const lines = await loadWatches(parts, visit, (watch) => watch.matter === matter);
    const sealed = (await loadSealed(parts, visit.sight)).filter((one) => one.matter === matter);
    if (lines.length + sealed.length === 0 || matter === undefined) return undefined;
    const { db } = parts.store;
    const { now } = visit;
    const open = lines.map(({ watch }) => watch);
    const ahead = await datesAhead(db, open, now, { days: aheadDays, atMost: datesReadAtMost });
    const datesOf =
      ahead.until === undefined ? `Dates, next ${aheadDays} days` : html`Dates until ${day(ahead.until, visit)}`;
    const kinds = [...new Set(open.map(kindOf))].sort();
    const records = kinds.map((kind) => recordsPart(parts, visit, kind, { matter }));
    const spent = lines.reduce((sum, { creditsThisMonth }) => sum + creditsThisMonth, 0);
    const evidence = mayAct(visit.viewer, 'editor') && evidenceForm(matter, now);
    const whatIsOpen =
      lines.length > 0 &&
      html`<p class="lead quiet">${counted(spent, 'credit')} this month</p>
<div class="doing">${subscribePart(feedOfMatter(visit.sight, matter), visit)}${evidence}</div>
<div class="columns"><div>${await newsPart(db, open, `/changes?matter=${encodeURIComponent(matter)}`, visit)}</div>
<aside><h2>${datesOf}</h2>
${dateList(ahead.dates, visit, datesAtMost)}</aside></div>`;
    return {
      title: matter,
      body: html`<h1>${matter}</h1>
${
  sealed.length > 0 &&
  html`<p class="note">What ${counted(sealed.length, 'confidential watch', 'confidential watches')}
of this matter found is not shown here: it is for those who may read it.</p>`
}${whatIsOpen}
<h2>Watches</h2><ul class="news">${lines.map((line) => watchLine(line, visit))}${sealed.map(
        (line) => html`<li>A confidential watch: ${sealedState(line, visit)}</li>`,
      )}</ul>${records}`,
    };
  },
};

function watchLine(line: WatchLine, visit: Visit): Html {
  const { watch, title } = line;
  return html`<li><a href="${watchPath(watch.id)}">${title}</a>
<span class="quiet">${describeWatch(watch)}</span>${notWellLine(line, visit)}</li>`;
}

const perPage = 200;
const mostNamed = 10;

export const mattersPage: Page = {
  path: '/matters',
  name: 'Matters',
  async draw(_parts, { sight, url }) {
    const watches = sight.watches.filter(({ matter }) => matter !== undefined);
    const matters = [...Map.groupBy(watches, ({ matter }) => matter ?? '')].sort(([a], [b]) => a.localeCompare(b));
    const { items, nav } = partOfRows(matters, ([matter]) => matter, url, perPage);
    const todo = html`Give a watch a <code>matter:</code> in <code>watches.yaml</code> or in its form.`;
    return {
      title: 'Matters',
      body: html`<h1>Matters</h1>${
        matters.length === 0
          ? emptyState('No watch belongs to a matter.', todo)
          : html`<ul class="news">${items.map(matterLine)}</ul>${nav}`
      }`,
    };
  },
};

function matterLine([matter, watches]: [string, readonly SeenWatch[]]): Html {
  const names = watches
    .slice(0, mostNamed)
    .map(({ watch, title }) => (watch === undefined ? 'a confidential watch' : title));
  const more = watches.length - names.length;
  const titles = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const count = counted(watches.length, 'watch', 'watches');
  return html`<li><a href="${matterPath(matter)}">${matter}</a> <span class="quiet">${count}: ${titles}</span></li>`;
}

const usualDays = 30;

export const evidenceFile: Download = {
  path: '/matters/:matter/evidence',
  async respond({ store, wholeConfig }, visit, { matter = '' }, signal) {
    const { viewer, url, now } = visit;
    const mayKnow = viewer.matters === 'all' || viewer.matters.has(matter);
    if (!mayAct(viewer, 'editor') || !mayKnow) return undefined;
    const { from = '', until = '' } = Object.fromEntries(url.searchParams);
    const request = { matter, from, until, who: whoOf(viewer), confidential: viewer.confidential };
    const made = await inTurn(async () =>
      signal.aborted ? undefined : makeEvidence(store, wholeConfig, request, now),
    );
    if (made === undefined) return undefined;
    const { zip, manifest } = made;
    const days = [manifest.from, manifest.until].map((at) => at.slice(0, 10)).join('_');
    return { type: 'application/zip', body: zip, saveAs: `evidence-${matter}-${days}.zip` };
  },
};

function evidenceForm(matter: string, now: Date): Html {
  const day = (time: number) => utcDay(new Date(time));
  return html`<details class="take"><summary>Evidence file</summary>
<p class="quiet small">A signed ZIP: what was watched, every check, what was found and when, deliveries with the
servers’ responses. Days are UTC days.</p>
<form action="${matterPath(matter)}/evidence" class="actions"><label>from
<input type="date" name="from" required value="${day(now.getTime() - usualDays * dayMs)}"></label> <label>until
<input type="date" name="until" required value="${day(now.getTime())}"></label>
<button>Download</button></form></details>`;
}
