import { writeSync } from 'node:fs';

// Preloaded into a process that is measured. When the process ends, this writes the most megabytes that it took to
// descriptor 3. It is plain JavaScript, so that the measured process loads nothing else for it.

process.on('exit', () => {
  writeSync(3, String((process.resourceUsage().maxRSS * 1024) / 1e6));
});
