import { html } from 'hono/html';
import { whyUnwatched } from '../alerts/words/whyUnwatched.ts';
import type { WatchConfig } from '../config/config.ts';
import type { LastCheck } from '../store/queue/watchStatus.ts';

/** A query of a watch as the page shows it. */
export interface PageRow {
  readonly watchId: string;
  /** The watch's name and, where it asks several registers, which; of a confidential watch its matter alone. */
  readonly title: string;
  readonly check: LastCheck;
}

export interface FrontPage {
  readonly rows: readonly PageRow[];
  /** Checks not listed. */
  readonly more: number;
  readonly sandbox: boolean;
  readonly nonce: string;
}

/** @param watch as the config has it; undefined for another daemon's, of which nobody knows whether it is confidential. */
export function pageRow(check: LastCheck, watch: WatchConfig | undefined): PageRow {
  const name = watch === undefined ? check.watchId : watch.confidential ? titleOf(watch) : check.watchName;
  const register = (watch?.searches.length ?? 0) > 1 && check.register !== null ? `, ${check.register}` : '';
  return { watchId: check.watchId, title: `${name}${register}`, check: { ...check, reason: openReason(check, watch) } };
}

/** Why the check of a confidential watch is not complete, without the service's own words: they may quote what was asked. */
function openReason({ outcome, reason }: LastCheck, watch: WatchConfig | undefined): string | null {
  const isOpen = watch?.confidential !== true || outcome === 'complete' || reason === null;
  return isOpen ? reason : whyUnwatched(reason);
}

/** What readers without a log-in may know a watch by. */
export function titleOf(watch: WatchConfig): string {
  return watch.confidential ? (watch.matter ?? 'a confidential watch') : watch.name;
}

/** The page at `/`: what this is, where to look, and the last checks. Everything is escaped by `html`. */
export function frontPage({ rows, more, sandbox, nonce }: FrontPage) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="Tipstaff: the last checks of court dockets and design registers">
<title>Tipstaff</title>
<link rel="icon" href="data:,">
${feedLinks(rows)}
<style nonce="${nonce}">
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8886; vertical-align: top }
td { overflow-wrap: anywhere }
@media (max-width: 30rem) { body { font-size: 14px; margin: 1rem auto } th, td { padding-right: .4rem } }
</style>
</head>
<body>
<main>
<h1>Tipstaff</h1>
${sandbox ? html`<p><strong>Sandbox: all of this is made-up records; no real case or register is watched.</strong></p>` : ''}
<p>Watches court dockets and design registers, and reports what changed.
<a href="/healthz">alive</a> · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a></p>
<h2>Last checks</h2>
<table>
<thead><tr><th>Watch</th><th>Outcome</th><th>Hits</th><th>Checked (UTC)</th><th>Next (UTC)</th></tr></thead>
<tbody>
${rows.map(tableRow)}
</tbody>
</table>
${more > 0 ? html`<p>and ${more} more; <code>tipstaff status</code> lists all.</p>` : ''}
</main>
</body>
</html>`;
}

/** So that a reader's feed program finds the feeds by itself; one per watch. */
function feedLinks(rows: readonly PageRow[]) {
  const watches = new Map(rows.map((row) => [row.watchId, row]));
  return [...watches.values()].map(
    ({ watchId, title }) =>
      html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${feedOf(watchId)}">
`,
  );
}

function tableRow({ watchId, title, check }: PageRow) {
  const outcome = check.reason === null ? check.outcome : `${check.outcome}: ${check.reason}`;
  return html`<tr><td title="${watchId}">${title} <a href="${feedOf(watchId)}">feed</a></td><td>${outcome ?? 'not checked yet'}</td><td>${check.hits}</td><td>${minute(check.endedAt)}</td><td>${minute(check.nextDueAt)}</td></tr>
`;
}

function feedOf(watchId: string): string {
  return `/feeds/${encodeURIComponent(watchId)}.atom`;
}

function minute(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ');
}
