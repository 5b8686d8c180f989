import { ConfigError } from '../config/configError.ts';
import { loadConfig } from '../config/loadConfig.ts';
import type { ConfigReport } from './readConfigApart.ts';

// The process that readConfigApart starts: reads the config, tells it to its parent, ends.

function read(): ConfigReport {
  try {
    return { config: loadConfig({ env: process.env, cwd: process.cwd() }) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { mistakes: error.mistakes, warnings: error.warnings };
  }
}

process.send?.(read(), undefined, undefined, () => {
  // A parent that is gone has ended the connection already.
  if (process.connected) process.disconnect();
});
