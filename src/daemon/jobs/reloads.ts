import { noteIncident } from '../../alerts/outbox/incidents.ts';
import { startTurns } from '../../base/calls.ts';
import { ConfigError, messageOf, TipstaffError } from '../../base/errors.ts';
import { isMap } from '../../base/json.ts';
import { type Config, openName } from '../../config/config.ts';
import { type ConfigSource, stampOf } from '../../config/loadConfig.ts';
import { startJob } from '../../schedule/jobs.ts';
import { ownName, type Reload, reloadAskedSetting } from '../../store/processes.ts';
import { readSetting } from '../../store/store.ts';
import { type Program, withConfig } from '../program.ts';

/** How often files are read, and how soon a reload is tried again if it failed for a reason outside the config. */
export type ReloadPace = Readonly<{ lookSeconds: number; againSeconds: number }>;

const usualPace: ReloadPace = { lookSeconds: 2, againSeconds: 10 };

interface ReloadParts {
  readonly program: () => Program;
  /** @throws ConfigError */
  readonly load: () => Config;
  /** Brings all of the config into force, or nothing. @throws why it cannot */
  readonly bring: (next: Program) => Promise<Pick<Reload, 'otherSince'>>;
  readonly note: (reload: Reload) => Promise<void>;
}

export function openReloads(parts: ReloadParts) {
  let last: Reload | undefined;
  let isOver = false;
  const inTurn = startTurns();
  const reload = async (asked?: string) => {
    if (isOver) return undefined;
    last = { ...(await tryOnce(parts)), asked };
    const { log } = parts.program();
    await noteRefusal(parts.program(), last).catch((err: unknown) =>
      log.error({ err }, 'the operators could not be notified'),
    );
    await parts.note(last).catch((err: unknown) => log.error({ err }, 'the reload could not be noted'));
    return last;
  };
  return {
    get last(): Reload | undefined {
      return last;
    },
    /** Reloads one at a time. Never rejects; resolves to undefined after `end`. */
    ask: (asked?: string) => inTurn(() => reload(asked)),
    /** Accepts no more reloads, and resolves when the current one has ended. */
    end: async () => {
      isOver = true;
      await inTurn(async () => {});
    },
  };
}

async function tryOnce({ program, load, bring }: ReloadParts): Promise<Reload> {
  const { config: before, clock, log } = program();
  const at = clock().toISOString();
  let { redact } = program();
  try {
    const next = await withConfig(program(), load());
    redact = next.redact;
    if (before.database !== next.config.database) {
      const why = 'The database cannot change while the daemon runs: restart it, or put "database" back.';
      throw new TipstaffError('config.database', why);
    }
    const words = [settingsOf, watchesOf].flatMap((partsOf) => differences(partsOf(before), partsOf(next.config)));
    const brought = await bring(next);
    if (brought.otherSince === undefined)
      next.log.info({ changed: words }, 'the config was read again, and is in force');
    return { at, ok: true, words, ...brought };
  } catch (error) {
    // The log redacts only the secrets of the former config.
    const words = (error instanceof ConfigError ? error.mistakes.map(({ text }) => text) : [messageOf(error)]).map(
      redact,
    );
    log.error({ mistakes: words }, 'the config was refused; the previous one stays in force');
    const isOfConfig = error instanceof TipstaffError && error.code.startsWith('config.');
    return { at, ok: false, words, again: !isOfConfig };
  }
}

export async function noteRefusal(program: Program, { ok, words, again }: Omit<Reload, 'at'>): Promise<void> {
  const remedy = again
    ? 'Tipstaff tries again by itself.'
    : 'Correct the file until tipstaff validate accepts it; the daemon then reads it again by itself.';
  const detail = ok
    ? 'The config can be used again.'
    : `The config was changed, and cannot be used: ${words.join(' · ')} The previous config stays in force. ${remedy}`;
  const about = ownName();
  await noteIncident(program, !ok, { kind: 'config-refused', subject: `the config of ${about}`, about, detail });
}

/** Reloads on request, or if a file has changed and then stayed the same for one period: an editor may be writing. */
export async function followReloads(
  { store, log, config }: Program,
  source: ConfigSource | undefined,
  { ask }: Pick<ReturnType<typeof openReloads>, 'ask'>,
  { lookSeconds, againSeconds } = usualPace,
): Promise<() => Promise<void>> {
  const readAsked = () => readSetting<string>(store.db, reloadAskedSetting);
  let answered = await readAsked();
  // A file may have changed since it was read for the start.
  let [taken, seen] = [source && config.stamp, source && stampOf(source)];
  let againAt = Number.POSITIVE_INFINITY;
  const look = async () => {
    const asked = await readAsked();
    const stamp = source && stampOf(source);
    const hasChanged = stamp !== taken && stamp === seen;
    seen = stamp;
    if (asked === answered && !hasChanged && performance.now() < againAt) return;
    [answered, taken] = [asked, stamp];
    const reload = await ask(asked);
    againAt = reload?.again ? performance.now() + againSeconds * 1000 : Number.POSITIVE_INFINITY;
  };
  return startJob({ name: 'reload', when: lookSeconds, work: look }, log).stop;
}

/** Names what changed without its values, which may be secret: `service.token`, `watch widget-patent (new)`. */
function watchesOf({ watches }: Config): Map<string, string> {
  return new Map(watches.map((watch) => [`watch ${openName(watch)}`, JSON.stringify(watch)]));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  return names.map((name) => (before.has(name) ? (after.has(name) ? name : `${name} (removed)`) : `${name} (new)`));
}

const apart = ['watches', 'ownWatches', 'warnings', 'readings', 'file', 'stamp'];

/** Two levels deep: a channel or the service is one setting, whatever part of it changed. */
function settingsOf(config: Config): Map<string, string> {
  const top = Object.entries(config).filter(([key]) => !apart.includes(key));
  return new Map(
    top.flatMap(([key, value]): [string, string][] => {
      if (!isMap(value)) return [[key, JSON.stringify(value)]];
      return Object.entries(value).map(([inner, held]) => [`${key}.${inner}`, JSON.stringify(held)]);
    }),
  );
}
