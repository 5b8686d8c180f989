#!/usr/bin/env node
import { catchSignals } from './commands/signals.ts';

// Before anything is loaded: a container's first process never gets a signal that nobody has asked for.
catchSignals(process.argv.slice(2));
const { runCommandLine } = await import('./commands/commandLine.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
