import { wordFinding } from '../fields/finding.ts';
import { nearMiss } from '../fields/nearMiss.ts';
import type { PlacedFinding } from './findings.ts';
import type { Environment } from './variables.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** LOG_LEVEL, default `info`; the second is the mistake in it. */
export function readLogLevel(env: Environment): readonly [LogLevel, readonly PlacedFinding[]] {
  const asked = env.LOG_LEVEL?.trim().toLowerCase() || 'info';
  const level = logLevels.find((known) => known === asked);
  if (level !== undefined) return [level, []];
  const path = ['LOG_LEVEL'];
  const found = JSON.stringify(asked.slice(0, 60));
  const suggestion = nearMiss(asked, logLevels);
  const finding = { path, found, accepted: logLevels.join(', '), suggestion };
  const [words, text] = [wordFinding(finding, []), wordFinding(finding, path)];
  return ['info', [{ file: '', line: 0, column: 0, path: 'LOG_LEVEL', words, text }]];
}
