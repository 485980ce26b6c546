// Fits a map to its devices again when its size changes, until the user or another view moves it. Pure, except for the
// callbacks.

type Fitting = {
  /** Fits now, and again after each change of size. */
  fit(toDevices: () => void): void
  /** Keeps the view that the user has chosen, so that it is no longer fitted to the devices. */
  release(): void
  resized(): void
}

export function createFitting(): Fitting {
  let latest: (() => void) | undefined
  return {
    fit(toDevices) {
      latest = toDevices
      toDevices()
    },
    release() {
      latest = undefined
    },
    resized: () => latest?.(),
  }
}
