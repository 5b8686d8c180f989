import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openBrowser } from '../browser/openBrowser.ts';
import { eventually } from '../eventually.ts';
import { hangsAfterMs } from '../hangsAfter.ts';
import { startDaemon } from '../program.ts';
import { runHere } from '../runHere.ts';
import { tempFolder } from '../tempFolder.ts';
import { startProvider } from '../web/openIdProvider.ts';
import { freePort, name, proxies, startProxy } from './proxy.ts';
import { itWith } from './tools.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/running.md'), 'utf8');

/** Returns the settings that the page gives for watches.yaml, with the names of this test. */
function settingsOfThePage(names: Readonly<Record<string, string>>): string {
  const [, section = ''] = page.split('## Signing in by your own provider');
  const [, block = ''] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
  return Object.entries(names).reduce((text, [theirs, ours]) => {
    expect(text).toContain(theirs);
    return text.replaceAll(theirs, ours);
  }, block);
}

const { tool, start } = proxies['deploy/nginx.conf'];

itWith(tool)(
  'the steps of docs/running.md lead to pages behind nginx with sign-in through an own provider, without adding users',
  async () => {
    const folder = tempFolder();
    const provider = await startProvider({ ann: { preferred_username: 'ann', groups: ['docketing'] } });
    const { issuer, clientSecret = '' } = provider.oidc;
    const [port, secretFile] = [await freePort(), join(folder, 'secret')];
    writeFileSync(secretFile, `${clientSecret}\n`);
    const publicUrl = `https://${name}:${port}`;
    provider.allow(publicUrl);
    const env = {
      TIPSTAFF_BASE_URL: 'sandbox',
      TIPSTAFF_TOKEN: 'sandbox',
      TIPSTAFF_DATABASE: join(folder, 'tipstaff.db'),
      OIDC_CLIENT_SECRET_FILE: secretFile,
    };
    const tipstaff = (...words: string[]) => runHere(words, { folder, env });

    expect((await tipstaff('init')).code).toBe(0);
    const file = join(folder, 'watches.yaml');
    const settings = settingsOfThePage({
      'https://login.firm.example/realms/firm': issuer,
      'https://tipstaff.firm.example': publicUrl,
    });
    const written = readFileSync(file, 'utf8').replace(
      /^http: .*$/m,
      settings.replace('http:\n', 'http:\n  port: 0\n'),
    );
    writeFileSync(file, written);
    expect(await tipstaff('validate')).toMatchObject({ code: 0 });
    expect((await tipstaff('doctor')).stdout).toMatch(/^ok +sign-in: http:\/\/127\.0\.0\.1:\d+ responds$/m);
    const daemon = await startDaemon(file, { env });
    const { said } = await startProxy(start, daemon.url, port);

    const browser = await openBrowser(`--host-resolver-rules=MAP ${name} 127.0.0.1`);
    onTestFinished(() => browser.close());
    const reader = await browser.newPage({ ignoreHTTPSErrors: true });
    reader.setDefaultTimeout(hangsAfterMs);
    await eventually(() => reader.goto(`${publicUrl}/watches`));
    expect(await reader.locator('main').innerText(), said.join('')).toContain('Sign in');
    await reader.getByRole('link', { name: 'Sign in with Firm login' }).click();
    await reader.locator('input[name=login]').fill('ann');
    await reader.locator('input[name=password]').fill('whatever');
    await reader.getByRole('button', { name: 'Sign-in' }).click();
    await reader.getByRole('button', { name: 'Continue' }).click();
    await reader.waitForURL(`${publicUrl}/watches`);
    expect(await reader.locator('footer').innerText()).toContain('signed in as ann');
    const [session] = (await reader.context().cookies()).filter(({ name: own }) => own.endsWith('-session'));
    expect(session).toMatchObject({ name: '__Host-tipstaff-session', secure: true, httpOnly: true, sameSite: 'Lax' });
    expect((await tipstaff('users')).stdout).toMatch(/^ann +admin +all +no +provider/m);
    await daemon.stop();
  },
);
