import type { DNSResolver } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { MailNudges } from '../../config/readNudges.ts';

/** A court's mail has one or two; each costs a question to the DNS. */
const mostSignatures = 10;

/**
 * Why a mail is not taken for a court's; undefined where it is. Its sender has to be of a domain of `from`. With `dkim:
 * required` a signature of such a domain has to hold, for all of the mail; otherwise it has to where the mail has one.
 * @param resolver asks the DNS for keys; by default the machine's own
 * @throws Error where the DNS does not say: the mail is to be judged again
 */
export async function whyForeign(
  raw: Buffer,
  sender: string | undefined,
  { from, dkim }: Pick<MailNudges, 'from' | 'dkim'>,
  resolver?: DNSResolver,
): Promise<string | undefined> {
  const domain = sender?.split('@').at(-1)?.toLowerCase() ?? '';
  const isOfCourts = (name: string) => from.some((own) => name === own || name.endsWith(`.${own}`));
  if (!isOfCourts(domain)) return 'its sender is of another domain';
  if (countSignatures(raw) > mostSignatures) return `it has more than ${mostSignatures} signatures`;
  const { results } = await dkimVerify(raw, resolver === undefined ? {} : { resolver });
  const own = results.filter(({ signingDomain }) => isOfCourts(signingDomain?.toLowerCase() ?? ''));
  const holding = own.filter(({ status }) => status.result === 'pass');
  // What follows the signed part of a text (`l=`) can be anybody's.
  if (holding.some((one) => !('canonBodyLengthLimited' in one && one.canonBodyLengthLimited))) return undefined;
  if (holding.length > 0) return 'its DKIM signature is about a part of it (l=)';
  const unsaid = own.find(({ status }) => status.result === 'temperror');
  if (unsaid !== undefined) throw new Error(`the DNS does not say who signed a mail: ${unsaid.status.comment ?? ''}`);
  if (own.length > 0) return 'its DKIM signature does not hold';
  return dkim === 'required' ? 'no domain of nudges.from has signed it (DKIM)' : undefined;
}

function countSignatures(raw: Buffer): number {
  const text = raw.toString('latin1');
  const head = text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length);
  return [...head.matchAll(/^dkim-signature\s*:/gim)].length;
}
