// The work of `npm run verify-log`: checks the chain of every organisation's operation log and prints what is wrong
// with it.
import { isMigrated, refuseUnknown } from '../../db/migrate.ts'
import { SetupError } from '../../db/setup-error.ts'
import type { Fault, Head } from '../../features/platform/operation-log/chain.ts'
import { walkChains } from '../../features/platform/operation-log/chain-store.ts'
import { type DatabasePlace, openBeside, type Say } from '../backup/open.ts'

const maxTold = 20

/**
 * Prints one line for each organisation and each fault, at most `maxTold` per organisation; returns whether all chains
 * are intact.
 */
export async function verifyLog(place: DatabasePlace, say: Say): Promise<boolean> {
  const database = await openBeside(place, say)
  try {
    await refuseUnknown(database)
    if (!(await isMigrated(database.pool)))
      throw new SetupError(database.setting, 'The database is older than this Gatehouse: start the platform once')
    let all = 0
    let own = 0
    await walkChains(database.kysely, {
      fault({ orgId, name }, fault) {
        own += 1
        if (own <= maxTold) say(`organisation ${orgId} (${plain(name)}): ${told(fault)}`)
      },
      end({ orgId, name, head }) {
        const found = own === 0 ? 'sound' : own === 1 ? '1 fault' : `${own} faults`
        say(`organisation ${orgId} (${plain(name)}): ${head.seq} entries, ${found}${lastOf(head)}`)
        all += own
        own = 0
      },
    })
    say(all === 0 ? 'the operation log is sound' : 'the operation log was tampered with')
    return all === 0
  } finally {
    await database.stop()
  }
}

/**
 * The last entry of the chain. If an administrator stores it elsewhere, it proves later that the chain still begins the
 * same.
 */
const lastOf = ({ seq, hash }: Head): string => (seq === 0 ? '' : `; hash of entry ${seq}: ${hash.toString('hex')}`)

/** A name is chosen by users, so control characters, which could move the terminal's cursor, are replaced. */
const plain = (name: string): string => name.replace(/\p{C}/gu, '?')

function told({ kind, from, to, logId }: Fault): string {
  const entry = from === to ? `entry ${from}` : `entries ${from} to ${to}`
  const line = logId === null ? '' : `line ${logId}`
  const what = from === null ? line : line === '' ? entry : `${entry} (${line})`
  if (kind === 'inserted') return `${what} was inserted, it is no part of the chain`
  return `${what} ${from === to ? 'was' : 'were'} ${kind}`
}
