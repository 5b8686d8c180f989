import { renderWithPictures } from '../channels/email/draw.ts';
import type { FetchPicture, PictureAttachment } from '../channels/pictures/pictures.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import type { Download } from '../pages/download.ts';
import type { PageParts } from '../pages/page.ts';
import { imagePathOf } from '../records/design.ts';
import { loadPicture } from '../snapshot/picturesTable.ts';
import { loadAlert, type ReadAlert } from './loadAlert.ts';

/** Where the page of an alert has its mail, in a frame. */
export const mailPath = '/alerts/:id{[0-9]+}/mail';

/** The HTML of an alert's mail, its pictures inside; for the frame on the alert's page. */
export const alertMail: Download = {
  path: mailPath,
  async respond(parts, visit, { id }, signal) {
    const found = await loadAlert(parts, visit, id);
    const body = found && (await loadMail(parts, found, signal));
    return body === undefined ? undefined : { type: 'text/html; charset=utf-8', body };
  },
};

/** The HTML of an alert's mail as it was sent, its pictures inside; undefined where its channel sends none. */
export async function loadMail(
  { store, config }: PageParts,
  { alert, message }: ReadAlert,
  signal: AbortSignal,
): Promise<string | undefined> {
  const channel = mailChannel(config, alert.channel);
  if (channel === undefined) return undefined;
  const form = { form: channel.digestForm };
  const { email, attachments } = await renderWithPictures(message, form, keptPictures(store), signal);
  return withPictures(email.html, attachments);
}

/** The channel of this name where it sends mail. */
export function mailChannel({ channels }: Pick<Config, 'channels'>, name: string) {
  const channel = channels[name];
  return channel?.type === 'email' ? channel : undefined;
}

/** The pictures that the mail showed were kept when it was sent. */
function keptPictures(store: Store): FetchPicture {
  return async (url) => {
    const kept = await loadPicture(store.db, imagePathOf(url));
    if (kept === undefined) throw new Error('the picture is not kept');
    return kept;
  };
}

/** Links open in a new tab: in a frame without scripts there would be no way back. */
function withPictures(html: string, pictures: readonly PictureAttachment[]): string {
  const addresses = new Map(
    pictures.map(({ cid, contentType, content }) => [
      `cid:${cid}`,
      `data:${contentType};base64,${content.toString('base64')}`,
    ]),
  );
  return html
    .replace(/(?<=src=")cid:[^"]+/g, (cid) => addresses.get(cid) ?? 'data:,')
    .replace(/<head[^>]*>/, (head) => `${head}<base target="_blank">`);
}

/** A mail has its own styles and shows only its own pictures: no script, no form, nothing loaded from elsewhere. */
export const mailPolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ['data:'],
  styleSrc: ["'unsafe-inline'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
};
