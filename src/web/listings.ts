import { changesListing } from './api/changesListing.ts';
import type { Listing } from './lists/listing.ts';
import { auditListing } from './pages/account/auditPage.ts';
import { alertsListing } from './pages/alerts/alertsPage.ts';
import { reviewsListing } from './pages/alike/findsPage.ts';
import { datesListing } from './pages/calendar/chosenDates.ts';
import { casesListing } from './pages/cases/casesPage.ts';
import { entriesListing } from './pages/cases/entriesListing.ts';
import { checksListing } from './pages/checks/checksPage.ts';
import { creditsListing, watchCreditsListing } from './pages/credits/creditsListings.ts';
import { designsListing } from './pages/designs/designsListing.ts';
import { resultsListing } from './pages/search/loadSearch.ts';
import { watchesListing } from './pages/watches/watchesListing.ts';

/** In the order in which the document of the API describes them. */
export const listings: readonly Listing[] = [
  watchesListing,
  casesListing,
  designsListing,
  changesListing,
  alertsListing,
  checksListing,
  creditsListing,
  datesListing,
  entriesListing,
  resultsListing,
  watchCreditsListing,
  reviewsListing,
  auditListing,
];

export const endpoints = listings.flatMap(({ name, item, api }) => (api === undefined ? [] : [{ name, item, ...api }]));

export type Endpoint = (typeof endpoints)[number];
