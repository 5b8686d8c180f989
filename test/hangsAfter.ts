/** Only ends what hangs: how long something takes says nothing of whether it is right. */
export const hangsAfterMs = 300_000;
