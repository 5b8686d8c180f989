import { dyingAt } from '../daemon/dyingAt.ts';

// Loaded before the program: kills the process right before its n-th operation on files.
dyingAt(Number(process.env.TEST_DIES_AT), () => {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});
