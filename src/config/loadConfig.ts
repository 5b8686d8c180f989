import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { ConfigError, codeOf, whyUnreadable } from '../base/errors.ts';
import { isPostgres } from '../base/redact.ts';
import { type ChannelConfig, channelTypes, formerKinds, kindOf } from './channels.ts';
import { type Config, isLimit, type ServiceConfig, type WatchConfig } from './config.ts';
import { isLoopback } from './fields/fields.ts';
import { isTreeMap, type Report, readByType, readShape, replaceAt, type Tree, type TreeMap } from './fields/finding.ts';
import { Findings } from './findings.ts';
import { readNudges } from './readNudges.ts';
import { readWatches, validateChannelNames, validateMatters } from './readWatches.ts';
import {
  defaultsSchema,
  type Settings,
  serviceSchema,
  settingsSchema,
  validateService,
  validateSettings,
  type WatchDefaults,
} from './settingsSchema.ts';
import { type Environment, EnvironmentReader, readLogLevel, readText, variablesOf } from './variables.ts';
import { readYaml } from './yaml.ts';

export interface ConfigSource {
  readonly file?: string | undefined; // Path of the file; default TIPSTAFF_CONFIG, else ./watches.yaml.
  readonly env: Environment;
  readonly cwd: string; // The base of relative paths (the file itself, `database`, key files).
}

/** Also reads the files of NAME_FILE variables and DKIM keys. @throws ConfigError with every mistake */
export function loadConfig(source: ConfigSource): Config {
  const { env, cwd } = source;
  const [path, stamp] = [pathOf(source), stampOf(source)];
  const shown = showPath(path, cwd);
  const findings = new Findings();
  const environment = new EnvironmentReader(variablesOf(env, cwd), findings);
  const yaml = readYaml(readSource(path, shown, findings), (text, place) => environment.expand(text, place), findings);
  const top = yaml.isBroken ? undefined : topOf(yaml.tree, findings);
  const tree = environment.fill(top ?? {});
  const parts = top && readParts(environment.withoutUnusedChannels(tree), cwd, findings);
  const [logLevel, levelMistakes] = readLogLevel(env);
  const found = findings.placed(shown, yaml, tree);
  const mistakes = [...found.mistakes, ...levelMistakes];
  if (parts === undefined || mistakes.length > 0) throw new ConfigError(mistakes, found.warnings);
  const [warnings, readings] = [found.warnings, found.readings].map((some) => some.map(({ text }) => text));
  return { file: path, stamp, ...parts, logLevel, warnings: warnings ?? [], readings: readings ?? [] };
}

function pathOf({ file, env, cwd }: ConfigSource): string {
  return resolve(cwd, file ?? (env.TIPSTAFF_CONFIG || 'watches.yaml'));
}

/** Returns text that differs once the file or a secret file was written, replaced, removed or restored. */
export function stampOf(source: ConfigSource): string {
  const named = Object.entries(source.env).filter(([name, file]) => name.endsWith('_FILE') && file);
  const secrets = named.map(([, file = '']) => resolve(source.cwd, file));
  return [pathOf(source), ...secrets].map(stampOfFile).join();
}

function stampOfFile(file: string): string {
  try {
    const stats = statSync(file);
    // A pipe can be read only once.
    return stats.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
  } catch (error) {
    // The variable may belong to another program, so an unreadable file is no error.
    return codeOf(error);
  }
}

type Parts = Omit<Config, 'file' | 'stamp' | 'logLevel' | 'warnings' | 'readings'>;

/** Finds all mistakes in one run. @returns undefined when settings are incomplete */
function readParts(tree: TreeMap, cwd: string, findings: Findings): Parts | undefined {
  const { whole, fields } = readShape(settingsSchema, tree, [], findings);
  validateSettings(fields, findings);
  const service = readService(tree.service ?? {}, findings);
  const defaults = readDefaults(tree.defaults, findings);
  const names = new Set(isTreeMap(tree.channels) ? Object.keys(tree.channels) : []);
  const channels = readChannels(tree.channels, defaults.timezone, cwd, findings);
  const nudges = readNudges(tree.nudges, fields.http, findings);
  validateChannelNames(fields.operators ?? [], ['operators'], names, findings);
  validateChannelNames(defaults.notify ?? [], ['defaults', 'notify'], names, findings);
  const surroundings = { defaults, channels: names, isBudgeted: isLimit(fields.budget) };
  const watches = readWatches(tree.watches, surroundings, findings);
  warnOfOneMailServer(channels, watches, fields, findings);
  validateMatters(tree.matters, watches, findings);
  if (!whole || !service) return undefined;
  const database = isPostgres(fields.database) ? fields.database : resolve(cwd, fields.database);
  const operators = [...new Set(fields.operators)];
  return { ...fields, database, operators, service, channels, nudges, defaults, watches };
}

