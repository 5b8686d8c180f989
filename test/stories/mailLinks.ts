import { expect } from 'vitest';
import type { SignedIn } from '../web/signedIn.ts';
import { type Firm, openFirm } from './firm.ts';

export const publicUrl = 'http://tipstaff.localhost';

/** Opens a firm whose last mail reported an order. */
export async function firmWithMail(settings = {}) {
  const firm = await openFirm({ http: { publicUrl }, ...settings });
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  firm.files('Nov 20, 2026', 'ORDER granting 1 Motion to Dismiss. Answer due 12/4/2026.');
  firm.office.pass(1);
  return { firm, ...linksOf(await firm.checkAndSend()) };
}

/** Returns the paths of the links in the mail to counsel: to acknowledge, and to mute or report less. */
export function linksOf(mails: Awaited<ReturnType<Firm['checkAndSend']>>) {
  const { links } = mails.find(({ to }) => to.includes('counsel@firm.example')) ?? expect.fail('no mail to counsel');
  const path = (pattern: RegExp) =>
    (links.find((link) => pattern.test(link)) ?? expect.fail(`no link like ${pattern}`)).slice(publicUrl.length);
  return { acknowledging: path(/\/acknowledge\//), silencing: path(/\/alerts\/\d+\/cases\//) };
}

/** Opens a page and presses a button there, with the values that the form has filled in. */
export async function presses(reader: SignedIn, page: string, button: string): Promise<Response> {
  const html = await (await reader.show(page)).text();
  const forms = [...html.matchAll(/<form method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)];
  const [, action = '', body = ''] =
    forms.find(([, , inside = '']) => inside.includes(`<button>${button}</button>`)) ??
    expect.fail(`no button “${button}” among ${forms.map(([, , inside]) => /<button>(.*?)</.exec(inside ?? '')?.[1])}`);
  const fields = [...body.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  return reader.send(action, Object.fromEntries(fields.map(([, name, value]) => [name, value])));
}
