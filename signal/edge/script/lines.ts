// The lines that scripts of a device log, until a report takes them: limited in rate, number and length.
import { limits } from '../../../contract/limits.ts'
import type { Up } from '../../../contract/topics.ts'
import { type Bucket, createBucket } from '../../cloud/bucket.ts'

/** The kinds of lines, as on the wire. */
export type LineKind = Up['script']['lines'][number]['kind']

/** `id`: the script's id; `moment`: monotonic ms. */
type ScriptLine = { id: number; moment: number; kind: LineKind; text: string }

/** The output lines of the scripts of one device. */
export class ScriptLines {
  readonly #now: () => number
  readonly #bucket: Bucket
  readonly #lines: ScriptLine[] = []
  #dropped = 0

  /** `now` returns monotonic ms. */
  constructor(now: () => number) {
    this.#now = now
    this.#bucket = createBucket(limits.scriptLinesPerS, limits.scriptLinesKept, now)
  }

  /** Adds a line, shortened; drops and counts it if there are too many, or else the oldest one. */
  add(id: number, kind: LineKind, text: string): void {
    if (!this.#bucket.tryTake(1)) {
      this.#dropped += 1
      return
    }
    this.#lines.push({ id, moment: this.#now(), kind, text: text.slice(0, limits.scriptLineLength) })
    if (this.#lines.length > limits.scriptLinesKept) {
      this.#lines.shift()
      this.#dropped += 1
    }
  }

  /** Removes and returns the lines of one report, and the number of lines dropped since the last one. */
  take(): { lines: ScriptLine[]; dropped: number } {
    const lines = this.#lines.splice(0, limits.scriptLinesPerMessage)
    const dropped = this.#dropped
    this.#dropped = 0
    return { lines, dropped }
  }
}
