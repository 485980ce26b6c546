// Delays heavy code until the page has drawn its first values.

/** The maximum delay in milliseconds. */
const patienceMs = 500

/** Resolves when the browser is idle. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: patienceMs })
    else setTimeout(resolve)
  })
