import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { startProgram } from '../program.ts';
import { byNight } from '../runs.ts';

// `npm test` has the same test in one process, with simulated deaths.
it.skipIf(!byNight)(
  'the fourth daemon does not request a query that killed three daemons, reports it, and keeps running',
  async () => {
    let daemon: ReturnType<typeof startProgram> | undefined;
    // Kills the daemon, as a hostile response would.
    const service = await openEndpoint(() => daemon?.kill('SIGKILL'));
    const machine = await openMachine();
    const watch = { id: 'deadly', notify: ['counsel'], dockets: { patentNumber: '7000001' }, schedule: '0 7 * * *' };
    machine.configure({ watches: [watch], http: { host: '127.0.0.1', port: 0 } });
    const env = { ...machine.env, TIPSTAFF_BASE_URL: service.url };
    const start = () =>
      startProgram(['run', '--config', join(machine.folder, 'watches.yaml')], {
        folder: machine.folder,
        env,
        stdio: 'ignore',
      });
    for (let death = 1; death <= 3; death += 1) {
      daemon = start();
      expect(await once(daemon, 'exit')).toEqual([null, 'SIGKILL']);
      expect(service.requests).toHaveLength(death);
    }
    daemon = start();
    const reader = await openStore(machine.database);
    try {
      await eventually(async () => {
        const checks = await reader.db.selectFrom('checks').selectAll().execute();
        expect(checks).toMatchObject([
          { outcome: 'failed', credits: 0, reason: expect.stringContaining('ended Tipstaff') },
        ]);
        const incidents = await reader.db.selectFrom('incidents').select('kind').execute();
        expect(incidents.map(({ kind }) => kind)).toContain('check-crashed');
      });
    } finally {
      await reader.close();
    }
    daemon.kill('SIGTERM');
    expect(await once(daemon, 'exit')).toEqual([0, null]);
    expect(service.requests).toHaveLength(3);
  },
);
