// Converts a message of records to a batch: maps its columns to variables, and corrects its times.
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { lanes, type Up } from '../../contract/topics.ts'
import { good } from '../../core/data-type.ts'
import { storableText } from '../../core/storable.ts'
import type { LaneNumber } from '../history/history.ts'
import type { RecordBatch } from './batch.ts'
import type { Owner } from './owner-book.ts'

/** Why a message has no owner, as named in quarantine and counters. */
export type NoOwnerReason =
  | 'foreignBinding'
  | 'foreignColumn'
  | 'before1970'
  | 'afterUnbinding'
  | 'malformed'
  | 'ownerlessGap'
  | 'tooManyGaps'
  | 'tooScattered'

const clockWrong = errorCode('clockWrong')

export const laneNumber = (lane: Up['record']['lane']): LaneNumber => (lane === lanes[0] ? 0 : 1)

/**
 * Readings with their variables beside their columns, or the reason why they have no owner. If the clock was off by
 * more than five minutes when the message was sent, all times are shifted so that it was sent when it was received; a
 * reading later than that gets the time of receipt. Both change a good code to 1723. Readings before 1970 are rejected.
 * [DESIGN 9 Time]
 */
export function toRecordBatch(
  message: Up['record'],
  { orgId, equipmentId, gatewayId, columns }: Owner,
  sn: string,
  receivedAt: number,
): RecordBatch | 'foreignColumn' | 'before1970' {
  const { ids: columnIds, epoch, seq, times: offsets, codes: sentCodes } = message
  const { length } = columnIds
  const drift = receivedAt - message.sentAt
  const isOff = Math.abs(drift) > limits.clockToleranceMs
  const start = message.at + (isOff ? drift : 0)
  const latest = receivedAt + limits.clockToleranceMs
  const ids = new Array<number>(length)
  const times = new Array<number>(length)
  const codes = new Array<number>(length)
  let isGood = true
  for (let i = 0; i < length; i += 1) {
    const signalId = columns.get(columnIds[i]!)
    if (signalId === undefined) return 'foreignColumn'
    const at = start + (offsets === undefined ? 0 : offsets[i]!)
    if (at < 0) return 'before1970'
    const isLate = at > latest
    const sent = sentCodes === undefined ? good : sentCodes[i]!
    const code = (isOff || isLate) && sent === good ? clockWrong : sent
    if (code !== good) isGood = false
    ids[i] = signalId
    times[i] = isLate ? receivedAt : at
    codes[i] = code
  }
  return {
    kind: 'record',
    sn,
    orgId,
    equipmentId,
    receivedAt,
    gatewayId,
    epoch,
    lane: laneNumber(message.lane),
    seq,
    ids,
    columnIds,
    values: storable(message.values),
    times,
    codes,
    isGood,
  }
}

/** Makes texts storable, in place; a list without texts is unchanged. */
function storable(values: Up['record']['values']): Up['record']['values'] {
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]
    if (typeof value === 'string') values[i] = storableText(value)
  }
  return values
}
