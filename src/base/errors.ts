/** An error with a stable code, whether a retry helps, and words that never contain a secret. */
export class TipstaffError extends Error {
  readonly code: string; // Stable, dotted, such as `config.invalid` or `search.account`.
  readonly retryable: boolean; // Whether a later retry may succeed without any change.

  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TipstaffError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** Returns the code of a system or database error, such as `ENOENT`; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  EFBIG: 'it is larger than 16 MB',
  ETIMEDOUT: 'a pipe that nobody wrote to in time',
};

/** Says in words why a file cannot be read. */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? (code || 'unknown error');
}

const refusals: Readonly<Record<string, string>> = {
  EEXIST: 'it exists already. Name a new file.',
  ENOENT: 'its folder does not exist. Name a file in an existing folder.',
  ENOTDIR: 'its folder is a file. Name a file in a folder.',
  EISDIR: 'it is a folder. Name a file in it.',
  EACCES: 'permission denied. Name a file that you may write.',
};

/** Says why a file cannot be written, and what to do. */
export function whyUnwritable(error: unknown): string {
  return refusals[codeOf(error)] ?? `${messageOf(error)}.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A finding with its place: `watches.yaml:7:11 watches[1].schedule: found …; accepted: …`. */
export interface PlacedFinding {
  readonly file: string;
  /** From 1; 0 when the place is not in the file (the file is missing, an environment variable). */
  readonly line: number;
  readonly column: number;
  readonly path: string; // `watches[1].schedule`; '' when the text itself is broken.
  readonly words: string; // What is wrong, without the place. No secrets.
  readonly text: string;
}

/** The config cannot be used. `mistakes` are in the order of the file. Code `config.invalid`, exit code 2. */
export class ConfigError extends TipstaffError {
  readonly mistakes: readonly PlacedFinding[];
  readonly warnings: readonly PlacedFinding[];

  constructor(mistakes: readonly PlacedFinding[], warnings: readonly PlacedFinding[] = []) {
    const count = `${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} in the config:`;
    super('config.invalid', [count, ...mistakes.map((mistake) => mistake.text)].join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
    this.warnings = warnings;
  }
}
