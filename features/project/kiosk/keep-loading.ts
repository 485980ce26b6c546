// Nobody stands before a wall to press "reload": what could not be loaded is loaded anew, once the platform answers.

const againMs = 5_000

/** Whether the platform answers; a browser that loaded a page now would get one. */
export async function answers(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(againMs) })).ok
  } catch {
    return false
  }
}

/** Loads the page anew as soon as the platform answers, and not before: the browser's own error would stay. */
export async function reloadWhenAnswered(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    if (await answers()) return window.location.reload()
  }
}

/** The file of a page; where it cannot be loaded the answer waits for the page that is loaded anew. */
export const keepLoading = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await reloadWhenAnswered()
    return new Promise<T>(() => undefined)
  })
