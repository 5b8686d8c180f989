import type { DNSResolver } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { MailNudges } from '../../config/readNudges.ts';

/**
 * Why a mail is not taken for a court's; undefined where it is. Its sender has to be of a domain of `from`. With `dkim:
 * required` a signature of such a domain has to hold; otherwise it has to where the mail has one.
 * @param resolver asks the DNS for keys; by default the machine's own
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
  const { results } = await dkimVerify(raw, resolver === undefined ? {} : { resolver });
  const own = results.filter(({ signingDomain }) => isOfCourts(signingDomain?.toLowerCase() ?? ''));
  if (own.some(({ status }) => status.result === 'pass')) return undefined;
  if (own.length > 0) return 'its DKIM signature does not hold';
  return dkim === 'required' ? 'no domain of nudges.from has signed it (DKIM)' : undefined;
}
