import { html } from 'hono/html';
import { fieldRows } from '../../message/fieldRows.ts';
import { kindHeading } from '../../message/words/happened.ts';
import { recordPlace, recordTitle } from '../../message/words/recordWords.ts';
import type { StoredChange } from '../../snapshot/changesTable.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted } from '../../words/counted.ts';
import type { Reader } from '../../words/readerDate.ts';
import type { Piece } from '../../words/redline.ts';
import type { MatterEvidence } from './gatherEvidence.ts';

/** Courts, registers and servers are in many zones, so all times are in UTC, as in the other files. */
const reader: Reader = { timezone: 'UTC', locale: 'en-US' };

const style = `body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1f23 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #e2e2db }
ins { background: #e2f3e4; text-decoration: none } del { background: #fae3df } .quiet { color: #5c6168 } td { overflow-wrap: anywhere } tr { break-inside: avoid } time { white-space: nowrap }
@media print { ins { text-decoration: underline } body { font-size: 11px; margin: 0; max-width: none } }`;

interface About {
  readonly matter: string;
  readonly from: string;
  readonly until: string;
  readonly madeAt: string;
  readonly leftOut: readonly string[];
}

/** The content of the other files, as a page to read and print. */
export async function evidenceReport(evidence: MatterEvidence, about: About): Promise<string> {
  const { watches, checks, changes, alerts } = evidence;
  const complete = checks.filter((check) => check.outcome === 'complete').length;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Evidence: ${about.matter}</title><style>${style}</style></head><body>
<h1>Evidence: ${about.matter}</h1>
<p>${moment(about.from)} up to ${moment(about.until)}, all times UTC. Made ${moment(about.madeAt)}.</p>${about.leftOut.map((words) => html`<p><strong>${words}</strong></p>`)}
<h2>What was watched</h2><table><thead><tr><th>Watch</th><th>Searches</th><th>As sent</th><th>Schedule</th></tr></thead><tbody>${watches.map(
    (watch) =>
      html`<tr><td>${watch.name}${watch.removedAt === null ? '' : html`<br><span class="quiet">removed ${moment(watch.removedAt)}</span>`}</td><td>${watch.searches}</td><td>${watch.queries.map((query) => html`<code>${JSON.stringify(query.body)}</code> `)}${watch.formerQueries.map((query) => html`<div><code>${JSON.stringify(query.body)}</code> <span class="quiet">until ${moment(query.until)}</span></div>`)}</td><td>${watch.schedule}</td></tr>`,
  )}</tbody></table>
${pausesPart(watches)}<h2>What came: ${counted(changes.length, 'change')}</h2><table><thead><tr><th>Seen</th><th>Record</th><th>What</th></tr></thead><tbody>${changes.map(changeRow)}</tbody></table>
<h2>Who was notified: ${counted(alerts.length, 'alert')}</h2><table><thead><tr><th>Alert</th><th>Channel</th><th>State</th><th>Attempts, with the words of the server</th></tr></thead><tbody>${alerts.map(
    ({ id, channel, state, createdAt, deliveries }) =>
      html`<tr><td>${id}<br><span class="quiet">${moment(createdAt)}</span></td><td>${channel}</td><td>${state}</td><td>${deliveries.map((one) => html`<div>${moment(one.attemptedAt)} ${one.outcome}: ${one.response}</div>`)}</td></tr>`,
  )}</tbody></table>
<h2>${counted(checks.length, 'check')}, ${complete} complete</h2><table><thead><tr><th>Check</th><th>Ended</th><th>Outcome</th><th>Hits</th><th>Reason</th></tr></thead><tbody>${checks.map(
    ({ id, endedAt, outcome, hits, reason }) =>
      html`<tr><td>${id}</td><td>${moment(endedAt)}</td><td>${outcome}</td><td>${hits}</td><td>${reason ?? ''}</td></tr>`,
  )}</tbody></table></body></html>`;
  return String(await page);
}

/** Without it, readers would believe that nothing was filed. */
function pausesPart(watches: MatterEvidence['watches']) {
  const rows = watches.flatMap(({ name, pauses }) => pauses.map((pause) => ({ name, ...pause })));
  if (rows.length === 0) return '';
  return html`<h2>When nobody looked: ${counted(rows.length, 'pause')}</h2><p>A watch that is paused is not checked. That nothing came in this time does not mean that nothing was filed.</p>
<table><thead><tr><th>Watch</th><th>From</th><th>Until</th><th>Paused by</th><th>Because</th></tr></thead><tbody>${rows.map(
    ({ name, beganAt, endedAt, endedBy, author, reason }) =>
      html`<tr><td>${name}</td><td>${moment(beganAt)}</td><td>${endedAt === null ? 'still paused' : html`${moment(endedAt)}<br><span class="quiet">${endedBy === null ? 'its time came' : `ended by ${endedBy}`}</span>`}</td><td>${author}</td><td>${reason}</td></tr>`,
  )}</tbody></table>
`;
}

function changeRow(change: StoredChange) {
  const { record, entry } = change;
  const rows =
    change.kind === 'design.new' ? [] : fieldRows(change.fields, { cases: [], reader, now: change.detectedAt });
  const place =
    entry === undefined
      ? ''
      : `${entry.documentNumber === '' ? 'entry' : `D.I. ${entry.documentNumber}`} of ${entry.dateFiled}: `;
  return html`<tr><td>${moment(change.detectedAt)}</td><td>${recordTitle(record)}<br><span class="quiet">${recordPlace(record)}</span></td><td>${kindHeading(change, reader)}${entry === undefined ? '' : html`<div>${place}${cleanText(entry.description)}</div>`}${rows.map((row) => html`<div><span class="quiet">${row.name}:</span> ${row.value.map(drawPiece)}</div>`)}</td></tr>`;
}

function drawPiece({ mark, text }: Piece) {
  if (mark === 'added') return html`<ins>${text}</ins> `;
  return mark === 'removed' ? html`<del>${text}</del> ` : html`${text} `;
}

function moment(at: string) {
  return html`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time>`;
}
