// Converts status codes of OPC UA to codes of contract/errors. Pure.
import type { PlainCode } from '../../contract/errors.ts'
import { DriverFault } from '../driver.ts'

/** A status code as the library represents it. */
export type Status = { name: string; value: number }

/** Status names by their code; all other names have code 1721. */
export const meanings: readonly (readonly [PlainCode, readonly string[]])[] = [
  [1711, ['BadWaitingForInitialData', 'BadResourceUnavailable', 'BadOutOfMemory', 'BadTcpServerTooBusy']],
  [1711, ['BadTooManyOperations', 'BadTooManySessions', 'BadTooManySubscriptions', 'BadTooManyMonitoredItems']],
  [1714, ['BadTimeout', 'BadRequestTimeout']],
  [1715, ['BadNodeIdUnknown', 'BadNodeIdInvalid', 'BadAttributeIdInvalid', 'BadNotFound']],
  [1715, ['BadIndexRangeInvalid', 'BadIndexRangeNoData']],
  [1716, ['BadTypeMismatch', 'BadDataEncodingInvalid', 'BadDataEncodingUnsupported']],
  [1718, ['BadOutOfRange']],
  [1728, ['BadEncodingError', 'BadDecodingError']],
  [1719, ['BadNoData', 'BadNoDataAvailable']],
  [1720, ['BadServiceUnsupported', 'BadNotImplemented', 'BadNotSupported']],
  [1722, ['BadNotConnected', 'BadNoCommunication', 'BadCommunicationError', 'BadServerNotConnected', 'BadDisconnect']],
  [1722, ['BadConnectionClosed', 'BadConnectionRejected', 'BadServerHalted', 'BadShutdown']],
  [1722, ['BadSecureChannelClosed', 'BadSecureChannelIdInvalid', 'BadSecureChannelTokenUnknown']],
  [1722, ['BadSessionClosed', 'BadSessionIdInvalid', 'BadSessionNotActivated', 'BadSubscriptionIdInvalid']],
  [1745, ['BadUserAccessDenied', 'BadNotReadable']],
  [1748, ['BadIdentityTokenRejected', 'BadIdentityTokenInvalid']],
  [2002, ['BadNotWritable', 'BadWriteNotSupported']],
]
const codes = new Map(meanings.flatMap(([code, names]) => names.map((name) => [name, code] as const)))
const ending = new Set(meanings.slice(-6, -3).flatMap(([, names]) => names))

// The two highest bits: 00 good, 01 uncertain, 10 bad.
const severityOf = ({ value }: Status): number => value >>> 30

export const isGood = (status: Status): boolean => severityOf(status) === 0

export const isUncertain = (status: Status): boolean => severityOf(status) === 1

/**
 * The fault for a status that is not good. `ofValue`: it is the status of a value, which leaves the connection intact.
 */
export function statusFault(status: Status, ofValue = false): DriverFault {
  const text = `${status.name} (0x${(status.value >>> 0).toString(16).toUpperCase().padStart(8, '0')})`
  if (isUncertain(status)) return new DriverFault(1747, text)
  return new DriverFault(codes.get(status.name) ?? 1721, text, !ofValue && ending.has(status.name))
}
