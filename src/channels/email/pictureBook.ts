import type { EmbeddedPicture, PicturesHad } from '../pictures/pictures.ts';

/** The most pictures of a mail: each is fetched, and adds its bytes. */
export const mostPictures = 24;
/** The same for a contact sheet, which consists of pictures. */
export const mostSheetPictures = 60;

/** Collects the pictures of a mail while it is drawn, each address once. */
export class PictureBook {
  readonly #byUrl = new Map<string, EmbeddedPicture>();
  readonly #messageId: string;
  readonly #most: number;
  readonly #had: PicturesHad | undefined;

  /**
   * @param messageId of the mail, without brackets: it makes a Content-ID unique.
   * @param had absent: that is not known yet
   */
  constructor(messageId: string, most = mostPictures, had?: PicturesHad) {
    this.#messageId = messageId;
    this.#most = most;
    this.#had = had;
  }

  /** The picture as embedded; `missing` where it could not be had, `full` where the mail has no more room. */
  add(url: string, alt: string): EmbeddedPicture | 'missing' | 'full' {
    const known = this.#byUrl.get(url);
    if (known) return known;
    if (this.#had?.get(url) === false) return 'missing';
    if (this.#byUrl.size >= this.#most || this.#had?.has(url) === false) return 'full';
    const picture = { cid: `picture-${this.#byUrl.size + 1}.${this.#messageId}`, url, alt };
    this.#byUrl.set(url, picture);
    return picture;
  }

  get pictures(): readonly EmbeddedPicture[] {
    return [...this.#byUrl.values()];
  }
}
