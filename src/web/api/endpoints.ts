import type { Endpoint } from './endpoint.ts';
import { alerts } from './endpoints/alerts.ts';
import { cases } from './endpoints/cases.ts';
import { changes } from './endpoints/changes.ts';
import { checks } from './endpoints/checks.ts';
import { credits } from './endpoints/credits.ts';
import { dates } from './endpoints/dates.ts';
import { designs } from './endpoints/designs.ts';
import { watches } from './endpoints/watches.ts';

/** The lists of the API, in the order in which its document describes them. */
export const endpoints: readonly Endpoint[] = [watches, cases, designs, changes, alerts, checks, credits, dates];
