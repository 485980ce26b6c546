// Host Link on one line: C-mode commands, or FINS commands in its frames.
import { DriverFault, type Session, type Span } from '../driver.ts'
import type { LineText, MarkedLine } from '../marked-line.ts'
import { type LineCommands, type LineJob, MarkedSession } from '../marked-session.ts'
import { isBitArea } from '../omron-fins/areas.ts'
import type { Command } from '../omron-fins/frame.ts'
import { bytesOfEach, costOf, wordsOf } from '../omron-fins/many.ts'
import { type GroupReader, groupsOf, readGroups } from '../read-groups.ts'
import { dataOf, readAnswer, readRequest, writeRequest } from './c-mode.ts'
import { unknownCommand } from './faults.ts'
import { finsAnswer, finsRequest } from './fins.ts'
import { unknownCode } from './frame.ts'
import type { HostLinkParams } from './params.ts'

const readOnly = 1717
// Most words of one command 0104 in frames of this length.
const maxItems = 89

/** A request whose answer has a text. Throws 1720 if the PLC does not know the command. */
const jobOf = <T>(request: LineText, result: (text: string) => T): LineJob<T> => ({
  request,
  result: ({ code, text }) => {
    if (code === unknownCode) throw unknownCommand()
    return result(text)
  },
})

const finsJob = (command: Command): LineJob<Uint8Array> =>
  jobOf(finsRequest(command), (text) => finsAnswer(text, command))

const commands: LineCommands<HostLinkParams> = {
  read: (span, { protocol }) =>
    protocol === 'fins' ? finsJob({ kind: 'read', span }) : jobOf(readRequest(span), (text) => readAnswer(text, span)),
  write: (span, bytes, { protocol }) => {
    if (isBitArea(span.area)) throw new DriverFault(readOnly, 'completion flags are read-only')
    const command: Command = { kind: 'write', span, bytes }
    return protocol === 'fins'
      ? jobOf(finsRequest(command), (text) => void finsAnswer(text, command))
      : jobOf(writeRequest(span, bytes), (text) => void dataOf(text))
  },
}

export class HostLinkSession extends MarkedSession<HostLinkParams> {
  #hasMany: boolean

  /** `hasMany`: whether the PLC reads scattered words in one request, until it refuses that command. */
  constructor(line: MarkedLine, hasMany: boolean) {
    super(line, commands)
    this.#hasMany = hasMany
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
        bytesOfEach(group, await this.ask(finsJob({ kind: 'many', words: group.flatMap(wordsOf) }), params)),
      pause: () => this.pause(params),
    }
    const answers = await readGroups(spans, groupsOf(spans, isFins ? maxItems : 0, costOf), reader)
    if (isFins) this.#hasMany = reader.canMany
    return answers
  }
}
