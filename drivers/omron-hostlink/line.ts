// Frames of Host Link on a wire. Their answers have no number: which request an answer belongs to is proved by markers.
// The command TS returns its text, so a marker with a new text comes back once; as a unit answers in order, no answer to an
// earlier request can follow it.
import { randomBytes } from 'node:crypto'
import { timeoutFault } from '../modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import type { Request } from './c-mode.ts'
import { garbledFault, unknownCommand } from './faults.ts'
import { type Frame, firstFrame, writtenFrame } from './frame.ts'

/** A wire to a serial line: the socket of a serial server, or a port of the gateway. */
type SerialWire = Pick<Wire, 'isOpen' | 'send' | 'take' | 'hears' | 'close'>

type Timed = { unit: number; timeoutMs: number }

const markerCode = 'TS'
// Answer to a command that the PLC does not know.
const unknownCode = 'IC'
const tries = 3

// Other than the markers of an earlier process, whose answers can still arrive.
const markerStart = randomBytes(4).toString('hex').toUpperCase()
let markers = 0

export class HostLinkLine {
  readonly #wire: SerialWire
  #rest = ''
  #timeouts = 0
  /** Units with no answer under way. */
  readonly #aligned = new Set<number>()

  constructor(wire: SerialWire) {
    this.#wire = wire
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

  /** Sends a request that may be repeated, on an aligned line. Its answer, confirmed by a marker. */
  async read(request: Request, of: Timed): Promise<string> {
    for (let time = 1; ; time++) {
      await this.align(of)
      const answer = await this.#exchange(request, of)
      if ((await this.#mark(of)) === 0) return checked(answer)
      if (time >= tries) throw garbledFault('more answers than requests')
    }
  }

  /** The same for a request that must not be repeated; the line must be aligned. Throws 1712 if the answer is uncertain. */
  async write(request: Request, of: Timed): Promise<string> {
    const answer = await this.#exchange(request, of)
    if ((await this.#mark(of)) > 0) throw garbledFault('more answers than requests')
    return checked(answer)
  }

  /** Exchanges a marker. Returns how many other frames of the unit arrived before it. */
  async #mark(of: Timed): Promise<number> {
    this.#aligned.delete(of.unit)
    const text = `${markerStart}${(++markers).toString(36).toUpperCase()}`
    this.#send({ unit: of.unit, code: markerCode, text })
    const until = performance.now() + of.timeoutMs
    for (let strays = 0; ; strays++) {
      const frame = await this.#next(of, until, true)
      if (frame.code !== markerCode || frame.text !== text) continue
      this.#timeouts = 0
      this.#aligned.add(of.unit)
      return strays
    }
  }

  /** The first frame of the unit after a request. Throws 1712 for a damaged frame or one with another code. */
  async #exchange({ code, text }: Request, of: Timed): Promise<Frame> {
    this.#aligned.delete(of.unit)
    const sent = { unit: of.unit, code, text }
    this.#send(sent)
    const frame = await this.#next(of, performance.now() + of.timeoutMs, false)
    // On a line with echo, the marker or this request arrives once more.
    if (frame.code === markerCode || (frame.code === code && frame.text === text))
      throw garbledFault('the line returns what is sent: switch off the echo of the converter')
    if (frame.code !== code && frame.code !== unknownCode) throw garbledFault(`an answer to ${frame.code}, not ${code}`)
    return frame
  }

  #send(frame: Frame): void {
    this.#wire.send(Buffer.from(writtenFrame(frame), 'latin1'))
  }

  /** The next frame of the unit; those of other units are skipped, damaged ones too if `skipsDamage`. */
  async #next(of: Timed, until: number, skipsDamage: boolean): Promise<Frame> {
    for (;;) {
      const found = firstFrame(this.#rest)
      if (found) {
        this.#rest = found.rest
        if (found.damaged && !skipsDamage) throw garbledFault('a frame with a wrong check sum')
        if (found.frame?.unit === of.unit) return found.frame
      } else if (await this.#wire.hears(until - performance.now())) this.#rest += this.#wire.take().toString('latin1')
      else throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
    }
  }
}

/** The text of an answer. Throws 1720 if the PLC does not know the command. */
function checked({ code, text }: Frame): string {
  if (code === unknownCode) throw unknownCommand()
  return text
}
