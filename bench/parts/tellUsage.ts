import { writeSync } from 'node:fs';

// Preloaded into a process that is measured: at its end, what CPU and memory it took goes out on descriptor 3.

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ cpu: (user + system) / 1e6, peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6 }));
});
