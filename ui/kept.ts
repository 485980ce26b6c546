// Settings kept in the browser. Storage may be unavailable (private mode, no browser): then nothing is kept.

export function readKept(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Reads a value that is stored for this browser window alone, until it is closed. */
export function readKeptHere(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function keepHere(key: string, value: string): void {
  try {
    globalThis.sessionStorage?.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
