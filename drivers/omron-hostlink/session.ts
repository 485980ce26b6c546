// Host Link on one line: C-mode commands, or FINS commands in its frames.
import { setTimeout } from 'node:timers/promises'
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { applyMask } from '../modbus-tcp/pdu.ts'
import { isBitArea } from '../omron-fins/areas.ts'
import type { Command } from '../omron-fins/frame.ts'
import { bytesOfEach, costOf, wordsOf } from '../omron-fins/many.ts'
import { type GroupReader, groupsOf, readGroups } from '../read-groups.ts'
import { dataOf, readAnswer, readRequest, writeRequest } from './c-mode.ts'
import { finsAnswer, finsRequest } from './fins.ts'
import type { HostLinkLine } from './line.ts'
import type { HostLinkParams } from './params.ts'

const readOnly = 1717
// Most words of one command 0104 in frames of this length.
const maxItems = 89

/** A session on an open line, which it closes. */
export class HostLinkSession implements Session {
  readonly #line: HostLinkLine
  #hasMany: boolean
  readonly #end = new AbortController()

  /** `hasMany`: whether the PLC reads scattered words in one request, until it refuses that command. */
  constructor(line: HostLinkLine, hasMany: boolean) {
    this.#line = line
    this.#hasMany = hasMany
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#line.close()
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    const of = params as HostLinkParams
    if (of.protocol === 'fins') return this.#readFins({ kind: 'read', span }, of)
    return this.#closing(async () => readAnswer(await this.#line.read(readRequest(span), of), span))
  }

  /** Nothing without command 0104: block by block, a write would wait for all of them. */
  get readMany(): Session['readMany'] {
    return this.#hasMany ? (spans, params) => this.#readMany(spans, params as HostLinkParams) : undefined
  }

  async #readMany(spans: readonly Span[], params: HostLinkParams): Promise<(Uint8Array | DriverFault)[]> {
    const isFins = params.protocol === 'fins'
    const reader: GroupReader = {
      canMany: isFins,
      one: (span) => this.read(span, params),
      many: async (group) =>
        bytesOfEach(group, await this.#readFins({ kind: 'many', words: group.flatMap(wordsOf) }, params)),
      pause: () => this.#pause(params),
    }
    const answers = await readGroups(spans, groupsOf(spans, isFins ? maxItems : 0, costOf), reader)
    if (isFins) this.#hasMany = reader.canMany
    return answers
  }

  #readFins(command: Command, params: HostLinkParams): Promise<Uint8Array> {
    return this.#closing(async () => finsAnswer(await this.#line.read(finsRequest(command), params), command))
  }

  /** A part of a word is written by read-modify-write: a change by the PLC between the two requests is undone. */
  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as HostLinkParams
    const { area, start, mask, count } = request
    let { bytes } = request
    try {
      if (isBitArea(area)) throw new DriverFault(readOnly, 'completion flags are read-only')
      if (mask) {
        bytes = applyMask(await this.read({ area, start, count: mask.length / 2 }, of), request, mask)
        await this.#pause(of)
      }
      await this.#closing(() => this.#line.align(of))
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    await this.#closing(() => this.#send({ area, start, count: count ?? bytes.length / 2 }, bytes, of))
    return { kind: 'done' }
  }

  async #send(span: Span, bytes: Uint8Array, params: HostLinkParams): Promise<void> {
    if (params.protocol === 'fins') {
      const command: Command = { kind: 'write', span, bytes }
      finsAnswer(await this.#line.write(finsRequest(command), params), command)
    } else dataOf(await this.#line.write(writeRequest(span, bytes), params))
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

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: HostLinkParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }
}
