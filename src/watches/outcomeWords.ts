import { html } from 'hono/html';
import type { Html } from '../pages/page.ts';
import type { WatchLine } from './loadWatches.ts';

/** The outcome in a word; the watch's own page also says why it is not complete. */
export function outcomeWords({ outcome, reason }: Pick<WatchLine, 'outcome' | 'reason'>): Html {
  if (outcome === undefined) return html`<span class="quiet">not checked yet</span>`;
  if (outcome === 'complete') return html`complete`;
  return html`<span class="alarm" title="${reason ?? ''}">${outcome}</span>`;
}
