// A session on a serial line of text frames, one request at a time.
import { setTimeout } from 'node:timers/promises'
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from './driver.ts'
import type { LineText, MarkedLine } from './marked-line.ts'
import { closedFault, faultOf } from './modbus-tcp/faults.ts'
import { applyMask } from './modbus-tcp/pdu.ts'

/** Parameters that the session uses. */
type LineParams = { unit: number; timeoutMs: number; waitMs: number }

/** A request, and what its answer says. `result` throws the device's fault. */
export type LineJob<T> = { request: LineText; result(answer: LineText): T }

/** The commands of a protocol. Each throws a `DriverFault` for an area that it cannot access. */
export type LineCommands<P> = {
  read(span: Span, params: P): LineJob<Uint8Array>
  write(span: Span, bytes: Uint8Array, params: P): LineJob<void>
  /** Writes a single bit of a word; nothing if the protocol or the area has no such command. */
  writeBit?(bit: { area: string; start: number; bit: number; on: boolean }): LineJob<void> | undefined
}

export class MarkedSession<P extends LineParams> implements Session {
  readonly #line: MarkedLine
  readonly #commands: LineCommands<P>
  readonly #end = new AbortController()

  /** A session on an open line, which it closes. */
  constructor(line: MarkedLine, commands: LineCommands<P>) {
    this.#line = line
    this.#commands = commands
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#line.close()
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    return this.ask(this.#commands.read(span, params as P), params as P)
  }

  /**
   * A part of a word is written by read-modify-write, unless the protocol can write the bit: a change by the PLC between
   * the two requests is undone.
   */
  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as P
    let job: LineJob<void>
    try {
      job = await this.#jobOf(request, of)
      await this.#closing(() => this.#line.align(of))
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    await this.#closing(async () => job.result(await this.#line.write(job.request, of)))
    return { kind: 'done' }
  }

  /** Sends a request that may be repeated. Returns its result, or throws the device's fault. */
  protected ask<T>(job: LineJob<T>, params: P): Promise<T> {
    return this.#closing(async () => job.result(await this.#line.read(job.request, params)))
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  protected async pause({ waitMs }: P): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }

  async #jobOf(request: WriteRequest, params: P): Promise<LineJob<void>> {
    const { area, start, bytes, mask, count } = request
    if (!mask) return this.#commands.write({ area, start, count: count ?? bytes.length / 2 }, bytes, params)
    const bit = bitOf(mask)
    const on = bytes.some((byte) => byte !== 0)
    const single = bit === undefined ? undefined : this.#commands.writeBit?.({ area, start, bit, on })
    if (single) return single
    const span = { area, start, count: mask.length / 2 }
    const now = await this.read(span, params)
    await this.pause(params)
    return this.#commands.write(span, applyMask(now, request, mask), params)
  }

  /** Runs an exchange; closes the line after a fault that breaks it. */
  async #closing<T>(exchange: () => Promise<T>): Promise<T> {
    try {
      return await exchange()
    } catch (error) {
      if (error instanceof DriverFault && error.broken) this.#line.close()
      throw error
    }
  }
}

/** The bit that a mask of one word names; nothing for several bits. */
export function bitOf(mask: Uint8Array): number | undefined {
  const word = (mask[0]! << 8) | mask[1]!
  const isSingle = mask.length === 2 && word !== 0 && (word & (word - 1)) === 0
  return isSingle ? Math.log2(word) : undefined
}
