import type { DesignHit } from './hits.ts';
import { PICTURES } from './world/designView.ts';

export const PICTURE_PATH = '/images/';

/** Puts the sandbox's own address before its pictures; addresses elsewhere stay. */
export function withPictureAddress(hit: DesignHit, address: string): DesignHit {
  if (!Array.isArray(hit.IMG_DATA)) return hit;
  return {
    ...hit,
    IMG_DATA: hit.IMG_DATA.map((image) =>
      typeof image?.url === 'string' && image.url.startsWith(PICTURES)
        ? { ...image, url: `${address}${PICTURE_PATH}${image.url.slice(PICTURES.length)}` }
        : image,
    ),
  };
}
