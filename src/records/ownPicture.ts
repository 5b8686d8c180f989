import { imagePathOf } from './design.ts';

/**
 * A host that there is not: an address on it names a picture of one's own that only Tipstaff has. Mails show it from
 * inside themselves; nobody else can fetch it, so no other message has it.
 */
const nowhere = 'https://own-pictures.invalid';

/** How finds name a picture of one's own that was uploaded: two may be called the same. */
export function uploadedName(id: number, name: string): string {
  return `uploaded/${id}/${name}`;
}

/** The same for one of a folder, by what it shows: a changed file is another picture. */
export function folderName(digest: string, name: string): string {
  return `folder/${digest}/${name}`;
}

/** The number of an uploaded picture, or the digest of one of a folder; undefined for one that a register shows. */
export function ownPictureId(name: string): string | undefined {
  return /^(?:uploaded|folder)\/([\w-]+)\//.exec(name)?.[1];
}

/** The address by which messages name it; undefined for one that a register shows. */
export function ownPictureAddress(watchId: string, name: string): string | undefined {
  const id = ownPictureId(name);
  return id && `${nowhere}/${encodeURIComponent(watchId)}/${id}.jpg`;
}

/** Under which its small copy is kept. */
export function ownCopyPath(watchId: string, name: string): string | undefined {
  const address = ownPictureAddress(watchId, name);
  return address && imagePathOf(address);
}

export function isOwnPicture(url: string): boolean {
  return url.startsWith(`${nowhere}/`);
}
