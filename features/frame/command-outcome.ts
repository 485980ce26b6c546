// The query for the outcome of a command, for rooms below the one that stores commands: `command-outcome.ts` in its
// folder.
import type { CommandOutcome } from '../../signal/web/command.ts'
import { onlyRoom } from './only-room.ts'

/** Requests the outcome of a command by its uuid. Throws ApiError. */
export type OutcomeQuery = (uuid: string) => Promise<CommandOutcome>

const files = import.meta.glob<{ default: OutcomeQuery }>('../*/*/command-outcome.ts', { eager: true })

/** The outcome of a command, once; `pollCommand` repeats it until the outcome is final. Throws ApiError. */
export async function queryOutcome(uuid: string): Promise<CommandOutcome> {
  return onlyRoom(files, 'return the outcome of commands')(uuid)
}
