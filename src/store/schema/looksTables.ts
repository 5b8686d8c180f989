import type { Generated } from 'kysely';

// Which designs look alike. Times as in tables.ts.

/** How a stored picture looks (src/looks): nothing of it can be read without the version that made it. */
export interface PictureLooksTable {
  path: string;
  version: number;
  /** 128 bytes for each figure of the picture; none where it cannot be compared. */
  looks: Buffer;
  /** Why it cannot be compared. */
  reason: string | null;
}

/** The figures of the own designs of a watch with `similarTo`. */
export interface OwnLooksTable {
  watch_id: string;
  /** Counts the figures of a watch. */
  seq: number;
  /** The registration number, or the folder's name. */
  own: string;
  /** The path of the stored picture, or the name of a file. */
  picture: string;
  version: number;
  /** 128 bytes for each variant of the figure. */
  looks: Buffer;
}

/** The own designs of a watch by their registration numbers, beside those of its config. */
export interface OwnDesignsTable {
  watch_id: string;
  /** As it was written: a registration number, or the name of a design whose pictures were uploaded. */
  own: string;
  /** The portfolio's file, or the page. */
  source: 'file' | 'page';
  added_at: string;
  added_by: string;
}

/** Pictures of own designs, as they were uploaded. */
export interface OwnPicturesTable {
  id: Generated<number>;
  watch_id: string;
  own: string;
  name: string;
  content_type: string;
  bytes: Buffer;
}

/** A new design of a watch, and which of one's own it looks most like. */
export interface DesignFindsTable {
  watch_id: string;
  record_id: number;
  /** The change by which it was new to the watch. */
  change_id: number;
  found_at: string;
  /** Which of one's own is most similar; null until it was compared. */
  own: string | null;
  /** 0 to 1 */
  likeness: number | null;
  /** The likeness, and what the class adds to it. */
  rank: number | null;
  /** The paths of the two pictures that are most similar; of one's own it may be the name of a file. */
  picture: string | null;
  own_picture: string | null;
  compared_at: string | null;
  /** Why it was not compared, in a sentence. */
  why_not: string | null;
  /** How many of its pictures are still to be looked at. */
  waiting: number;
  checked_at: string;
  /** With which own designs it was compared: another text is another portfolio. */
  own_seen: string;
  /** Which own design the message of the new one named, '' for none; null until it went out. */
  said_own: string | null;
  said_likeness: number | null;
}

/** What somebody said of a design beside one of the own designs of a watch. */
export interface DesignReviewsTable {
  watch_id: string;
  record_id: number;
  own: string;
  verdict: 'alike' | 'not alike' | 'ask counsel';
  note: string;
  /** As it was when it was reviewed. */
  likeness: number | null;
  at: string;
  who: string;
}
