// Heavy code waits until the page's first values stand: it would be evaluated before them.

/** At most this long; milliseconds. */
const patienceMs = 500

/** Resolves when the browser has nothing else to do. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: patienceMs })
    else setTimeout(resolve)
  })
