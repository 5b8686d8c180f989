import type { SearchError } from '../../search/http/searchError.ts';
import type { SetIncident } from './noteIncidents.ts';

/** What incidents of the service key are about. */
const keySubject = 'the service key';

const kinds = {
  account: {
    kind: 'token-refused',
    ended: 'The service accepts the token again; checks go on.',
    remedy: 'Put a valid token into TIPSTAFF_TOKEN (or TIPSTAFF_TOKEN_FILE) and restart.',
  },
  credits: {
    kind: 'credits-gone',
    ended: 'The service has credits again; checks go on.',
    remedy: 'Buy credits for the key, or wait until they are renewed.',
  },
} as const;

/** Begins what an account or credits error says of the key, and ends both when a call got through. */
export async function keyIncidents(set: SetIncident, error: SearchError | undefined): Promise<void> {
  if (error === undefined) {
    for (const { kind, ended } of Object.values(kinds)) await set(false, { kind, subject: keySubject, detail: ended });
    return;
  }
  if (error.errorClass !== 'account' && error.errorClass !== 'credits') return;
  const { kind, remedy } = kinds[error.errorClass];
  const detail = `${error.message} No check runs with this key until it works again; it is tried again after 5 minutes, then at growing intervals up to 6 hours. ${remedy}`;
  await set(true, { kind, subject: keySubject, detail });
}
