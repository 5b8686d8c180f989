import { html, raw } from 'hono/html';
import type { Html } from './page.ts';

/** A row of thin bars without axes, for a table's cell: `values` from the oldest to the newest. `words` says it as text. */
export function sparkline(values: readonly number[], words: string): Html {
  const most = Math.max(1, ...values);
  const [width, height] = [values.length * 7, 18];
  const bars = values
    .map((value, index) => {
      const tall = value === 0 ? 1 : Math.max(2, Math.round((value / most) * height));
      return `<rect class="${value === 0 ? 'none' : 'some'}" x="${index * 7}" y="${height - tall}" width="5" height="${tall}"/>`;
    })
    .join('');
  return html`<svg class="spark" role="img" aria-label="${words}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${words}</title>${raw(bars)}</svg>`;
}
