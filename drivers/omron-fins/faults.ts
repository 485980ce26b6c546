// Converts end codes of FINS (W342, section 5-1-3) and errors of FINS/TCP (W421) to codes of contract/errors.
import { DriverFault } from '../driver.ts'
import { unreachableFault } from '../modbus-tcp/faults.ts'

/** The connection cannot be used further: which answer follows is unknown. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

const busy = 1711
const noAnswer = 1714
const addressMissing = 1715
const readOnly = 1717
const outOfRange = 1718
const illegalFunction = 1720
const plcFault = 1721
const targetFailed = 1727
const accessDenied = 1745

type Meaning = [
  code:
    | typeof busy
    | typeof noAnswer
    | typeof addressMissing
    | typeof readOnly
    | typeof outOfRange
    | typeof illegalFunction
    | typeof plcFault
    | typeof targetFailed
    | typeof accessDenied,
  name: string,
]

const meanings: Readonly<Record<string, Meaning>> = {
  '0001': [plcFault, 'the service was cancelled'],
  '0101': [plcFault, 'the local node is not in the network'],
  '0103': [busy, 'too many send retries'],
  '0104': [busy, 'too many frames'],
  '0105': [plcFault, 'the node number is out of range: check source and destination node'],
  '0106': [plcFault, 'the node number is used twice: set another source node'],
  '0201': [targetFailed, 'the destination node is not in the network: check network and node'],
  '0202': [targetFailed, 'there is no such unit: check the destination unit'],
  '0204': [busy, 'the destination node is busy'],
  '0205': [noAnswer, 'the destination node did not answer'],
  '0301': [plcFault, 'the communications controller has an error'],
  '0302': [plcFault, 'the CPU of the destination has an error'],
  '0401': [illegalFunction, 'the command is not supported'],
  '0402': [illegalFunction, 'the model or version does not support the command'],
  '0501': [targetFailed, 'the destination is not in the routing tables'],
  '0502': [targetFailed, 'there are no routing tables'],
  '0503': [targetFailed, 'the routing tables have an error'],
  '0504': [targetFailed, 'there are too many networks in between'],
  '1001': [outOfRange, 'the command is too long'],
  '1002': [illegalFunction, 'the command is too short'],
  '1003': [illegalFunction, 'the number of elements differs from the data'],
  '1004': [illegalFunction, 'the format of the command is wrong'],
  '1005': [targetFailed, 'the header is wrong: check the routing tables'],
  '1101': [addressMissing, 'the PLC has no such memory area, or no access to its bits'],
  '1102': [addressMissing, 'the access size is wrong'],
  '1103': [addressMissing, 'the address cannot be accessed'],
  '1104': [addressMissing, 'the range ends beyond the area'],
  '1109': [plcFault, 'the command contradicts itself'],
  '110B': [outOfRange, 'the answer would be too long'],
  '110C': [illegalFunction, 'a parameter of the command is wrong'],
  '2002': [readOnly, 'the data are protected'],
  '2101': [readOnly, 'the area is read-only'],
  '2102': [readOnly, 'the data are protected'],
  '2108': [readOnly, 'the data cannot be changed'],
  '2201': [readOnly, 'not possible while the program runs'],
  '2202': [readOnly, 'not possible while the program runs'],
  '2203': [readOnly, 'not possible in PROGRAM mode'],
  '2204': [readOnly, 'not possible in DEBUG mode'],
  '2205': [readOnly, 'not possible in MONITOR mode'],
  '2206': [readOnly, 'not possible in RUN mode'],
  '2502': [plcFault, 'the memory has an error'],
  '250F': [plcFault, 'the memory has an error'],
  '2601': [accessDenied, 'access is not permitted'],
  '2604': [accessDenied, 'access is protected'],
  '3001': [accessDenied, 'another device holds the access right'],
  '4001': [plcFault, 'the command was aborted'],
}

// Flags on top of a code. The last two only say that the CPU has an error; the command is completed, its data are valid.
const relayFlag = 0x8000
const cpuFlags = 0x00c0

export const hex = (value: number, digits = 4): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** The fault of an end code; nothing if the command is completed. `more`: the bytes after the code. */
export function endFault(end: number, more: Uint8Array): DriverFault | undefined {
  if ((end & ~cpuFlags) === 0) return undefined
  const own = hex(end & ~(relayFlag | cpuFlags))
  const [code, name] = meanings[own] ?? [plcFault, 'see the manual of the PLC']
  return new DriverFault(code, `FINS end code ${own}: ${name}${relayText(end, more)}`)
}

/** A relay error is followed by the network and the node where the command failed. */
function relayText(end: number, [network, node]: Uint8Array): string {
  if ((end & relayFlag) === 0) return ''
  return node === undefined ? ' (relay error)' : ` (relay error in network ${network}, node ${node})`
}

const tcpErrors: Readonly<Record<number, string>> = {
  1: 'the header is not FINS',
  2: 'the data are too long',
  3: 'the command is not supported',
  32: 'all connections of the PLC are in use',
  33: 'the node is already connected: set another source node',
  34: 'the PLC does not accept this IP address for the node',
  35: 'the source node is out of range',
  36: 'the source node is that of the PLC: set another one',
  37: 'the PLC has no free node left',
}

/** The fault of an error of FINS/TCP, after which the PLC closes the connection. */
export const tcpFault = (error: number): DriverFault =>
  unreachableFault(`FINS/TCP error ${hex(error, 2)}: ${tcpErrors[error] ?? 'see the manual of the PLC'}`)
