// Finds the serial ports of a Linux box, and builds the stty arguments for their settings.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SerialLine } from '../../../contract/box.ts'

/** Built-in ports, USB adapters and common chips; no virtual consoles. */
const portName = /^tty(S|USB|ACM|AMA|XRUSB|O|SC|THS|PS|UL|LP|STM|HS|GS|mxc)\d+$/

/** All serial device files with hardware behind them, including those of a modem, sorted by number: 2 before 10. */
export function realPorts(folder = '/sys/class/tty'): string[] {
  if (!existsSync(folder)) return []
  const read = (...path: string[]) => {
    const file = join(folder, ...path)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  }
  const consoles = read('console', 'active').split(/\s+/)
  return readdirSync(folder)
    .filter((name) => portName.test(name) && !consoles.includes(name))
    .filter((name) => existsSync(join(folder, name, 'device')) && read(name, 'type') !== '0')
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => `/dev/${name}`)
}

export type LineSettings = Omit<SerialLine, 'port'>
/** The settings of a port until others are ordered. */
export const firstSettings: LineSettings = { baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 }

/** Raw bytes, no flow control, no hang-up when the port is closed. */
export const sttyArgs = (path: string, { baud, dataBits, parity, stopBits }: LineSettings): string[] => [
  ...['-F', path, 'raw', '-echo', String(baud), `cs${dataBits}`, stopBits === 2 ? 'cstopb' : '-cstopb'],
  ...[parity === 'none' ? '-parenb' : 'parenb', parity === 'odd' ? 'parodd' : '-parodd'],
  ...['clocal', 'cread', '-crtscts', '-ixon', '-ixoff', '-hupcl', 'min', '1', 'time', '0'],
]
