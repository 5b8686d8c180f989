import type { Migration } from 'kysely/migration';
import * as watches from './0001_watches.ts';
import * as records from './0002_records.ts';
import * as checks from './0003_checks.ts';
import * as alerts from './0004_alerts.ts';
import * as troubles from './0005_troubles.ts';
import * as mutes from './0006_mutes.ts';
import * as pictures from './0007_pictures.ts';
import * as knownHits from './0008_known_hits.ts';
import * as reserved from './0009_reserved.ts';
import * as namesAndFractions from './0010_names_and_fractions.ts';
import * as lastResult from './0011_last_result.ts';
import * as watchSettings from './0012_watch_settings.ts';
import * as readings from './0013_readings.ts';
import * as filteredOut from './0014_filtered_out.ts';
import * as moments from './0015_moments.ts';
import * as pageIndexes from './0016_page_indexes.ts';
import * as audit from './0017_audit.ts';
import * as access from './0018_access.ts';
import * as ownWatches from './0019_own_watches.ts';
import * as search from './0020_search.ts';
import * as marks from './0021_marks.ts';
import * as pageLists from './0022_page_lists.ts';
import * as rules from './0023_rules.ts';
import * as jobs from './0024_jobs.ts';
import * as services from './0025_services.ts';
import * as processes from './0026_processes.ts';
import * as pauses from './0027_pauses.ts';
import * as usersOfThePage from './0028_users_of_the_page.ts';
import * as pastPauses from './0029_past_pauses.ts';
import * as jobsByKey from './0030_jobs_by_key.ts';
import * as onePaceRow from './0031_one_pace_row.ts';
import * as pastWatchQueries from './0032_past_watch_queries.ts';
import * as mattersOfNotes from './0033_matters_of_notes.ts';
import * as picturesDue from './0034_pictures_due.ts';
import * as lastUseOfKeys from './0035_last_use_of_keys.ts';
import * as arrivedParts from './0036_arrived_parts.ts';
import * as claimedBy from './0037_claimed_by.ts';
import * as turns from './0038_turns.ts';
import * as holds from './0039_holds.ts';
import * as claimsInRows from './0040_claims_in_rows.ts';
import * as pictureLooks from './0042_picture_looks.ts';
import * as ownLooks from './0043_own_looks.ts';
import * as adaptive from './0044_adaptive.ts';
import * as chosenLooks from './0045_chosen_looks.ts';
import * as nudges from './0046_nudges.ts';
import * as reloads from './0048_reloads.ts';
import * as watchImports from './0050_watch_imports.ts';
import * as changesByKind from './0051_changes_by_kind.ts';
import * as quieted from './0052_quieted.ts';
import * as stars from './0053_stars.ts';
import * as identities from './0054_identities.ts';
import * as designFinds from './0058_design_finds.ts';
import * as designReviews from './0059_design_reviews.ts';
import * as budgets from './0060_budgets.ts';
import * as alertSubjects from './0061_alert_subjects.ts';
import * as saidFinds from './0062_said_finds.ts';
import * as registered from './0063_registered.ts';
import * as toAct from './0064_to_act.ts';
import * as sentMessages from './0065_sent_messages.ts';
import * as oneName from './0066_one_name.ts';

/** Every step in order, by name. Append only: a step that shipped is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_watches': watches,
  '0002_records': records,
  '0003_checks': checks,
  '0004_alerts': alerts,
  '0005_troubles': troubles,
  '0006_mutes': mutes,
  '0007_pictures': pictures,
  '0008_known_hits': knownHits,
  '0009_reserved': reserved,
  '0010_names_and_fractions': namesAndFractions,
  '0011_last_result': lastResult,
  '0012_watch_settings': watchSettings,
  '0013_readings': readings,
  '0014_filtered_out': filteredOut,
  '0015_moments': moments,
  '0016_page_indexes': pageIndexes,
  '0017_audit': audit,
  '0018_access': access,
  '0019_own_watches': ownWatches,
  '0020_search': search,
  '0021_marks': marks,
  '0022_page_lists': pageLists,
  '0023_rules': rules,
  '0024_jobs': jobs,
  '0025_services': services,
  '0026_processes': processes,
  '0027_pauses': pauses,
  '0028_users_of_the_page': usersOfThePage,
  '0029_past_pauses': pastPauses,
  '0030_jobs_by_key': jobsByKey,
  '0031_one_pace_row': onePaceRow,
  '0032_past_watch_queries': pastWatchQueries,
  '0033_matters_of_notes': mattersOfNotes,
  '0034_pictures_due': picturesDue,
  '0035_last_use_of_keys': lastUseOfKeys,
  '0036_arrived_parts': arrivedParts,
  '0037_claimed_by': claimedBy,
  '0038_turns': turns,
  '0039_holds': holds,
  '0040_claims_in_rows': claimsInRows,
  '0042_picture_looks': pictureLooks,
  '0043_own_looks': ownLooks,
  '0044_adaptive': adaptive,
  '0045_chosen_looks': chosenLooks,
  '0046_nudges': nudges,
  '0048_reloads': reloads,
  '0050_watch_imports': watchImports,
  '0051_changes_by_kind': changesByKind,
  '0052_quieted': quieted,
  '0053_stars': stars,
  '0054_identities': identities,
  '0058_design_finds': designFinds,
  '0059_design_reviews': designReviews,
  '0060_budgets': budgets,
  '0061_alert_subjects': alertSubjects,
  '0062_said_finds': saidFinds,
  '0063_registered': registered,
  '0064_to_act': toAct,
  '0065_sent_messages': sentMessages,
  '0066_one_name': oneName,
};

/**
 * The last step with which a program that lacks it cannot work: it renamed or removed something, or changed what it
 * means. Later steps only add, so a program that knows this one works beside newer ones while machines are upgraded one
 * by one. Changes only with a major version.
 */
export const lastBreakingStep = '0040_claims_in_rows';
