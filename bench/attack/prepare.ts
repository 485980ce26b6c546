// Prepares the platform for the attack: two companies, the callers, the large objects, and the ids that each caller uses.

import type { BenchPlatform } from '../platform.ts'
import { addCallers, type Caller, words } from './callers.ts'
import { type Ask, askAs, connectionsFrom, signIn } from './client.ts'
import { addDevice, fillCompany } from './company.ts'
import { addHeavy, type Heavy } from './heavy.ts'
import { grantNewest, insertAccount, insertCompany } from './insert.ts'
import type { Pools } from './load.ts'
import { endpoints, schemaOf } from './registry.ts'
import { type Ids, poolOf, Rows } from './rows.ts'

export type World = {
  rows: Rows
  callers: Caller[]
  heavy: Heavy
  otherOrgId: number
  /** Objects of the attacked company whose ids are used only by callers without access to them. */
  vault: Ids
  /** The newest ids, for callers of each range. */
  pools(): Promise<Pools>
  /** Adds an object of every kind to the attacked company, where callers delete them. */
  refill(): Promise<void>
}

/** All kinds of ids that inputs contain. */
function kinds(): Set<string> {
  const all = new Set<string>()
  for (const endpoint of endpoints)
    JSON.stringify(schemaOf(endpoint), (key, value: unknown) => {
      if (key === 'kind' && typeof value === 'string') all.add(value)
      return value
    })
  return all
}

async function asking(platform: BenchPlatform, login: string): Promise<Ask> {
  const agent = connectionsFrom('127.0.0.1')
  const { cookie, fault } = await signIn(platform.port, agent, login, platform.password)
  if (cookie === undefined) throw new Error(`${login}: ${fault}`)
  return askAs(platform.port, agent, { cookie })
}

const merged = (...all: Ids[]): Ids => {
  const ids: Ids = {}
  for (const each of all) for (const [table, of] of Object.entries(each)) ids[table] = [...(ids[table] ?? []), ...of]
  return ids
}

/** Devices in the range of each account that sees only some. */
async function addOwn(platform: BenchPlatform, operator: Ask, callers: readonly Caller[]): Promise<void> {
  const narrow = callers.filter(({ name }) => /internal, (department|own)$/.test(name))
  for (const { login } of narrow) await addDevice({ operator, ask: await asking(platform, login!), word: words.common })
}

export async function prepare(platform: BenchPlatform): Promise<World> {
  const rows = await Rows.of(platform.database)
  const orgId = 1
  const admin = await asking(platform, 'admin')
  const otherOrgId = await insertCompany(platform, `${words.other} company`)
  const spareOrgId = await insertCompany(platform, 'Spare company')
  await insertAccount(platform, { orgId: otherOrgId, loginname: 'other', name: words.other, roleType: 'enterprise' })
  const start = await rows.marks()
  const build = { platform, operator: admin, withShared: true }
  const other = await asking(platform, 'other')
  for (let turn = 0; turn < 2; turn += 1)
    await fillCompany({ ...build, ask: other, orgId: otherOrgId, word: words.other })
  for (let turn = 0; turn < 2; turn += 1)
    await fillCompany({ ...build, ask: admin, orgId, word: words.vault, withShared: false })
  const vault = await rows.idsSince(start, orgId)
  const callers = await addCallers({ platform, admin, orgId, otherOrgId })
  const heavy = await addHeavy(platform, admin, orgId)
  const mark = await rows.marks()
  await addOwn(platform, admin, callers)
  const refill = async () => {
    // A session counts as confirmed for ten minutes, so a new one is opened.
    const ask = await asking(platform, 'admin')
    await fillCompany({ ...build, operator: ask, ask, orgId, word: words.common })
    await grantNewest(platform, orgId, words.common)
  }
  for (let turn = 0; turn < 3; turn += 1) await refill()
  const ofOther = await rows.idsSince(start, otherOrgId)
  const all = kinds()
  const pools = async (): Promise<Pools> => {
    const own = { ...poolOf(await rows.idsSince(mark, orgId, 40), all), OrgId: [spareOrgId] }
    const foreign = { ...poolOf(ofOther, all), OrgId: [otherOrgId] }
    const outside = { ...poolOf(merged(ofOther, vault), all), OrgId: [otherOrgId] }
    return {
      full: { own, foreign },
      narrow: { own, foreign: outside },
      outside: { own, foreign: outside },
      other: { own: foreign, foreign: own },
    }
  }
  return { rows, callers, heavy, otherOrgId, vault, pools, refill }
}
