import { TipstaffError } from '../errors.ts';

/** Another process took the query over while it was checked; that one's check counts. */
export class ClaimLost extends TipstaffError {
  constructor(queryId: string) {
    super('check.claim-lost', `Another process took over query ${queryId} while it was checked; its check counts.`, {
      retryable: true,
    });
    this.name = 'ClaimLost';
  }
}
