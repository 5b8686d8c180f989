import { writeSync } from 'node:fs';

// Preloaded into a process that is measured: at its end, the most megabytes that it took go out on descriptor 3. Plain JavaScript, so that
// the measured process loads nothing for it.

process.on('exit', () => {
  writeSync(3, String((process.resourceUsage().maxRSS * 1024) / 1e6));
});
