import { codeOf, messageOf } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';

/** A warning keeps nothing from working today. */
export interface Finding {
  /** `database`, `channel counsel` … */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** null where all is well. */
  readonly todo: string | null;
}

export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail, todo: null };
}

export function warning(check: string, detail: string, todo: string): Finding {
  return { check, state: 'warning', detail, todo };
}

export function failed(check: string, detail: string, todo: string): Finding {
  return { check, state: 'failed', detail, todo };
}

/** What `look` finds; a failure of its own is a finding too, with `todo`. */
export async function found(check: string, todo: string, look: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failed(check, reasonOf(error), todo);
  }
}

/** A network error says what happened in its causes only. */
export function reasonOf(error: unknown): string {
  const own = messageOf(error);
  const code = codeOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
  return `${own.includes(code) ? '' : `${code} `}${own}${cause}`;
}

const leastCertificateDays = 14;

export function withCertificate(check: string, words: string, until: Date | undefined, now: Date): Finding {
  if (until === undefined) return ok(check, words);
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  const detail = `${words}; its certificate holds for ${days} more days`;
  if (days >= leastCertificateDays) return ok(check, detail);
  return warning(check, detail, 'Have the certificate renewed by whoever runs that server.');
}
