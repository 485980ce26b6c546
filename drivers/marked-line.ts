// Frames of text on a serial line, behind a serial server or at a port of the gateway. Their answers have no number:
// markers prove to which request an answer belongs. A marker is a request whose answer differs from that of any read; a
// unit answers in order, so no answer to an earlier request follows that of a marker.
import { DriverFault } from './driver.ts'
import { timeoutFault } from './modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from './modbus-tcp/session.ts'
import type { Wire } from './modbus-tcp/wire.ts'

/** A wire to a serial line: the socket of a serial server, or a port of the gateway. */
type SerialWire = Pick<Wire, 'isOpen' | 'send' | 'take' | 'hears' | 'close'>

/** A request, or the answer of a unit: a short code and its text. */
export type LineText = { code: string; text: string }
export type UnitFrame = LineText & { unit: number }

/**
 * The first frame in received characters, with the rest behind it. `damaged`: there are characters that are no frame, for
 * example with a wrong check sum.
 */
export type FirstFrame = { frame?: UnitFrame; damaged: boolean; rest: string }

export type LineProtocol = {
  /** The characters of a request. */
  written(frame: UnitFrame): string
  /** Nothing while no frame is complete. */
  first(received: string): FirstFrame | undefined
  /** A new marker. */
  marker(): LineText
  isMarked(answer: LineText, marker: LineText): boolean
  /** Whether an answer can belong to a request, as its result or its fault. */
  answers(answer: LineText, request: LineText): boolean
}

type Timed = { unit: number; timeoutMs: number }

const tries = 3

/** The bytes on the line are no answer, or it is uncertain which answer they are. */
export const garbledFault = (reason: string): DriverFault => new DriverFault(1712, reason)

export class MarkedLine {
  readonly #wire: SerialWire
  readonly #protocol: LineProtocol
  #rest = ''
  #timeouts = 0
  /** Units with no answer under way. */
  readonly #aligned = new Set<number>()

  constructor(wire: SerialWire, protocol: LineProtocol) {
    this.#wire = wire
    this.#protocol = protocol
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  close(): void {
    this.#wire.close()
  }

  /** Makes sure that no answer of a unit is under way. Throws 1714, 1722. */
  async align(of: Timed): Promise<void> {
    if (!this.#aligned.has(of.unit)) await this.#mark(of)
  }

  /** Sends a request that may be repeated. Its answer, confirmed by a marker. Throws 1712, 1714, 1722. */
  async read(request: LineText, of: Timed): Promise<LineText> {
    for (let time = 1; ; time++) {
      await this.align(of)
      const answer = await this.#exchange(request, of)
      if ((await this.#mark(of)) === 0) return answer
      if (time >= tries) throw garbledFault('more answers than requests')
    }
  }

  /** The same for a request that must not be repeated; the line must be aligned. Throws 1712 if the answer is uncertain. */
  async write(request: LineText, of: Timed): Promise<LineText> {
    const answer = await this.#exchange(request, of)
    if ((await this.#mark(of)) > 0) throw garbledFault('more answers than requests')
    return answer
  }

  /** Exchanges a marker. Returns how many other frames of the unit arrived before it. */
  async #mark(of: Timed): Promise<number> {
    this.#aligned.delete(of.unit)
    const marker = this.#protocol.marker()
    this.#send(marker, of)
    const until = performance.now() + of.timeoutMs
    for (let strays = 0; ; strays++) {
      if (!this.#protocol.isMarked(await this.#next(of, until, true), marker)) continue
      this.#timeouts = 0
      this.#aligned.add(of.unit)
      return strays
    }
  }

  /** The first frame of the unit after a request. Throws 1712 for a damaged frame or the answer to another request. */
  async #exchange(request: LineText, of: Timed): Promise<LineText> {
    this.#aligned.delete(of.unit)
    this.#send(request, of)
    const frame = await this.#next(of, performance.now() + of.timeoutMs, false)
    const isEcho = frame.code === request.code && frame.text === request.text
    if (isEcho || !this.#protocol.answers(frame, request))
      throw garbledFault(
        `an answer to ${frame.code} instead of ${request.code}; if it persists, switch off the echo of the converter`,
      )
    return frame
  }

  #send(request: LineText, { unit }: Timed): void {
    this.#wire.send(Buffer.from(this.#protocol.written({ ...request, unit }), 'latin1'))
  }

  /** The next frame of the unit; those of other units are skipped, damaged ones too if `skipsDamage`. */
  async #next(of: Timed, until: number, skipsDamage: boolean): Promise<LineText> {
    for (;;) {
      const found = this.#protocol.first(this.#rest)
      if (found) {
        this.#rest = found.rest
        if (found.damaged && !skipsDamage) throw garbledFault('a frame with a wrong check sum')
        if (found.frame?.unit === of.unit) return found.frame
      } else if (await this.#wire.hears(until - performance.now())) this.#rest += this.#wire.take().toString('latin1')
      else throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
    }
  }
}
