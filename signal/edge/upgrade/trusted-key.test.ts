// Which upgrades a gateway accepts, by the signature of the order.
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SignedUpgrade, Upgrade } from '../../../contract/box.ts'
import { endorse, generateSigningKey } from '../../../contract/firmware-signature.ts'
import { signedBy } from '../../../testkit/peers/firmware-key.ts'
import { openTrustedKey } from './trusted-key.ts'

const sn = 'EG-0001'
const platform = generateSigningKey()
const stranger = generateSigningKey()
const order = { upgrade: 'a'.repeat(16), version: '2.0.0', bytes: 100, sha256: 'b'.repeat(64), trialS: 60 }
const signed = (more: Partial<typeof order> = {}): SignedUpgrade => signedBy(platform, sn, { ...order, ...more })

let folder: string
let lines: string[]
const open = (configured?: string) =>
  openTrustedKey({ path: join(folder, 'firmware-key.json'), sn, configured, log: (line) => lines.push(line) })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trusted-key-'))
  lines = []
})
afterEach(() => rm(folder, { recursive: true }))

async function trusting() {
  const trust = await open()
  trust.learn(platform.publicKey)
  await trust.settled()
  return trust
}

describe('an upgrade', () => {
  it('signed by the trusted key is accepted in the form in which it arrives', async () => {
    const trust = await trusting()
    expect(trust.refusal(Upgrade.parse(JSON.parse(JSON.stringify(signed()))))).toBeUndefined()
  })

  it('without a signature is refused', async () => {
    expect((await trusting()).refusal(order)).toBe(1355)
  })

  it('is refused while no key is trusted', async () => {
    const trust = await open()
    expect([trust.isKnown(), trust.refusal(signed())]).toEqual([false, 1356])
  })

  it('signed by another key is refused, even if that key is offered with it', async () => {
    const trust = await trusting()
    expect(trust.refusal(signedBy(stranger, sn, order))).toBe(1356)
    const keys = [platform, stranger].map(({ publicKey: key }) => ({ key, endorsement: null }))
    expect(trust.refusal(signedBy(stranger, sn, order, keys))).toBe(1356)
    const [first, second] = keys
    const forged = { ...second!, endorsement: endorse(stranger, stranger.publicKey) }
    expect(trust.refusal(signedBy(stranger, sn, order, [first!, forged]))).toBe(1356)
  })

  it.each<[string, Partial<SignedUpgrade>]>([
    ['another file', { sha256: 'c'.repeat(64) }],
    ['another size', { bytes: 101 }],
    ['another version', { version: '1.0.0' }],
    ['another number', { upgrade: 'd'.repeat(16) }],
    ['another time to report', { trialS: 3600 }],
  ])('with a signature for %s is refused', async (_, change) => {
    expect((await trusting()).refusal({ ...signed(), ...change })).toBe(1356)
  })

  it('with a signature for another gateway, or for an earlier order, is refused', async () => {
    const trust = await trusting()
    expect(trust.refusal(signedBy(platform, 'EG-0002', order))).toBe(1356)
    const one = signed()
    expect(trust.refusal({ ...one, signed: { ...one.signed, serial: one.signed.serial + 1 } })).toBe(1356)
  })

  it('not newer than the last is refused, also after a restart; a resumed one needs only its signature', async () => {
    const trust = await trusting()
    const [older, newer] = [signed({ version: '1.0.0' }), signed()]
    await trust.accept(newer)
    for (const each of [trust, await open()]) {
      expect([each.refusal(older), each.refusal(newer)]).toEqual([1357, 1357])
      expect([each.refusal(newer, true), each.refusal({ ...newer, bytes: 101 }, true)]).toEqual([undefined, 1356])
      expect(each.refusal(signed({ version: '1.0.0' }))).toBeUndefined()
    }
  })
})

describe('an upgrade whose acceptance cannot be saved', () => {
  it('can be ordered again, and then no more', async () => {
    const trust = await trusting()
    const one = signed()
    const draft = join(folder, 'firmware-key.json.new')
    await mkdir(draft)
    await expect(trust.accept(one)).rejects.toThrow()
    expect(trust.refusal(one)).toBeUndefined()
    await rmdir(draft)
    await trust.accept(one)
    expect([trust.refusal(one), (await open()).refusal(one)]).toEqual([1357, 1357])
  })
})

describe('the trusted key', () => {
  it('is the first one offered, also after a restart', async () => {
    const trust = await trusting()
    trust.learn(stranger.publicKey)
    await trust.accept(signed())
    const again = await open()
    again.learn(stranger.publicKey)
    expect([again.isKnown(), again.refusal(signed()), again.refusal(signedBy(stranger, sn, order))]).toEqual([
      ...[true, undefined, 1356],
    ])
    expect(lines).toEqual([`firmware: the signing key ${platform.publicKey} is trusted from now on`])
  })

  it('is replaced by one that it endorsed, also over several steps, and then no longer trusted', async () => {
    const trust = await trusting()
    const [second, third] = [generateSigningKey(), generateSigningKey()]
    const keys = [
      { key: platform.publicKey, endorsement: null },
      { key: second.publicKey, endorsement: endorse(platform, second.publicKey) },
      { key: third.publicKey, endorsement: endorse(second, third.publicKey) },
    ]
    const order3 = signedBy(third, sn, order, keys)
    expect(trust.refusal(signedBy(third, sn, order, keys.slice(0, 2)))).toBe(1356)
    expect(trust.refusal(order3)).toBeUndefined()
    await trust.accept(order3)
    for (const each of [trust, await open()]) {
      expect(each.refusal(signedBy(third, sn, order, keys))).toBeUndefined()
      expect([each.refusal(signed()), each.refusal(signedBy(second, sn, order, keys.slice(0, 2)))]).toEqual([
        1356, 1356,
      ])
    }
  })

  it('is the one of the settings if they name one; an offered key does not change it', async () => {
    const trust = await open(platform.publicKey)
    trust.learn(stranger.publicKey)
    expect([trust.refusal(signed()), trust.refusal(signedBy(stranger, sn, order))]).toEqual([undefined, 1356])
  })

  it('is replaced by another one in the settings', async () => {
    await (await trusting()).accept(signed())
    const trust = await open(stranger.publicKey)
    expect([trust.refusal(signed()), trust.refusal(signedBy(stranger, sn, order))]).toEqual([1356, undefined])
  })

  it('is learnt again, and that is logged, if its file is damaged', async () => {
    await writeFile(join(folder, 'firmware-key.json'), '{"key":1}')
    expect((await open()).isKnown()).toBe(false)
    expect(lines).toEqual([expect.stringContaining('is damaged')])
  })
})
