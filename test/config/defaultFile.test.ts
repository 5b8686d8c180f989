import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { describeSearch } from '../../src/config/searchWords.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the watches.yaml of the distribution', () => {
  it('works with the sandbox once the environment names it, without a warning', () => {
    const config = loadConfig({ env: { TIPSTAFF_BASE_URL: 'sandbox', TIPSTAFF_TOKEN: 'sandbox' }, cwd: root });
    expect(config.warnings).toEqual([]);
    expect(config.service).toMatchObject({ baseUrl: 'sandbox', token: 'sandbox' });
    expect(config.watches.flatMap((watch) => watch.searches).map(describeSearch)).toEqual([
      'dockets: patent number 6,834,603',
      'dockets: company Rival',
      'dockets: case number 1:20-cv-00168',
      'designs in HAGUE: holder Rival, Locarno class 09-01',
      'designs in EMID: holder Rival, Locarno class 09-01',
      'designs in HAGUE: Locarno class 09-01',
    ]);
  });

  it('is refused without an environment, because an unset service is never the sandbox', () => {
    const refused = () => loadConfig({ env: {}, cwd: root });
    expect(refused).toThrow(/service\.baseUrl: found \$\{TIPSTAFF_BASE_URL\}, which is not set/);
  });

  it('takes the real service and the real channels from the environment', () => {
    const config = loadConfig({
      env: {
        TIPSTAFF_BASE_URL: 'https://search.example.com',
        TIPSTAFF_TOKEN: 'a-token',
        SMTP_URL: 'smtps://mail.example.com',
        SLACK_WEBHOOK_URL: 'https://hooks.example.com/services/T/B/key',
      },
      cwd: root,
    });
    expect(config.warnings).toEqual([expect.stringContaining('they use the mail server of the readers')]);
    expect(config.service).toMatchObject({ baseUrl: 'https://search.example.com', token: 'a-token' });
    expect(config.channels.counsel).toMatchObject({ smtpUrl: 'smtps://mail.example.com' });
    expect(config.channels.brand).toMatchObject({ webhookUrl: 'https://hooks.example.com/services/T/B/key' });
  });
});
