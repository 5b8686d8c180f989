import type { PageParts } from './page.ts';
import type { Visit } from './visit/visit.ts';

export interface FileContent {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** For how long a reader's browser may keep it; absent = it asks each time. */
  readonly keptSeconds?: number | undefined;
  /** The name under which a browser saves it; absent: it shows it. */
  readonly saveAs?: string | undefined;
}

/** What pages load or offer to save: its address, and what makes it. `pages.ts` lists them all. */
export interface Download {
  readonly path: string;
  /** undefined: it does not exist, or this viewer may not see it. */
  readonly respond: (
    parts: PageParts,
    visit: Visit,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<FileContent | undefined>;
}
