import { beginIncident, endIncident } from '../../alerts/incidents.ts';
import type { Config } from '../../config/config.ts';
import type { SearchError } from '../../search/http/searchError.ts';
import type { Trx } from '../../store/store.ts';

/** What troubles of the service key are about. */
export const keySubject = 'the service key';

const incidentOf = { account: 'token-refused', credits: 'credits-gone' } as const;

/** Begins what an account or credits error says of the key, and ends both when a call got through. */
export async function errorIncidents(
  trx: Trx,
  config: Config,
  error: SearchError | undefined,
  now: Date,
): Promise<void> {
  if (error === undefined) {
    await endIncident(
      trx,
      config.operators,
      { kind: 'token-refused', subject: keySubject, detail: 'The service accepts the token again; checks go on.' },
      now,
    );
    await endIncident(
      trx,
      config.operators,
      { kind: 'credits-gone', subject: keySubject, detail: 'The service has credits again; checks go on.' },
      now,
    );
    return;
  }
  if (error.errorClass !== 'account' && error.errorClass !== 'credits') return;
  const remedy =
    error.errorClass === 'account'
      ? 'Put a valid token into TIPSTAFF_TOKEN (or TIPSTAFF_TOKEN_FILE) and restart.'
      : 'Buy credits for the key, or wait until they are renewed.';
  const detail = `${error.message} No check runs with this key until it works again; it is tried again after 5 minutes, then at growing intervals up to 6 hours. ${remedy}`;
  await beginIncident(trx, config.operators, { kind: incidentOf[error.errorClass], subject: keySubject, detail }, now);
}
