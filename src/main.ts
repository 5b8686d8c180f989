#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { refuseOldNode } from './commands/nodeVersion.ts';
import { quickenImports } from './commands/quickImports.ts';

refuseOldNode(process.versions.node);
enableCompileCache();
quickenImports();
const { runCommandLine } = await import('./commands/commandLine.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
