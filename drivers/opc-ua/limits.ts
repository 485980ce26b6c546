// The number of operations that a server accepts in one call: the published limit, or the one learnt from refusals.
import { DriverFault } from '../driver.ts'

type CallKind = 'read' | 'browse' | 'monitor'

/** Operations per call if the server publishes no limit. */
const unpublished = 500

const tooLarge = /^Bad(TooManyOperations|RequestTooLarge|ResponseTooLarge|EncodingLimitsExceeded)\b/

export class Limits {
  readonly #perCall: Record<CallKind, number> = { read: unpublished, browse: unpublished, monitor: unpublished }
  /** The maximum number of items; infinite if the server publishes none. */
  itemsPerSubscription = Number.POSITIVE_INFINITY

  /** Sets a limit that the server publishes; 0, or anything that is not a count, means no limit. */
  publish(kind: CallKind, most: unknown): void {
    if (isLimit(most)) this.#perCall[kind] = Math.min(most, unpublished)
  }

  publishItems(most: unknown): void {
    if (isLimit(most)) this.itemsPerSubscription = most
  }

  /**
   * Runs all operations in as many calls as necessary; answers are in the order of the operations. A call that the
   * server finds too large is halved, down to one operation, and later calls use the smaller size. Throws what a call
   * throws.
   */
  async split<Q, A>(kind: CallKind, all: readonly Q[], call: (part: Q[]) => Promise<readonly A[]>): Promise<A[]> {
    const answers: A[] = []
    while (answers.length < all.length) {
      const part = all.slice(answers.length, answers.length + this.#perCall[kind])
      try {
        const answered = await call(part)
        if (answered.length !== part.length)
          throw new DriverFault(1719, `${answered.length} answers to ${part.length} questions`)
        answers.push(...answered)
      } catch (error) {
        if (part.length === 1 || !(error instanceof DriverFault) || !tooLarge.test(error.message)) throw error
        this.#perCall[kind] = Math.ceil(part.length / 2)
      }
    }
    return answers
  }
}

const isLimit = (most: unknown): most is number => typeof most === 'number' && Number.isInteger(most) && most > 0
