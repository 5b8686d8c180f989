import { html } from 'hono/html';
import type { LastCheck } from '../store/queue/lastChecks.ts';

/** The page at `/`: what this is, where to look, and the last checks. `more` = checks not listed. Everything is escaped by `html`. */
export function frontPage(page: { checks: readonly LastCheck[]; more: number; nonce: string }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tipstaff</title>
<style nonce="${page.nonce}">
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8886; vertical-align: top }
td { overflow-wrap: anywhere }
@media (max-width: 30rem) { body { font-size: 14px; margin: 1rem auto } th, td { padding-right: .4rem } }
</style>
</head>
<body>
<h1>Tipstaff</h1>
<p>Watches court dockets and design registers, and tells you what changed.
<a href="/healthz">alive</a> · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a></p>
<h2>Last checks</h2>
<table>
<thead><tr><th>Watch</th><th>Outcome</th><th>Hits</th><th>Checked (UTC)</th><th>Next (UTC)</th></tr></thead>
<tbody>
${page.checks.map(checkRow)}
</tbody>
</table>
${page.more > 0 ? html`<p>and ${page.more} more; <code>tipstaff status</code> lists all.</p>` : ''}
</body>
</html>`;
}

function checkRow(check: LastCheck) {
  const outcome = check.reason === null ? check.outcome : `${check.outcome}: ${check.reason}`;
  return html`<tr><td title="${check.watchId}">${check.watchName} <a href="/feeds/${encodeURIComponent(check.watchId)}.atom">feed</a></td><td>${outcome ?? 'not checked yet'}</td><td>${check.hits}</td><td>${minute(check.endedAt)}</td><td>${minute(check.nextDueAt)}</td></tr>
`;
}

function minute(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ');
}
