import { cleanText } from '../../base/words/cleanText.ts';
import type { Trx } from '../../store/store.ts';
import { makeAccessKey } from '../accessKeysTable.ts';
import { noteAudit } from '../auditTable.ts';

export const sessionSeconds = 14 * 86_400;

/** Somebody who has proved who they are. */
export interface NewSession {
  readonly userName: string;
  /** How, in words: `by password`. */
  readonly how: string;
  readonly address: string;
  /** The User-Agent. */
  readonly browser?: string | undefined;
  readonly seconds?: number | undefined;
  /** The issuer, as the config has it, that said who they are; undefined: their password did. */
  readonly provider?: string | undefined;
}

/** Opens a session, and notes that in the audit log. @returns its key, which is stored nowhere */
export async function startSession(trx: Trx, session: NewSession, now: Date): Promise<string> {
  const { userName, how, address, browser, seconds = sessionSeconds, provider } = session;
  const detail = `from ${address}, ${how}`;
  await noteAudit(trx, { at: now.toISOString(), who: userName }, 'sign-in', userName, detail);
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString();
  const label = [browserWords(browser), detail].filter((words) => words !== undefined).join(', ');
  return makeAccessKey(trx, { kind: 'session', userName, label, path: undefined, expiresAt, provider }, now);
}

/** The first that is found: most call themselves after others too. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** `Firefox on Linux`, for people to recognise their sessions by; undefined: it does not say. */
export function browserWords(userAgent: string | undefined): string | undefined {
  const agent = cleanText(userAgent ?? '').slice(0, 500);
  const [browser, system] = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1]);
  if (browser === undefined) return undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}
