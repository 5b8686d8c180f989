import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { dayMs } from '../../src/base/time.ts';
import { connect, type Service } from '../../src/check/admission/serviceKey.ts';
import { openStory, type StoryEnd, weeks } from '../../src/cli/demo.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import type { FetchPicture } from '../../src/records/design.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { eventually } from '../eventually.ts';
import { copyDatabase, dropDatabase, newDatabase } from '../store/database.ts';

export interface DemoWorld {
  readonly url: string;
  readonly store: Store;
}

const begins = new Date('2026-11-21T09:00:00Z');
/** The time on the pages' clock: the same day in every run, and later than all that happens in the story. */
export const today = new Date(begins.getTime() + weeks * 7 * dayMs + 6 * 3_600_000);

const configFile = join(process.cwd(), 'watches.yaml');
/** Shared by the whole run: the first worker that needs the story makes it, and the others wait. */
export const storyFolder = join(tmpdir(), 'demo-world');
const endFile = join(storyFolder, 'end.json');
/** Made while the test file loads, so that its cost does not count for the first test. */
const told = await tellOnce();

/** @returns the database of the story, fully indexed for the search and not open in any process. */
async function tellOnce(): Promise<string> {
  const said = join(storyFolder, 'said');
  try {
    mkdirSync(storyFolder);
  } catch {
    const outcome = await eventually(() => readFileSync(said, 'utf8'));
    if (outcome.startsWith('failed')) throw new Error(`The story of the demo ${outcome}`);
    return outcome;
  }
  const say = (outcome: string) => {
    writeFileSync(`${said}.part`, outcome);
    renameSync(`${said}.part`, said);
  };
  try {
    const database = await newDatabase(storyFolder);
    const { end, close: closeStory } = await openStory({
      folder: storyFolder,
      database,
      configFile,
      say: () => {},
      begins,
    });
    await closeStory();
    writeFileSync(endFile, JSON.stringify(end));
    say(database);
    return database;
  } catch (error) {
    say(`failed: ${String(error)}`);
    throw error;
  }
}

/** Returns the state at the end of the story. */
export function readStoryEnd(): StoryEnd {
  return JSON.parse(readFileSync(endFile, 'utf8'));
}

/** Serves the pages over the demo's world at the end of its story, with a complete search index. */
export async function serveDemoWorld(): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-pages-'));
  const database = await copyDatabase(told, folder);
  const { url, store, close } = await open(database, folder);
  onTestFinished(async () => {
    await close();
    await dropDatabase(database);
    rmSync(folder, { recursive: true });
  });
  return { url, store };
}

async function open(database: string, folder: string): Promise<DemoWorld & { close(): Promise<void> }> {
  const env = { TIPSTAFF_BASE_URL: 'sandbox', TIPSTAFF_TOKEN: 'sandbox', TIPSTAFF_DATABASE: database };
  const config = loadConfig({ file: configFile, cwd: folder, env });
  const store = await openStore(config.database);
  const clock = () => today;
  const http = { ...config.http, port: 0 };
  const metrics = await startMetrics(store, clock);
  const log = pino({ level: 'silent' });
  const pictures = picturesOfStory({ config, store, clock, log });
  const web = await startWeb({ store, config: { ...config, http }, metrics, clock, log, ...pictures });
  const close = async () => {
    await web.close();
    await pictures.close();
    await store.close();
  };
  return { url: web.url, store, close };
}

/** Pictures by address, drawn once for all tests of this process. */
const drawn = new Map<string, Awaited<ReturnType<FetchPicture>>>();

/** Starts a sandbox like the story's, which has stopped, for the first picture that is not in the store. */
function picturesOfStory({ config, ...parts }: Parameters<typeof connect>[0]) {
  const paced = { ...config, service: { ...config.service, requestsPerSecond: 100 } };
  let started: Promise<{ sandbox: Sandbox; service: Service }> | undefined;
  const start = async () => {
    const sandbox = await startSandbox({ clock: () => begins });
    return { sandbox, service: connect({ config: paced, ...parts }, sandbox.url) };
  };
  const fetchPicture: FetchPicture = async (url, signal) => {
    const known = drawn.get(url);
    if (known !== undefined) return known;
    started ??= start();
    const { sandbox, service } = await started;
    const picture = await service.fetchPicture(new URL(new URL(url).pathname, sandbox.url).href, signal);
    drawn.set(url, picture);
    return picture;
  };
  const close = async () => {
    const parts = await started;
    await parts?.service.close();
    await parts?.sandbox.close();
  };
  return { fetchPicture, close };
}
