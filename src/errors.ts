/**
 * What every error of Tipstaff carries: a stable code, whether trying again helps, and words that say what, where, why
 * and what to do. The message never contains a secret.
 */
export class TipstaffError extends Error {
  /** Stable, dotted, e.g. `config.invalid`, `search.account`. */
  readonly code: string;
  /** Whether the same thing may work later without anybody changing anything. */
  readonly retryable: boolean;

  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TipstaffError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** The code of an error of the system or of a database, like `ENOENT`; '' where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
