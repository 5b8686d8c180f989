import ICAL from 'ical.js';
import { onTestFinished } from 'vitest';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { openDelivery } from '../../src/daemon/program.ts';
import { openMailServer } from '../alerts/channels/mailServer.ts';
import { daemonMinutes } from '../check/daemonMinutes.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import type { Office } from '../check/office.ts';
import type { EntryHit } from '../check/service.ts';
import { serveOffice } from '../web/serveOffice.ts';

/** A law firm that watches one case. The service, database, pages and mail server are real, but not the clock. */
export interface Firm {
  readonly office: Office;
  readonly url: string;
  /** The court files an entry, on a day like `Nov 19, 2026`. */
  files(day: string, description: string): void;
  /** The court edits its last entry. */
  edits(description: string): void;
  /** Changes what the service shows of the case from now on. */
  shows(more: Readonly<Record<string, unknown>>): void;
  /** Checks the watch and sends what is due. @returns the mails to counsel */
  checkAndSend(): Promise<Mail[]>;
  /** Runs the daemon for so many hours. @returns the mails that it sends, each with the minutes passed until then */
  waits(hours: number): Promise<Mail[]>;
  /** Returns the text of a page as a user reads it. */
  reads(path: string): Promise<string>;
  /** Returns the events of counsel's calendar feed: `2027-06-02 Markman hearing CONFIRMED`. */
  calendar(): Promise<string[]>;
  /** Returns the dates of the API: `2027-06-02 set`. */
  dates(): Promise<string[]>;
}

export interface Mail {
  /** Minutes since the firm began to wait, if it did. */
  readonly after?: number;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Every HTTP address in its HTML or its headers. */
  readonly links: readonly string[];
}

export const theCase = '/cases/7001';

export async function openFirm(settings: Readonly<Record<string, unknown>> = {}): Promise<Firm> {
  const mail = await openMailServer();
  const mailbox = (to: string) => ({
    type: 'email',
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    from: 'Tipstaff <tipstaff@example.com>',
    to: [to],
    timezone: 'America/New_York',
  });
  const { office, url } = await serveOffice({
    channels: { counsel: mailbox('counsel@firm.example'), ops: mailbox('ops@firm.example') },
    watches: [{ id: 'widget', name: 'Widget patent', matter: 'M-1', dockets: { patentNumber: '6,834,603' } }],
    ...settings,
  });
  const delivery = await openDelivery({ ...office.parts(), redact: (text) => text, close: async () => {} });
  onTestFinished(() => delivery.close());
  const filed: EntryHit[] = [];
  let more: Readonly<Record<string, unknown>> = {};
  const show = () => {
    office.service.dockets = [docketWith(filed, more)];
  };
  const text = async (path: string) => (await fetch(url + path)).text();
  const delivered = async (): Promise<Mail[]> => {
    const before = mail.mails.length;
    await deliverDue(delivery.parts, new AbortController().signal);
    return mail.mails
      .slice(before)
      .map(({ parsed, recipients, raw }) => ({
        to: recipients,
        subject: parsed.subject ?? '',
        text: (parsed.text ?? '').replace(/\s+/g, ' '),
        links: linksOf(parsed.html || '', raw),
      }));
  };
  return {
    office,
    url,
    files(dateFiled, description) {
      filed.push(entryHit(filed.length + 1, { dateFiled, description }));
      show();
    },
    edits(description) {
      filed.push({ ...(filed.pop() ?? entryHit(1)), description });
      show();
    },
    shows(changed) {
      more = { ...more, ...changed };
      show();
    },
    async checkAndSend() {
      await office.check();
      return delivered();
    },
    async waits(hours) {
      const mails: Mail[] = [];
      await daemonMinutes(office, hours * 60, async (after) => {
        mails.push(...(await delivered()).map((one) => ({ ...one, after })));
      });
      return mails;
    },
    reads: async (path) => readable(await text(path)),
    async calendar() {
      const feed = new ICAL.Component(ICAL.parse(await text('/feeds/counsel.ics')));
      return feed.getAllSubcomponents('vevent').map((event) => {
        const [title] = String(event.getFirstPropertyValue('summary')).split(':');
        const day = String(event.getFirstPropertyValue('dtstart')).slice(0, 10);
        return `${day} ${title} ${event.getFirstPropertyValue('status')}`;
      });
    },
    async dates() {
      const { items } = JSON.parse(await text('/api/v1/dates')) as { items: { date: string; status: string }[] };
      return items.map(({ date, status }) => `${date} ${status}`);
    },
  };
}

function linksOf(html: string, raw: string): string[] {
  const hrefs = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).matchAll(/<(https?:[^>\s]+)>/g);
  return [...new Set([...hrefs, ...[...headers].map(([, address = '']) => address)])];
}

/** Returns HTML as text. `~struck out~` marks deleted words. */
function readable(html: string): string {
  return html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<\/?del>/g, '~')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ');
}
