import { reachChannel } from '../../alerts/channels/openChannel.ts';
import { ConfigError } from '../../base/errors.ts';
import { reach } from '../../base/http/reach.ts';
import { counted } from '../../base/words/sentence.ts';
import type { Config } from '../../config/config.ts';
import { createRedact } from '../../config/fields/secret.ts';
import { loadConfig } from '../../config/loadConfig.ts';
import { secretsOf } from '../../config/secrets.ts';
import { openProvider } from '../../people/signIn/provider.ts';
import { readOnly } from '../../store/openStore.ts';
import { type Finding, failed, found, ok, warning, withCertificate } from './finding.ts';
import { databaseFindings } from './ofDatabase.ts';
import { environmentFinding, permissionFindings, proxyFinding, supervisorFinding } from './ofMachine.ts';
import { serviceFindings } from './ofService.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: () => Date;
}

/**
 * Looks at everything that a daemon needs, without a message, a paid call or a write. A config that cannot be used is a
 * finding too: the rest that does not depend on it is looked at all the same.
 */
export async function examine({ env, cwd, clock }: Surroundings): Promise<Finding[]> {
  const config = readConfig(env, cwd);
  const machine = [environmentFinding(env), await proxyFinding(env), supervisorFinding()];
  if (!('file' in config)) return [config, ...machine];
  const redact = createRedact(secretsOf(config));
  const [ofStore, ofChannels, ofSignIn] = await Promise.all([
    ofDatabaseAndService(config, clock),
    channelFindings(config, clock),
    signInFindings(config, clock),
  ]);
  const permissions = await found('permissions', 'Look who may read the files named there.', () =>
    permissionFindings(config, env),
  );
  const all = [configFinding(config), ...machine, permissions, ...ofStore, ...ofChannels, ...ofSignIn];
  return all.map(({ check, state, detail, todo }) => ({
    check,
    state,
    detail: redact(detail),
    todo: todo && redact(todo),
  }));
}

function readConfig(env: Surroundings['env'], cwd: string): Config | Finding {
  try {
    return loadConfig({ env, cwd });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const words = error.mistakes.map((mistake) => mistake.text).join('; ');
    return failed('config', words, 'Correct watches.yaml or the environment; tipstaff validate shows each mistake.');
  }
}

function configFinding({ file, watches, channels, warnings }: Config): Finding {
  const counts = `${counted(watches.length, 'watch', 'watches')}, ${counted(Object.keys(channels).length, 'channel')}`;
  if (warnings.length === 0) return ok('config', `${file}: ${counts}`);
  return warning('config', warnings.join('; '), 'Change what is not meant so: tipstaff validate.');
}

async function ofDatabaseAndService(config: Config, clock: () => Date): Promise<Finding[]> {
  let why: unknown;
  const look = async (db?: Parameters<typeof databaseFindings>[1]) => [
    ...(await databaseFindings(config, db, { now: clock(), why })),
    ...(await serviceFindings(config, db, clock)),
  ];
  const onUnreadable = (error: unknown) => {
    why = error;
  };
  return (await readOnly(config.database, look, onUnreadable)) ?? look();
}

function channelFindings({ channels }: Config, clock: () => Date): Promise<Finding[]> {
  const todo =
    'Nothing reaches this channel until that is put right; tipstaff send-test CHANNEL then shows whether one does.';
  const looks = Object.values(channels).map((channel) => {
    const check = `channel ${channel.name}`;
    return found(check, todo.replace('CHANNEL', channel.name), async () => {
      const { detail, certificateUntil } = await reachChannel(channel);
      return withCertificate(check, detail, certificateUntil, clock());
    });
  });
  return Promise.all(looks);
}

/** Whether the provider that signs people in responds, and says of itself what signing in needs. */
async function signInFindings({ http }: Config, clock: () => Date): Promise<Finding[]> {
  const { oidc } = http.signIn;
  if (oidc === undefined) return [];
  const todo =
    'Nobody signs in by it until that is corrected: http.signIn.oidc.issuer is what stands before ' +
    '/.well-known/openid-configuration.';
  const look = async () => {
    const { certificateUntil } = await reach(oidc.issuer, { method: 'GET' });
    await openProvider(oidc).begin(http.publicUrl ?? `http://${http.host}`);
    return withCertificate('sign-in', `${oidc.issuer} responds`, certificateUntil, clock());
  };
  return [await found('sign-in', todo, look)];
}
