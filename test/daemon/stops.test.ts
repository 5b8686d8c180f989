import { expect, it } from 'vitest';
import { collectStops } from '../../src/daemon/jobs/running.ts';

it('a part that fails to stop does not keep the others running', async () => {
  const stopped: string[] = [];
  const { add, stopAll } = collectStops();
  add(async () => void stopped.push('service'));
  add(async () => void stopped.push('web'));
  add(() => Promise.reject(new Error('the database is lost')));
  await expect(stopAll()).rejects.toThrow('the database is lost');
  expect(stopped).toEqual(['web', 'service']);
});
