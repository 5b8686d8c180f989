import type { z } from 'zod';
import type { Path, Report } from '../fields/finding.ts';
import type { SecretForm } from '../fields/secret.ts';
import type { HttpPoster } from './httpPost.ts';
import type { FetchPicture } from './pictures/pictures.ts';

/** The config of a channel: what its schema reads, under the name that the file gives it, in a zone of its own or the default one. */
export type ConfigOf<Type extends string, Schema extends z.ZodType> = Readonly<
  Omit<z.output<Schema>, 'type' | 'timezone'>
> & {
  readonly type: Type;
  readonly name: string;
  /** IANA zone in which `digest` and `quiet` are read and dates are written for the reader. */
  readonly timezone: string;
};

/** Lets one through at a time, at least so long after the one before. Rejects when the signal fires. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** What a channel is opened with, besides its config. */
export interface OpeningParts {
  /** Distinguishes this installation from others that send from the same domain: letters and digits. */
  readonly installation: string;
  readonly clock: () => Date;
  /** For pictures in messages; without it, each has a placeholder. */
  readonly fetchPicture?: FetchPicture | undefined;
  /** What must not appear in a server's response that we keep. */
  readonly secrets: readonly string[];
  readonly http: HttpPoster;
  /** The one pace of all channels that send to an address. */
  paceOf(address: string, intervalMs: number): Pace;
}

/**
 * The config of one kind of channel: it is read, checked, masked and kept out of the logs by this. Keys of nested fields are written with a dot: `oauth2.clientSecret`.
 */
export interface ChannelKind<Config> {
  /** The keys that a channel of this kind has in the config, those of `everyChannel` among them. */
  readonly schema: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  /** Keys whose values nobody may read: not in `validate --show`, nor in a message about a mistake, a log or a server's response. */
  readonly secrets: Readonly<Record<string, SecretForm>>;
  /** Texts that readers see anyway, although they are part of a secret. */
  readonly shownAnyway?: (config: Config) => readonly string[];
  /** Keys of files; relative paths count from the working directory. */
  readonly files: readonly string[];
  /** Whether its messages hold pictures themselves, so that they are fetched on the day when they are found. */
  readonly embedsPictures: boolean;
  /** Whether its messages name the dates of a calendar that their filings set, move or cancel. Default: none does. */
  readonly namesDates?: (config: Config) => boolean;
  /** Reports what is wrong across fields. Fields that were wrong by themselves are absent; paths of files are absolute. */
  validate(fields: Partial<Config>, path: Path, report: Report): void;
}
