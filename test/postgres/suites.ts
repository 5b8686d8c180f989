import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folders =
  'test/{database,snapshot,find,holds,looks,check,outbox,message,schedule,nudges,evidence,web,postgres}/**/*.test.ts';
const opener = 'test/database/database.ts';
/** About SQLite's file, or a file of a version that had nothing else. */
const ofFiles = /^test\/database\/(?:sqlite\/|migrate\.test|formerVersion\.test)/;
/**
 * What these say of forms, headers, words and rules asks the database nothing that another suite does not ask: Postgres cannot
 * break it. A suite whose statements no other has, of the queue, of races or of who may see what, is not named here. Which statements a
 * suite has was written down by the driver, in a run of all of them.
 */
const asksNothingElse = new RegExp(
  `^test/(${[
    'web/(actions|alertMail|attempts|caseLinks|comingPictures|courtDay|headers|hostile(Requests|Texts)|moment)',
    'web/(picturePairs|smallWords|tenThousandWatches|visit|watchForm|whatMatters|whoGetsIn)',
    'web/(dateFeed|notes|services)',
    'check/(brandNews|compare/baseline|courtFilter|crashLog|firstPictures|firstStart|ignored|joined|lastCost|lists)',
    'check/(litigation\\.property|madeUpRecords|matterBudget|newCase|newWatchBudget|nothing|otherConfig|preview|quiet)',
    'check/(silences|unwatched)',
    'evidence/evidenceFile',
    'nudges/learnt',
    'outbox/(coverage|deaths|ended|sandbox)',
  ].join('|')})\\.test\\.ts$`,
);

/** The tests that open a store, by themselves or by what they import: what else there is need not run on Postgres again. */
export function suitesWithStore(): string[] {
  const reached = new Map<string, boolean>([[opener, true]]);
  return globSync(folders).filter((file) => !ofFiles.test(file) && !asksNothingElse.test(file) && opens(file, reached));
}

function opens(file: string, reached: Map<string, boolean>): boolean {
  const known = reached.get(file);
  if (known !== undefined) return known;
  reached.set(file, false);
  const imported = [...readFileSync(file, 'utf8').matchAll(/from '(?<from>\.[^']*\.ts)'/g)];
  const found = imported
    .map(({ groups }) => join(dirname(file), groups?.from ?? ''))
    .some((path) => path.startsWith('test/') && opens(path, reached));
  reached.set(file, found);
  return found;
}
