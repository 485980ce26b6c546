// Counts of an attack, sent to the parent as differences and added up there.
import type { Answer } from './client.ts'

type Counts = { [key: string]: number }
export type TallyFacts = {
  calls: number
  uploads: number
  byCode: Counts
  specials: Counts
  /** Paths that answered, and those that answered with code 200 or a stream. */
  reached: string[]
  admitted: string[]
  /** Answers with HTTP status 500 or the code of an unexpected fault, by path. */
  faults: Counts
  /** Number of requests without an answer, by path. */
  silent: Counts
  leaks: string[]
  errors: Counts
}

const unexpectedFault = 90099
const maxTexts = 20

const empty = (): TallyFacts => ({
  ...{ calls: 0, uploads: 0, byCode: {}, specials: {}, reached: [], admitted: [] },
  ...{ faults: {}, silent: {}, leaks: [], errors: {} },
})

const add = (counts: Counts, key: string, by = 1) => {
  counts[key] = (counts[key] ?? 0) + by
}

export class Tally {
  #facts = empty()
  readonly #reached = new Set<string>()
  readonly #admitted = new Set<string>()

  answer(path: string, { status, code, text }: Answer): void {
    this.#facts.calls += 1
    add(this.#facts.byCode, code === null ? `HTTP ${status}` : String(code))
    if (status === 0) return add(this.#facts.silent, `${path}: ${text.slice(0, 60)}`)
    if (status >= 500 || code === unexpectedFault) add(this.#facts.faults, path)
    if (!this.#reached.has(path)) this.#facts.reached.push(path)
    this.#reached.add(path)
    if (code !== 200 && (code !== null || status !== 200)) return
    if (!this.#admitted.has(path)) this.#facts.admitted.push(path)
    this.#admitted.add(path)
  }

  upload(): void {
    this.#facts.uploads += 1
  }

  special(name: string): void {
    add(this.#facts.specials, name)
  }

  leak(text: string): void {
    if (this.#facts.leaks.length < maxTexts) this.#facts.leaks.push(text)
  }

  addError(text: string): void {
    if (Object.keys(this.#facts.errors).length < maxTexts || text in this.#facts.errors) add(this.#facts.errors, text)
  }

  /** Returns the counts since the previous call. */
  take(): TallyFacts {
    const facts = this.#facts
    this.#facts = empty()
    return facts
  }
}

const maxKeys = 500

/** The sum of the counts of all processes. */
export class Total {
  readonly facts = empty()
  readonly reached = new Set<string>()
  readonly admitted = new Set<string>()

  add(more: TallyFacts): void {
    const { facts } = this
    facts.calls += more.calls
    facts.uploads += more.uploads
    for (const key of ['byCode', 'specials', 'faults', 'silent', 'errors'] as const)
      for (const [name, count] of Object.entries(more[key]))
        if (name in facts[key] || Object.keys(facts[key]).length < maxKeys) add(facts[key], name, count)
    for (const path of more.reached) this.reached.add(path)
    for (const path of more.admitted) this.admitted.add(path)
    if (facts.leaks.length < maxKeys) facts.leaks.push(...more.leaks)
  }
}
