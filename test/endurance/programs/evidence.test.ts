import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { makeEvidence } from '../../../src/web/evidence/evidenceFile.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { openOffice } from '../../check/office.ts';
import { tempFolder } from '../../tempFolder.ts';

it('openssl and sha256sum confirm an evidence file with the commands of its README', async () => {
  const office = await openOffice({
    watches: [{ id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } }],
  });
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await office.check();
  const period = { matter: 'M-1', from: '2026-11-20', until: '2026-11-30', who: 'ann', confidential: true };
  const { zip, fingerprint } = await makeEvidence(office.store, office.parts().config, period, office.now);
  const folder = tempFolder();
  const files = unzipSync(zip);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const lines = strFromU8(files['README.txt'] ?? new Uint8Array()).split('\n');
  const run = (begin: string) => {
    const line = lines.find((one) => one.trim().startsWith(begin)) ?? 'false';
    return execFileSync('bash', ['-o', 'pipefail', '-c', line], { cwd: folder, encoding: 'utf8' });
  };
  expect(run('openssl pkeyutl')).toContain('Verified Successfully');
  expect(run('sha256sum -c')).not.toContain('FAILED');
  expect(run('openssl pkey ')).toContain(fingerprint);
});
