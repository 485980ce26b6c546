// Adds secrets to commands that refer to them, sealed for the command's gateway. Secrets are unsealed only here, and a
// stored command never contains them.
import type { Kysely } from 'kysely'
import { sealFor } from '../../contract/sealed.ts'
import { sealedText } from '../../contract/sealed-param.ts'
import type { Command } from '../../contract/topics.ts'
import type { DB } from '../../db/schema.ts'
import { isReference } from '../../drivers/secret.ts'
import { loadSealedFor } from '../../features/device/driver/secret-store.ts'
import type { Seal } from './seal.ts'

type Params = Record<string, unknown>

// Secrets entered for one command only are numbered from here, beyond the ids of stored ones.
const firstOwn = 2_000_000_000

export function sealCommands(db: Kysely<DB>, { unseal }: Seal): (sn: string, command: Command) => Promise<Command> {
  return async (sn, command) => {
    const all = paramsIn(command)
    const own = new Map<number, string>()
    const numbered = all.map((params) => withOwnNumbers(params, own))
    const ids = numbered.flatMap((params) =>
      Object.values(params).flatMap((each) => (isReference(each) ? [each.secret] : [])),
    )
    if (ids.length === 0) return command
    const kept = await loadSealedFor(
      db,
      sn,
      ids.filter((id) => !own.has(id)),
    )
    if (!kept) return command
    const secrets = new Map([...own].map(([id, text]) => [id, unseal(Buffer.from(text, 'base64'))]))
    for (const { id, sealed } of kept.secrets) secrets.set(id, unseal(sealed))
    const sealed = sealFor({ sn, secret: unseal(kept.gatewaySecret) }, secrets)
    if (command.kind === 'box')
      return { ...command, order: { ...command.order, secrets: numbered[0]! }, sealed } as Command
    if (command.kind === 'configure') return { ...command, bound: { ...command.bound, sealed } }
    return { ...command, params: numbered[0]!, sealed } as Command
  }
}

function paramsIn(command: Command): Params[] {
  if (command.kind === 'configure') return command.bound.config.drivers.map(({ params }) => params)
  if (command.kind === 'box') return command.order.act === 'mqtt' ? [command.order.secrets] : []
  return command.kind === 'probe' || command.kind === 'browse' ? [command.params] : []
}

function withOwnNumbers(params: Params, own: Map<number, string>): Params {
  const entries = Object.entries(params).map(([key, value]) => {
    const text = sealedText(value)
    if (text === undefined) return [key, value]
    const secret = firstOwn + own.size
    own.set(secret, text)
    return [key, { secret }]
  })
  return Object.fromEntries(entries)
}
