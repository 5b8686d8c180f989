/** Queries of a watch. With `wholeWord` only records that pass the watch's filter count. */
export interface HeldBy {
  readonly queryIds: readonly string[];
  readonly wholeWord: boolean;
}
