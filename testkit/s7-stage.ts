// A CPU of our own and a session with it, for the tests of the S7 driver.

import type { Value } from '../core/data-type.ts'
import type { DriverFault, Point, Session, Span, WriteAnswer } from '../drivers/driver.ts'
import { about } from '../drivers/siemens-s7/about.ts'
import { opener } from '../drivers/siemens-s7/driver.ts'
import type { S7Params } from '../drivers/siemens-s7/params.ts'
import { type S7Cpu, type S7CpuOptions, startS7Cpu } from './peers/s7.ts'

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Bytes of an area. */
export const spanOf = (start: number, count: number, area = 'DB1'): Span => ({ area, start, count })

export class S7Stage {
  readonly cpu: S7Cpu
  readonly params: S7Params
  session: Session

  private constructor(cpu: S7Cpu, params: S7Params, session: Session) {
    this.cpu = cpu
    this.params = params
    this.session = session
  }

  /** With 600 bytes of DB1 and 100 of M, unless the options say otherwise. */
  static async start(options: S7CpuOptions = {}, changed: Partial<S7Params> = {}): Promise<S7Stage> {
    const cpu = await startS7Cpu({ memory: { DB1: new Uint8Array(600), M: new Uint8Array(100) }, ...options })
    const params = { ...about.initial, host: '127.0.0.1', port: cpu.port, timeoutMs: 5000, ...changed }
    return new S7Stage(cpu, params, await opener.open(params, new AbortController().signal))
  }

  /** Replaces the session by a new one. */
  async reconnect(): Promise<void> {
    await this.session.close()
    this.session = await opener.open(this.params, new AbortController().signal)
  }

  async close(): Promise<void> {
    await this.session.close()
    await this.cpu.close()
  }

  async read(point: Point): Promise<Value> {
    const block = about.plan([point], this.params)[0]!
    return about.decode(point, block, await this.session.read(block, this.params), this.params)
  }

  write(point: Point, value: Value, timeoutMs = this.params.timeoutMs): Promise<WriteAnswer> {
    return this.session.write(about.encode(point, value, this.params), { ...this.params, timeoutMs })
  }

  /** The bytes of each span in hex, or the code of its fault. */
  async outcomes(spans: readonly Span[], timeoutMs = this.params.timeoutMs): Promise<(string | number)[]> {
    const answers = await this.session.readMany!(spans, { ...this.params, timeoutMs })
    return answers.map((each) => (each instanceof Uint8Array ? hexOf(each) : each.code))
  }

  /** The first two bytes of DB1 in hex, or the fault. */
  word(timeoutMs = this.params.timeoutMs): Promise<string | DriverFault> {
    return this.session.read(spanOf(0, 2), { ...this.params, timeoutMs }).then(hexOf, (fault: DriverFault) => fault)
  }
}
