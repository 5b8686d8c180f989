#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { requireNode } from './commands/nodeVersion.ts';
import { keepYoungGenerationSmall } from './heap.ts';

requireNode(process.versions.node);
keepYoungGenerationSmall();
enableCompileCache();
const { quickenImports } = await import('./commands/quickImports.ts');
quickenImports();
const { runCommandLine } = await import('./commands/commandLine.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
