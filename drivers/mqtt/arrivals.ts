// Waits for messages until a condition holds.

export class Arrivals {
  #check: (() => void) | undefined

  /** Call after each message, and at the end of the connection. */
  notify(): void {
    this.#check?.()
  }

  /** Resolves when the condition holds, or after the timeout. One wait at a time. */
  until(isComplete: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.#check = undefined
        resolve()
      }
      const timer = setTimeout(finish, timeoutMs)
      this.#check = () => {
        if (isComplete()) finish()
      }
      this.#check()
    })
  }
}
