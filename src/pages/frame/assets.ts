import { createHash } from 'node:crypto';
import { script } from './script.ts';
import { style } from './style.ts';

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
