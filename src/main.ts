#!/usr/bin/env node
import { catchSignals } from './commands/signals.ts';

// Before anything is loaded, because the first process of a container never gets a signal for which it has no listener.
catchSignals(process.argv.slice(2));
const { runCommandLine } = await import('./commands/commandLine.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
