import { createHash } from 'node:crypto';
import { style } from './style.ts';

/** All that the pages do in the browser beyond HTML; they work without it. */
const script = `
document.addEventListener('keydown', (event) => {
  const search = document.querySelector('#search');
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && search) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
// A picture one pixel wide is not here yet: it is asked for again until it is.
for (const image of document.querySelectorAll('img[data-coming]')) {
  const address = image.src;
  let asked = 0;
  const look = () => {
    if (image.naturalWidth > 1) return image.previousElementSibling?.remove();
    if (asked < 100) setTimeout(() => { asked += 1; image.src = address + '&again=' + asked; }, 4000);
  };
  const fail = () => {
    const words = image.previousElementSibling;
    if (words) words.textContent = 'no picture';
    image.remove();
  };
  image.addEventListener('load', look);
  image.addEventListener('error', fail);
  if (image.complete && image.naturalWidth > 0) look();
}
`;

/** A file that pages load. Its address changes with its content, so that browsers may keep it forever. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

function asset(name: string, type: string, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/assets/${digest}-${name}`, type, body };
}

export const styleAsset = asset('style.css', 'text/css; charset=utf-8', style);
export const scriptAsset = asset('script.js', 'text/javascript; charset=utf-8', script);
export const assets: readonly Asset[] = [styleAsset, scriptAsset];
