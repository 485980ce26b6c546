// Executes the commands of the platform by their kind.
import { writeHash } from '../../contract/config-hash.ts'
import type { Command } from '../../contract/topics.ts'
import type { Box } from './box/box.ts'
import type { Configuration } from './configure.ts'
import { type Hardware, isTunnel } from './hardware.ts'
import type { Holds } from './holds.ts'
import type { Poller } from './poll/poll.ts'
import type { Probe } from './poll/probe.ts'
import { type Ending, executeWrite, failure } from './poll/write.ts'

type Parts = {
  hardware: Hardware
  configuration: Configuration
  poller: Pick<Poller, 'find' | 'write'>
  holds: Pick<Holds, 'press' | 'release' | 'letGo'>
  probe: Probe
  box: Pick<Box, 'execute' | 'forget'>
  /** Called after the configuration changed. */
  onConfigured: () => void
}
type WriteCommand = Extract<Command, { kind: 'write' }>

/** Executes commands by kind. `mayStart` returns false once the command has expired. */
export function executor({ hardware, configuration, poller, holds, probe, box, onConfigured }: Parts) {
  const matchesHash = matchesHashIn(configuration)

  function write(command: WriteCommand, mayStart: () => boolean): Promise<Ending> | Ending {
    const { signalId, hash, hold, uuid: press, equipmentId, bindingId } = command
    const bound = configuration.bound()
    const isSame = bound?.equipmentId === equipmentId && bound.bindingId === bindingId
    if (!isSame || (hash !== undefined && !matchesHash(signalId, hash))) return failure(1318)
    const act = () => executeWrite(poller, { ...command, mayStart })
    if (!hold) return holds.release(signalId, act)
    return hash === undefined ? failure(1318) : holds.press({ press, signalId, hash, ...hold }, act)
  }

  return async (command: Command, mayStart: () => boolean): Promise<Ending> => {
    if (command.kind === 'probe' || command.kind === 'browse')
      return isTunnel(hardware) ? failure(1331) : probe(command)
    if (command.kind === 'write') return isTunnel(hardware) ? failure(1331) : write(command, mayStart)
    if (command.kind === 'box') return box.execute(command.order, command.sealed)
    await holds.letGo()
    if (command.kind === 'release') await box.forget()
    const ending = await (command.kind === 'release'
      ? configuration.release()
      : configuration.configure(command.bound, command.standing))
    onConfigured()
    return ending
  }
}

/** Whether a variable is still the one that was meant: a change on the platform may not be synchronised yet. */
export const matchesHashIn = (configuration: Pick<Configuration, 'bound'>) => (signalId: number, hash: string) => {
  const bound = configuration.bound()
  return bound !== undefined && writeHash(bound.config, signalId) === hash
}
