// Passkeys over HTTP, on a real database, with a software authenticator and a test clock.
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type Authenticator, addPasskey, enterBy } from '../../../testkit/authenticator.ts'
import {
  add,
  beginWorld,
  clock,
  device,
  log,
  name,
  nobody,
  person,
  phone,
  server,
  signIn,
} from '../../../testkit/passkey-world.ts'
import { adminPassword, type Caller } from '../../../testkit/server.ts'
import { confirmPasskey, userInfo } from '../login/contract.ts'
import {
  askOwnPasskey,
  askPasskey,
  beginPasskey,
  finishPasskey,
  queryPasskeys,
  removePasskey,
  renamePasskey,
} from './contract.ts'

beginWorld()

const another = () => add(`${name}b`)
const later = () => {
  clock.at += limits.confirmedMs + 1
}

describe('a new passkey', () => {
  test('is listed, logged, and signs in', async () => {
    const { id, recoveryCodes } = await addPasskey(person, phone, 'Phone')
    expect(recoveryCodes).toBeNull()
    const own = { id, name: 'Phone', createdAt: clock.at, usedAt: null, isSynced: false, isBlocked: false }
    expect(await person.call(queryPasskeys, {})).toEqual([own])
    expect((await log())[0]).toMatchObject({ act: 'passkeyAdded', after: { name: 'Phone' } })
    expect(await enterBy(nobody, phone)).toBe(200)
    expect(await person.call(queryPasskeys, {})).toEqual([{ ...own, usedAt: clock.at }])
  })

  test('can be added to others, which the browser learns to exclude', async () => {
    await addPasskey(person, phone, 'Phone')
    const key = device({ isSynced: true })
    const creation = await person.call(beginPasskey, {})
    expect(creation.excludeCredentials).toEqual([
      { id: phone.keys[0]!.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      user: { name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await person.call(finishPasskey, { name: 'Key', answer: key.make(creation) })
    expect(await person.call(queryPasskeys, {})).toMatchObject([
      { name: 'Key', isSynced: true },
      { name: 'Phone', isSynced: false },
    ])
    expect([await enterBy(nobody, phone), await enterBy(nobody, key)]).toEqual([200, 200])
  })

  test.each([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['of another kind', { type: 'webauthn.get' }],
  ] as const)('%s is refused', async (_, otherwise) => {
    const answer = phone.make(await person.call(beginPasskey, {}), otherwise)
    expect((await person.ask(finishPasskey, { name: 'Phone', answer })).code).toBe(1091)
    expect(await person.call(queryPasskeys, {})).toEqual([])
  })

  test('must answer a challenge of its own session, once and in time', async () => {
    const other = await another()
    const foreign = phone.make(await other.call(beginPasskey, {}))
    expect((await person.ask(finishPasskey, { name: 'Phone', answer: foreign })).code).toBe(1092)
    const { challenge } = await person.call(askOwnPasskey, {})
    const ofLogin = phone.make({ ...(await person.call(beginPasskey, {})), challenge })
    expect((await person.ask(finishPasskey, { name: 'Phone', answer: ofLogin })).code).toBe(1092)
    const creation = await person.call(beginPasskey, {})
    await person.call(finishPasskey, { name: 'Phone', answer: phone.make(creation) })
    expect((await person.ask(finishPasskey, { name: 'Two', answer: phone.make(creation) })).code).toBe(1092)
    const late = phone.make(await person.call(beginPasskey, {}))
    clock.at += limits.passkeyChallengeMs
    expect((await person.ask(finishPasskey, { name: 'Three', answer: late })).code).toBe(1092)
  })

  test('cannot belong to another account already', async () => {
    await addPasskey(person, phone, 'Phone')
    const other = await another()
    const answer = phone.make(await other.call(beginPasskey, {}), { id: phone.keys[0]!.id })
    expect((await other.ask(finishPasskey, { name: 'Mine', answer })).code).toBe(1096)
    expect(await other.call(queryPasskeys, {})).toEqual([])
  })

  test('needs a name unused by the account, and their number is limited', async () => {
    await addPasskey(person, phone, 'Phone')
    const answer = phone.make(await person.call(beginPasskey, {}))
    expect(await person.ask(finishPasskey, { name: 'Phone', answer })).toMatchObject({
      code: 10003,
      data: { field: 'name' },
    })
    for (let i = 1; i < limits.passkeys; i += 1) await addPasskey(person, phone, `Key ${i}`)
    const oneMore = phone.make(await person.call(beginPasskey, {}))
    expect(await person.ask(finishPasskey, { name: 'One more', answer: oneMore })).toMatchObject({
      code: 1094,
      msg: `An account has at most ${limits.passkeys} passkeys`,
    })
  })

  test('requires a recent confirmation', async () => {
    later()
    expect((await person.ask(beginPasskey, {})).code).toBe(1011)
  })

  test('is refused at an address without a host name', async () => {
    const byNumber = await server.as(name, adminPassword)
    expect((await byNumber.ask(beginPasskey, {})).code).toBe(1095)
    expect((await byNumber.ask(askPasskey, {})).code).toBe(1095)
    expect((await byNumber.ask(askOwnPasskey, {}, 'zh-cn')).msg).toBe(
      '只有通过域名和 https 访问平台时，才能使用通行密钥',
    )
  })
})

describe('a passkey of the account', () => {
  test('can be renamed, and removed for good', async () => {
    const { id } = await addPasskey(person, phone, 'Phone')
    const { id: other } = await addPasskey(person, device(), 'Key')
    expect((await person.ask(renamePasskey, { id, name: 'Key' })).code).toBe(10003)
    await person.call(renamePasskey, { id, name: 'Old phone' })
    expect((await log())[0]).toMatchObject({
      act: 'passkeyRenamed',
      before: { name: 'Phone' },
      after: { name: 'Old phone' },
    })
    await person.call(removePasskey, { id })
    expect((await log())[0]).toMatchObject({ act: 'passkeyRemoved', before: { name: 'Old phone' } })
    expect((await person.call(queryPasskeys, {})).map((each) => each.id)).toEqual([other])
    expect(await enterBy(nobody, phone)).toBe(1091)
  })

  test('cannot be renamed or removed by another account, not even an administrator', async () => {
    const { id } = await addPasskey(person, phone, 'Phone')
    for (const who of [await another(), await signIn('admin')]) {
      expect((await who.ask(renamePasskey, { id, name: 'Mine' })).code).toBe(10002)
      expect((await who.ask(removePasskey, { id })).code).toBe(10002)
    }
    expect(await person.call(queryPasskeys, {})).toMatchObject([{ name: 'Phone' }])
  })

  test('can be changed within ten minutes of a confirmation', async () => {
    const { id } = await addPasskey(person, phone, 'Phone')
    later()
    expect((await person.ask(renamePasskey, { id, name: 'Key' })).code).toBe(1011)
    expect((await person.ask(removePasskey, { id })).code).toBe(1011)
  })

  test('is visible only within its own company', async () => {
    await addPasskey(person, phone, 'Phone')
    const company = await server.otherCompany()
    const seenBy = async (who: Caller) => {
      const { orgId } = await who.call(userInfo, {})
      const { accountId } = (await server.platform
        .sights(orgId, false)
        .selectFrom('passkey')
        .select('passkey.accountId')
        .orderBy('passkey.id', 'desc')
        .limit(1)
        .executeTakeFirst()) ?? { accountId: undefined }
      return accountId
    }
    expect(await seenBy(person)).toBe((await person.call(userInfo, {})).userId)
    expect(await seenBy(company)).toBeUndefined()
  })
})

describe('confirming', () => {
  const confirm = async (who: Caller, by: Authenticator, otherwise?: Parameters<Authenticator['sign']>[1]) =>
    (await who.ask(confirmPasskey, { answer: by.sign(await who.call(askOwnPasskey, {}), otherwise) })).code

  test('with a passkey counts like the password', async () => {
    await addPasskey(person, phone, 'Phone')
    later()
    expect((await person.ask(beginPasskey, {})).code).toBe(1011)
    const request = await person.call(askOwnPasskey, {})
    expect(request.allowCredentials).toMatchObject([{ id: phone.keys[0]!.id.toString('base64url') }])
    // A security key may omit the account if the request names the key.
    await person.call(confirmPasskey, { answer: phone.sign(request, { handle: null }) })
    expect((await person.ask(beginPasskey, {})).code).toBe(200)
    later()
    expect((await person.ask(beginPasskey, {})).code).toBe(1011)
  })

  test('is refused with a passkey of another account, or a challenge of another session', async () => {
    await addPasskey(person, phone, 'Phone')
    const other = await another()
    const theirs = device()
    await addPasskey(other, theirs, 'Phone')
    later()
    expect(await confirm(person, theirs)).toBe(1091)
    const ofOther = phone.sign(await other.call(askOwnPasskey, {}))
    expect((await person.ask(confirmPasskey, { answer: ofOther })).code).toBe(1092)
    const ofLogin = phone.sign(await nobody.call(askPasskey, {}))
    expect((await person.ask(confirmPasskey, { answer: ofLogin })).code).toBe(1092)
    expect((await person.ask(beginPasskey, {})).code).toBe(1011)
  })

  test('five wrong answers end the session, and are logged', async () => {
    await addPasskey(person, phone, 'Phone')
    const codes: number[] = []
    for (let i = 0; i < limits.confirmTries; i += 1)
      codes.push(await confirm(person, phone, { origin: 'https://evil.example' }))
    expect(codes).toEqual([1091, 1091, 1091, 1091, 1006])
    expect((await person.ask(userInfo, {})).code).toBe(1006)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 1091 })
  })
})
