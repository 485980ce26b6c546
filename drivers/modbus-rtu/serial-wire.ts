// A serial port of the gateway as a wire: opens it with its settings, and keeps the silence between frames.
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { SerialPort } from 'serialport'
import { DriverFault } from '../driver.ts'
import { closedFault } from '../modbus-tcp/faults.ts'
import { Wire } from '../modbus-tcp/wire.ts'
import { pathOf, type SerialSettings } from './params.ts'

// Start bit, data, parity and stop bits of one character.
const bitsOfCharacter = 11
const silentCharacters = 3.5
// Above 19200 baud the silence is fixed (Modbus over serial line V1.02, section 2.5.1.1).
const minSilenceMs = 1.75

/** The silence before a frame, ms. */
const silenceMs = (baudRate: number): number =>
  Math.max(minSilenceMs, (silentCharacters * bitsOfCharacter * 1000) / baudRate)

/** `closed` resolves when the port is free for other programs. */
type OpenedPort = { wire: Wire; closed: Promise<unknown> }

/** Opens the port for this program alone. Throws 1756 to 1759. */
export async function openSerialWire(params: SerialSettings, signal: AbortSignal): Promise<OpenedPort> {
  const port = await openPort(params)
  const stream = new PortStream(port, silenceMs(params.baudRate))
  const closed = once(stream, 'close').catch(() => undefined)
  const wire = new Wire(stream)
  if (!signal.aborted) return { wire, closed }
  wire.close()
  await closed
  throw closedFault()
}

async function openPort(params: SerialSettings): Promise<SerialPort> {
  const { baudRate, dataBits, parity, stopBits } = params
  const path = pathOf(params)
  const { SerialPort } = await loadPackage()
  const port = new SerialPort({ path, baudRate, dataBits, parity, stopBits, autoOpen: false })
  await new Promise<void>((resolve, reject) =>
    port.open((error) => (error ? reject(faultOf(error.message, path)) : resolve())),
  )
  return port
}

async function loadPackage() {
  try {
    return await import('serialport')
  } catch (error) {
    throw new DriverFault(1759, error instanceof Error ? error.message : String(error), true)
  }
}

/** The fault of a port that was not opened, from the message of the package. */
function faultOf(reason: string, path: string): DriverFault {
  const message = `${path}: ${reason}`
  if (/No such (file|device)|cannot find|not found/i.test(reason)) return new DriverFault(1756, message, true)
  if (/cannot lock port|busy|temporarily unavailable/i.test(reason)) return new DriverFault(1757, message, true)
  return new DriverFault(1758, message, true)
}

/** The bytes of a port. Destroying it closes the port, and an unplugged port ends it. */
class PortStream extends Duplex {
  readonly #port: SerialPort
  readonly #silenceMs: number
  /** Time of the last byte on the line. */
  #lastAt = 0

  constructor(port: SerialPort, silenceMs: number) {
    super()
    this.#port = port
    this.#silenceMs = silenceMs
    port.on('data', (bytes: Buffer) => {
      this.#lastAt = performance.now()
      this.push(bytes)
    })
    port.on('error', () => this.destroy())
    port.on('close', () => this.destroy())
  }

  override _read(): void {
    // The port delivers bytes when they arrive.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const send = () =>
      this.#port.write(bytes, (error) => {
        this.#lastAt = performance.now()
        done(error)
      })
    const waitMs = this.#lastAt + this.#silenceMs - performance.now()
    if (waitMs > 0) setTimeout(send, waitMs)
    else send()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#port.isOpen) this.#port.close(() => done(error))
    else done(error)
  }
}
