import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

it.each(['SIGQUIT', 'SIGUSR2'] as const)('%s ends a daemon as SIGTERM does', async (signal) => {
  const file = new URL('../../../src/cli/signals.ts', import.meta.url).href;
  const script = `
    import { catchSignals, untilInterrupted } from ${JSON.stringify(file)};
    catchSignals(['run']);
    const asked = untilInterrupted().signal;
    const running = setInterval(() => {}, 1000);
    asked.addEventListener('abort', () => { console.log('was asked to end'); clearInterval(running); });
    console.log('runs');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (said === 'runs\n') child.kill(signal);
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toBe('runs\nwas asked to end\n');
});
