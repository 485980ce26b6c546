// What the browser remembers for its user. Storage may be refused (private mode, no browser at all): then it forgets.

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
