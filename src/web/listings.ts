import { auditListing } from '../accounts/auditPage.ts';
import { alertsListing } from '../alerts/alertsPage.ts';
import { reviewsListing } from '../alike/findsPage.ts';
import { datesListing } from '../calendar/chosenDates.ts';
import { casesListing } from '../cases/casesPage.ts';
import { entriesListing } from '../cases/entriesListing.ts';
import { checksListing } from '../checks/checksPage.ts';
import { creditsListing, watchCreditsListing } from '../credits/creditsListings.ts';
import { designsListing } from '../designs/designsListing.ts';
import type { Listing } from '../pages/lists/listing.ts';
import { resultsListing } from '../pages/search/loadSearch.ts';
import { watchesListing } from '../watches/watchesListing.ts';
import { changesListing } from './api/changesListing.ts';

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
