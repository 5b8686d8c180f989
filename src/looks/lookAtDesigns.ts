import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { messageOf, TipstaffError } from '../errors.ts';
import type { FigureLooks } from './describePicture.ts';
import type { DesignLooks, OwnLooks } from './likeness.ts';
import type { Looker } from './lookAt.ts';
import type { DesignFolder } from './pictureFolders.ts';

/** A picture that was not compared, and why. */
export interface NotCompared {
  readonly picture: string;
  readonly reason: string;
}

/** What was seen of a design: its figures, each with the name of its picture. */
export interface SeenDesign {
  readonly key: string;
  readonly figures: readonly { readonly name: string; readonly looks: FigureLooks }[];
  readonly notCompared: readonly NotCompared[];
}

/** Looks at all pictures of a design on disk; one that cannot be compared is said, and the others are. */
export async function lookAtDesign(looker: Looker, { key, pictures }: DesignFolder): Promise<SeenDesign> {
  const seen = await Promise.all(pictures.map((path) => lookAtFile(looker, path)));
  return {
    key,
    figures: seen.flatMap(({ figures }) => figures),
    notCompared: seen.flatMap(({ notCompared }) => notCompared ?? []),
  };
}

async function lookAtFile(looker: Looker, path: string) {
  try {
    const looks = await looker.lookAt(await readFile(path));
    const notCompared = looks.length === 0 ? { picture: path, reason: 'It shows nothing.' } : undefined;
    return { figures: looks.map((each) => ({ name: basename(path), looks: each })), notCompared };
  } catch (error) {
    if (error instanceof TipstaffError && error.code === 'looks.noDecoder') throw error;
    return { figures: [], notCompared: { picture: path, reason: messageOf(error) } };
  }
}

export function asOwn({ key, figures }: SeenDesign): OwnLooks {
  return { key, pictures: figures.map(({ name, looks }) => ({ name, variants: looks })) };
}

export function asFound({ key, figures }: SeenDesign): DesignLooks {
  return { key, vectors: figures.flatMap(({ looks }) => looks.slice(0, 1)), pictures: figures.map(({ name }) => name) };
}
