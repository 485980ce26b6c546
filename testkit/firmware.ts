// A firmware version, and a finished upgrade to it, for tests that run through all kinds of objects.
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { addFirmware } from '../features/gateway/firmware/contract.ts'
import type { Caller } from './server.ts'

export async function firmwareOf(caller: Caller, db: Kysely<DB>, version: string) {
  const file = Buffer.from(version).toString('base64')
  const about = { model: 'GH-Linux', version, notes: version, fileName: `${version}.mjs` }
  const { id: firmwareId } = await caller.call(addFirmware, { ...about, file })
  const run = { firmwareId, atOnce: 1, trialS: 60, maxFailures: 1, author: version, createdAt: 1 }
  const { id: runId } = await db
    .insertInto('upgradeRun')
    .values({ ...run, state: 'done' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { firmwareId, runId }
}
