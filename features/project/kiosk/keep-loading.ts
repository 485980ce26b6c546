// Reloads a wall once the platform answers again, because a wall has no user who could press "reload".

const againMs = 5_000

/** Whether the platform answers, so that a reload would succeed. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(againMs) })).ok
  } catch {
    return false
  }
}

/** Reloads as soon as the platform answers, not before: the browser would stay on its own error page. */
export async function reloadWhenAnswered(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    if (await answers()) return window.location.reload()
  }
}

/** Loads the code of a page. On failure the promise never settles, and the whole page is reloaded. */
export const keepLoading = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await reloadWhenAnswered()
    return new Promise<T>(() => undefined)
  })
