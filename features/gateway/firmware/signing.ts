// The platform's signing key, which signs upgrades of gateways (decision 50).
import type { Kysely } from 'kysely'
import { fail } from '../../../contract/errors.ts'
import { endorse, generateSigningKey, type SigningKey, signUpgrade } from '../../../contract/firmware-signature.ts'
import type { DB } from '../../../db/schema.ts'
import type { FirmwareSigning } from './contract.ts'
import {
  aloneWithKeys,
  countKeys,
  dropPrivateHalf,
  insertKey,
  type KeyRow,
  loadOfferedKeys,
  newestKey,
  nextSerial,
} from './signing-store.ts'

type Db = Kysely<DB>
type Needs = { db: Db; seal(secret: string): Buffer; unseal(sealed: Buffer): string; now(): number }

export function createFirmwareSigning({ db, seal, unseal, now }: Needs): FirmwareSigning {
  const opened = ({ publicKey, privateSealed }: KeyRow): SigningKey | undefined => {
    try {
      return privateSealed === null ? undefined : { publicKey, privateKey: unseal(privateSealed) }
    } catch {
      // The key was sealed with a key of this installation that has been lost.
      return undefined
    }
  }

  type Origin = Pick<KeyRow, 'endorsement' | 'serial' | 'author'>
  const add = (tx: Db, { publicKey, privateKey }: SigningKey, origin: Origin) =>
    insertKey(tx, { publicKey, privateSealed: seal(privateKey), createdAt: now(), ...origin })
  const newestOrFirst = async (tx: Db): Promise<KeyRow> =>
    (await newestKey(tx)) ?? add(tx, generateSigningKey(), { endorsement: null, serial: 0, author: null })
  const current = async (): Promise<KeyRow> => (await newestKey(db)) ?? aloneWithKeys(db, newestOrFirst)

  return {
    publicKey: async () => (await current()).publicKey,
    async sign(sn, order) {
      const row = await current()
      const by = opened(row)
      if (!by) throw fail('signingKeyLost')
      const serial = await nextSerial(db, row.id, now())
      return signUpgrade({ by, keys: await loadOfferedKeys(db, row.id), serial }, sn, order)
    },
    async facts() {
      const row = await current()
      const { publicKey, author, createdAt } = row
      const replaced = (await countKeys(db)) - 1
      return { publicKey, author, createdAt, isUsable: opened(row) !== undefined, replaced }
    },
    replace: (author) =>
      aloneWithKeys(db, async (tx) => {
        const before = await newestOrFirst(tx)
        const key = generateSigningKey()
        const by = opened(before)
        const endorsement = by ? endorse(by, key.publicKey) : null
        await add(tx, key, { endorsement, serial: before.serial, author })
        await dropPrivateHalf(tx, before.id)
        return { before: before.publicKey, after: key.publicKey, isEndorsed: endorsement !== null }
      }),
  }
}
