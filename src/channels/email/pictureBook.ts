import type { EmbeddedPicture } from '../pictures/pictures.ts';

/** The most pictures of a mail: each is fetched, and adds its bytes. */
export const mostPictures = 24;
/** The same for a contact sheet, which consists of pictures. */
export const mostSheetPictures = 60;

/** Collects the pictures of a mail while it is drawn, each address once. */
export class PictureBook {
  readonly #byUrl = new Map<string, EmbeddedPicture>();
  readonly #messageId: string;
  readonly #most: number;

  /** @param messageId of the mail, without brackets: it makes a Content-ID unique. */
  constructor(messageId: string, most = mostPictures) {
    this.#messageId = messageId;
    this.#most = most;
  }

  /** The picture as embedded; undefined when the mail is full. */
  add(url: string, alt: string): EmbeddedPicture | undefined {
    const known = this.#byUrl.get(url);
    if (known) return known;
    if (this.#byUrl.size >= this.#most) return undefined;
    const picture = { cid: `picture-${this.#byUrl.size + 1}.${this.#messageId}`, url, alt };
    this.#byUrl.set(url, picture);
    return picture;
  }

  get pictures(): readonly EmbeddedPicture[] {
    return [...this.#byUrl.values()];
  }
}
