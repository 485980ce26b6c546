// Requests sent on a line of meters whose answers may still arrive. The record outlives connections: a serial server
// passes a late answer on to the next one. All moments are ms of the monotonic clock. Pure.

/** `isNumbered`: the key is a number that the meter returns. */
type Asked = { meter: string; key: string; isNumbered?: boolean }

/** `owed`: requests without an answer, the oldest first, with the time at which they were sent. */
type MeterRecord = { owed: Map<string, number>; isFlushed: boolean }

// Longest delay after which an answer is still expected, ms.
const lateMs = 10_000

export class LineRecord {
  readonly #meters = new Map<string, MeterRecord>()
  /** The last request that was answered on the line: the line may deliver its answer once more. */
  #last: (Asked & { isExact: boolean; sentAt: number }) | undefined

  /** Call on each new connection: an earlier process may have sent any request. */
  reopen(): void {
    for (const meter of this.#meters.values()) meter.isFlushed = false
  }

  sent({ meter, key }: Asked, now: number): void {
    const { owed } = this.#recordOf(meter)
    owed.delete(key)
    owed.set(key, now)
  }

  /**
   * A meter answers in order: after an exact answer no answer to an earlier request follows. One that is not exact, such
   * as an error, may belong to the oldest request; or it is a copy of the last answer, if that has an older request.
   */
  answered({ meter, key }: Asked, isExact: boolean): void {
    const { owed } = this.#recordOf(meter)
    const sentAt = owed.get(key) ?? 0
    const [oldest] = owed
    const before = this.#last
    const mayBeCopy = before?.meter === meter && !before.isExact && oldest !== undefined && before.sentAt < oldest[1]
    if (isExact) owed.clear()
    else if (!mayBeCopy && oldest) owed.delete(oldest[0])
    this.#recordOf(meter).isFlushed = true
    this.#last = { meter, key, isExact, sentAt }
  }

  /** Whether an answer to an earlier request with this key may still arrive. */
  mayReturn({ meter, key }: Asked, now: number): boolean {
    if (this.#last?.meter === meter && this.#last.key === key) return true
    const sentAt = this.#recordOf(meter).owed.get(key)
    return sentAt !== undefined && now < sentAt + lateMs
  }

  /** Whether the meter must answer something else first. */
  isDoubtful(asked: Asked, now: number): boolean {
    return (!asked.isNumbered && !this.#recordOf(asked.meter).isFlushed) || this.mayReturn(asked, now)
  }

  #recordOf(meter: string): MeterRecord {
    const known = this.#meters.get(meter)
    if (known) return known
    const record: MeterRecord = { owed: new Map(), isFlushed: false }
    this.#meters.set(meter, record)
    return record
  }
}

const lines = new Map<string, LineRecord>()

/** The record of a line, for a new connection. */
export function reopenRecord(key: string): LineRecord {
  const record = lines.get(key) ?? new LineRecord()
  record.reopen()
  lines.set(key, record)
  return record
}
