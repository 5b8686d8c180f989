import { dyingAt } from '../daemon/dyingAt.ts';

// Read before a process of ours begins: it is killed right before an operation on files, the so many-th.
dyingAt(Number(process.env.TEST_DIES_AT), () => {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});
