import { TipstaffError } from '../errors.ts';

/** A finding with its place: `watches.yaml:7:11 watches[1].schedule: found …; accepted: …`. */
export interface PlacedFinding {
  /** The file as the user would name it. */
  readonly file: string;
  /** From 1; 0 when the place is not in the file (the file is missing, an environment variable). */
  readonly line: number;
  readonly column: number;
  /** `watches[1].schedule`; '' when the text itself is broken. */
  readonly path: string;
  /** What is wrong, without the place. Contains no secret. */
  readonly words: string;
  /** The whole line, with the place. */
  readonly text: string;
}

/**
 * The config cannot be used. `mistakes` has all of them, in the order of the file. Code `config.invalid`, exit code 2.
 */
export class ConfigError extends TipstaffError {
  readonly mistakes: readonly PlacedFinding[];
  readonly warnings: readonly PlacedFinding[];

  constructor(mistakes: readonly PlacedFinding[], warnings: readonly PlacedFinding[] = []) {
    const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`;
    super('config.invalid', [`${count} in the config:`, ...mistakes.map((mistake) => mistake.text)].join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
    this.warnings = warnings;
  }
}
