const dayMs = 86_400_000;

/** Reads a `Retry-After` header: seconds, or an HTTP date. Milliseconds from `now`, never negative; undefined when absent or unreadable. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The same in whole seconds, at most a day. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  const waitMs = retryAfterMs(header, now);
  return waitMs === undefined ? undefined : Math.ceil(Math.min(dayMs, waitMs) / 1000);
}
