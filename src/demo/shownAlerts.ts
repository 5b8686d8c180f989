import { loadAlert, loadMail } from '../alerts/alertMail.ts';
import { renderText } from '../channels/text/drawText.ts';
import { alertIdsFor } from '../outbox/alertsOfWatchesQueries.ts';
import { localViewer } from '../people/viewer.ts';
import type { Program } from '../program/program.ts';

const alertsAtMost = 100;

export interface ShownAlert {
  readonly id: number;
  readonly kind: 'Email' | 'Slack';
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML of its mail, whole; undefined for a channel that sends none. */
  readonly mail: string | undefined;
}

export async function alertsAfter(program: Program, after: number): Promise<ShownAlert[]> {
  const { store, config, clock } = program;
  const visit = { viewer: localViewer, now: clock() };
  const watchIds = config.watches.map((watch) => watch.id);
  const ids = await alertIdsFor(store.db, { watchIds, notices: true, limit: alertsAtMost });
  const shown: ShownAlert[] = [];
  for (const id of ids.filter((one) => one > after).reverse()) {
    const found = await loadAlert(program, visit, String(id));
    if (found === undefined) continue;
    const mail = await loadMail(program, found, new AbortController().signal);
    const { subject } = found.message.outline({ discreet: false });
    const text = renderText(found.message);
    shown.push({ id, kind: mail === undefined ? 'Slack' : 'Email', channel: found.alert.channel, subject, text, mail });
  }
  return shown;
}

/** Pictures by their address as a message or a change has it, as data: nothing is loaded when the page is read. */
export type Pictures = ReadonlyMap<string, string>;

/**
 * Where the story's records say that their pictures are: a public https address like the real service's, because Slack
 * shows no other.
 */
export const picturesAddress = 'https://pictures.example';

/** Where such a picture really is. @param address from a record, or its path */
export function atSandbox(address: string, sandboxUrl: string): string {
  return new URL(new URL(address, picturesAddress).pathname, sandboxUrl).href;
}

/** Fetches pictures while the sandbox is there, and from nowhere else. One that is not there is left out. */
export async function picturesOf(sandboxUrl: string, addresses: readonly string[]): Promise<Pictures> {
  const pictures = new Map<string, string>();
  for (const address of new Set(addresses)) {
    if (!URL.canParse(address, picturesAddress)) continue;
    const response = await fetch(atSandbox(address, sandboxUrl));
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && type.startsWith('image/'))
      pictures.set(address, `data:${type};base64,${bytes.toString('base64')}`);
  }
  return pictures;
}
