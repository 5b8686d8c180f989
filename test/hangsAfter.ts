/** Only ends what hangs. How long something takes does not show whether it is right. */
export const hangsAfterMs = 300_000;
