#!/usr/bin/env node
import { catchSignals } from './cli/signals.ts';

// Before anything is loaded, because the first process of a container never gets a signal for which it has no listener.
catchSignals(process.argv.slice(2));
const { runCommandLine } = await import('./cli/commandLine.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
