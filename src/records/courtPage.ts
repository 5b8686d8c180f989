import { isTrialCourt } from './courts.ts';
import type { Docket } from './docket.ts';

/**
 * The case's page at its court, for a person to open (PACER asks for a login and may charge).
 * undefined for courts whose sites do not follow the pattern, and for dockets without a PACER id.
 */
export function courtPage(docket: Docket): string | undefined {
  const site = courtSite(docket.courtId);
  const caseId = docket.pacerCaseId ?? '';
  return site && /^\d+$/.test(caseId) ? `${site}/cgi-bin/DktRpt.pl?${caseId}` : undefined;
}

/** A document's page at its court, from the relative link of an entry (`/doc1/…`); undefined where either is not of the known form. */
export function courtDocument(docket: Docket, href: string | null): string | undefined {
  const site = courtSite(docket.courtId);
  return site && href && /^\/doc1\/\d+$/.test(href) ? `${site}${href}` : undefined;
}

function courtSite(courtId: string | undefined): string | undefined {
  const id = (courtId ?? '').toLowerCase();
  return isTrialCourt(id) ? `https://ecf.${id}.uscourts.gov` : undefined;
}
