import { type Logger, pino, stdSerializers } from 'pino';
import { codeOf } from '../errors.ts';

const repeatMs = 60_000;

/**
 * The program's log: JSON lines on stderr, without secrets. An error that repeats (a full disk, at every tick) is one
 * line a minute, with the number of those left out: otherwise the log itself could fill the disk.
 */
export function openLog(level: string, redact: (text: string) => string): Logger {
  const isRepeated = repeatFilter(() => performance.now());
  return pino(
    {
      name: 'tipstaff',
      level,
      serializers: { err: errorForLog },
      hooks: {
        logMethod(args, method) {
          const [fields, words] = args as unknown as [unknown, unknown];
          const leftOut = isRepeated(fields, words);
          if (leftOut === 'leave out') return;
          if (leftOut > 0) method.call(this, { ...(fields as object), leftOut }, String(words));
          else method.apply(this, args);
        },
      },
    },
    { write: (line: string) => process.stderr.write(redact(line)) },
  );
}

/**
 * @returns for a line with an error: whether to leave it out, else how many of its kind were left out since the last
 * one.
 */
function repeatFilter(nowMs: () => number): (fields: unknown, words: unknown) => 'leave out' | number {
  const last = new Map<string, { atMs: number; leftOut: number }>();
  return (fields, words) => {
    const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
    if (!(error instanceof Error)) return 0;
    const key = `${words} ${error.message}`;
    const before = last.get(key);
    if (before !== undefined && nowMs() - before.atMs < repeatMs) {
      before.leftOut += 1;
      return 'leave out';
    }
    for (const [old, { atMs }] of last) if (nowMs() - atMs > 2 * repeatMs) last.delete(old);
    last.set(key, { atMs: nowMs(), leftOut: 0 });
    return before?.leftOut ?? 0;
  };
}

/** The stack only leads to our code; the error of SQLite about the disk is not in it. */
function errorForLog(error: Error): object {
  const code = codeOf(error);
  if (!code.startsWith('SQLITE_')) return stdSerializers.err(error);
  return { type: error.name, code, message: error.message };
}