/** Warns when operators share the readers' mail server, whose failure they would not learn of. */
function warnOfOneMailServer(
  channels: Readonly<Record<string, ChannelConfig>>,
  watches: readonly Pick<WatchConfig, 'notify'>[],
  { operators = [], watchdog }: Partial<Settings>,
  findings: Findings,
): void {
  const serverOf = (name: string) => {
    const channel = channels[name];
    // A relay on this machine keeps mail that the server behind it refuses.
    if (channel?.type !== 'email' || !URL.canParse(channel.smtpUrl) || isLoopback(channel.smtpUrl)) return undefined;
    return new URL(channel.smtpUrl).host;
  };
  const servers = new Set(watches.flatMap(({ notify }) => notify).map(serverOf));
  const hasOther = operators.map(serverOf).some((server) => server === undefined || !servers.has(server));
  if (watchdog !== undefined || operators.length === 0 || hasOther) return;
  const why = 'they use the mail server of the readers: if it fails, nobody is notified';
  const accepted = 'also a channel that does not use that server, or watchdog.url';
  findings.warning({ path: ['operators'], why, accepted });
}

/** Allows a missing token only for the sandbox, which takes any. */
function readService(raw: Tree, report: Report): ServiceConfig | undefined {
  const { whole, fields } = readShape(serviceSchema, raw, ['service'], report);
  validateService(fields, raw, report);
  return whole ? { ...fields, token: fields.token ?? 'sandbox' } : undefined;
}

function readDefaults(raw: Tree | undefined, findings: Findings): WatchDefaults {
  const { whole, fields } = readShape(defaultsSchema, raw ?? {}, ['defaults'], findings);
  if (whole) return fields;
  // An unreadable list of channels is one mistake, not another for each watch that uses it.
  const notify = isTreeMap(raw) && raw.notify !== undefined ? [] : undefined;
  return { ...defaultsSchema.parse({}), notify, ...fields };
}

function topOf(tree: Tree | undefined, findings: Findings): TreeMap | undefined {
  if (tree === undefined) return {};
  if (isTreeMap(tree)) return tree;
  const found = typeof tree === 'string' ? 'a text' : 'a list';
  findings.mistake({ path: [], found, accepted: 'a map with watches:' });
  return undefined;
}

function readSource(path: string, shown: string, findings: Findings): string {
  try {
    return readText(path);
  } catch (error) {
    const reason = whyUnreadable(error);
    const found = codeOf(error) === 'ENOENT' ? reason : `a file that cannot be read (${reason})`;
    const accepted = 'a readable file: set TIPSTAFF_CONFIG, or run where watches.yaml is; tipstaff init writes one';
    findings.mistake({ path: [], found, accepted });
    throw new ConfigError(findings.placed(shown, undefined, undefined).mistakes);
  }
}

function showPath(path: string, cwd: string): string {
  const way = relative(cwd, path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}

/** Reads channels, without those that have mistakes. @param timezone for a channel that names none */
function readChannels(raw: Tree | undefined, timezone: string, cwd: string, report: Report) {
  const schemaOf = (type: ChannelConfig['type']) => kindOf(type).schema;
  const known = { types: channelTypes, schemaOf, former: formerKinds };
  const kinds = { key: 'channels', accepted: 'a map of channels by name', ...known };
  return readByType(raw, kinds, report, ({ whole, fields, name, type }, path): ChannelConfig | undefined => {
    const kind = kindOf(type);
    const channel = (kind.files ?? []).reduce((read, key) => replaceAt(read, key, (file) => resolve(cwd, file)), {
      ...fields,
      timezone: fields.timezone ?? timezone,
      name,
      type,
    }) as Partial<ChannelConfig>;
    if (whole && channel.heartbeat === true && channel.digest === undefined) {
      const accepted = 'digest beside it, or false';
      report.mistake({ path: [...path, 'heartbeat'], why: 'it belongs to a digest', accepted });
    }
    kind.validate?.(channel, path, report);
    // Complete: the schema of this kind read every field.
    return whole ? (channel as ChannelConfig) : undefined;
  });
}
