/** Rejects when `asked` takes longer than this; its late result is ignored. */
export async function inTime<T>(asked: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${patienceMs / 1000} seconds`)), patienceMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more.
    asked.catch(() => {});
  }
}
