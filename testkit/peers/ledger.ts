// A minimal platform memory of outboxes: the received numbers, each once and in order.
import type { Down, Up } from '../../contract/topics.ts'

export type Ledger = {
  /** The accepted records, in order. */
  records: Up['record'][]
  gaps: Up['gap'][]
  /** Numbers of messages that were received again, and that were received too early. */
  known: number
  ahead: number
  /** Takes a message; returns the answer for the gateway. */
  take(name: 'record' | 'gap', payload: Up['record'] | Up['gap']): Down['ack']
  /** The mark of a lane and epoch, by default those of the last writer. */
  mark(lane?: string, epoch?: string): number
  /** Forgets everything after that number, like a restored database. */
  putBack(seq: number): void
}

export function createLedger(): Ledger {
  const marks = new Map<string, number>()
  let lastKey = ''
  const ledger: Ledger = {
    records: [],
    gaps: [],
    known: 0,
    ahead: 0,
    take(name, payload) {
      const { epoch, lane, seq } = payload
      lastKey = `${lane} ${epoch}`
      const mark = marks.get(lastKey) ?? 0
      const from = name === 'gap' ? (payload as Up['gap']).from : seq
      if (seq <= mark) ledger.known++
      else if (from > mark + 1) {
        ledger.ahead++
        return { epoch, lane, seq: mark, again: true }
      } else {
        marks.set(lastKey, seq)
        if (name === 'gap') ledger.gaps.push(payload as Up['gap'])
        else ledger.records.push(payload as Up['record'])
      }
      return { epoch, lane, seq: Math.max(mark, seq) }
    },
    mark: (lane, epoch) => marks.get(lane && epoch ? `${lane} ${epoch}` : lastKey) ?? 0,
    putBack(seq) {
      marks.set(lastKey, Math.min(seq, ledger.mark()))
      ledger.records = ledger.records.filter((record) => record.seq <= seq)
      ledger.gaps = ledger.gaps.filter((gap) => gap.seq <= seq)
    },
  }
  return ledger
}
