// The platform's signing key: generated once, replaced deliberately, lost.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignedUpgrade } from '../../../contract/box.ts'
import { signerOf } from '../../../contract/firmware-signature.ts'
import type { Database } from '../../../db/pool.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { createFirmwareSigning } from './signing.ts'

const sn = 'EG-0001'
const order = { upgrade: 'a'.repeat(16), version: '2.0.0', bytes: 100, sha256: 'b'.repeat(64), trialS: 60 }
const clock = { at: 1_800_000_000_000 }
/** A simple substitute for sealing: reversed bytes, marked with the installation's key. */
const sealOf = (installation: string) => ({
  seal: (secret: string) => Buffer.from(`${installation} ${[...secret].reverse().join('')}`),
  unseal(sealed: Buffer) {
    const [by, text] = sealed.toString().split(' ')
    if (by !== installation) throw new Error('another key')
    return [...text!].reverse().join('')
  },
})

let database: Database
let installation: string
const signing = (name = installation) =>
  createFirmwareSigning({ db: database.kysely, ...sealOf(name), now: () => clock.at })
const signed = async (of = signing()) => (await of.sign(sn, order)) as SignedUpgrade
beforeEach(async () => {
  installation = randomBytes(4).toString('hex')
  database = await testDatabase()
})
afterEach(() => database.stop())

describe('the signing key', () => {
  test('is generated once, by the first process that needs it, and stored sealed', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => signing().publicKey()))
    expect(new Set(keys).size).toBe(1)
    const rows = await database.kysely.selectFrom('firmwareKey').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.privateSealed!.toString()).toMatch(new RegExp(`^${installation} `))
    expect(await signing().facts()).toEqual({
      ...{ publicKey: keys[0], isUsable: true, author: null, createdAt: clock.at, replaced: 0 },
    })
  })

  test('signs each order with a later serial, even if the clock was set back', async () => {
    const key = await signing().publicKey()
    const first = await signed()
    clock.at -= 3_600_000
    const second = await signed()
    clock.at += 7_200_000
    const third = await signed()
    const serials = [first, second, third].map((each) => each.signed.serial)
    expect(serials).toEqual([serials[0], serials[0]! + 1, clock.at])
    for (const each of [first, second, third]) expect(signerOf(key, sn, each)).toBe(key)
  })

  test('endorses its successor when replaced, and cannot sign afterwards', async () => {
    const first = await signing().publicKey()
    const before = await signed()
    const replaced = await signing().replace('root')
    expect(replaced).toEqual({ before: first, after: await signing().publicKey(), isEndorsed: true })
    const after = await signed()
    expect(signerOf(first, sn, after)).toBe(replaced.after)
    expect(after.signed.serial).toBeGreaterThan(before.signed.serial)
    const rows = await database.kysely.selectFrom('firmwareKey').selectAll().orderBy('id').execute()
    expect(rows.map(({ privateSealed }) => privateSealed === null)).toEqual([true, false])
    expect(await signing().facts()).toMatchObject({ author: 'root', replaced: 1, isUsable: true })
  })

  test('neither signs nor endorses if it cannot be unsealed: gateways do not trust the next one', async () => {
    const first = await signing().publicKey()
    const other = signing('another')
    expect(await other.facts()).toMatchObject({ publicKey: first, isUsable: false })
    await expect(other.sign(sn, order)).rejects.toMatchObject({ code: 1358 })
    expect(await other.replace('root')).toMatchObject({ before: first, isEndorsed: false })
    const after = await signed(other)
    expect(signerOf(first, sn, after)).toBeUndefined()
    expect(signerOf(await other.publicKey(), sn, after)).toBe(await other.publicKey())
  })
})
