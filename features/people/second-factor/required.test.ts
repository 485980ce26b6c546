// A second step that an organisation requires of its accounts: an app or a passkey, over HTTP.
import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RoleType } from '../../../contract/permissions.ts'
import { addPasskey, enterBy, signInBy } from '../../../testkit/authenticator.ts'
import { beginPlatform, clock, device, nobody, server, signIn } from '../../../testkit/passkey-world.ts'
import { adminPassword, type Caller } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { login, loginCode, userInfo } from '../login/contract.ts'
import { queryPasskeys, removePasskey } from '../passkey/contract.ts'
import { querySessions } from '../session/contract.ts'
import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  querySecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from './contract.ts'
import { codeOf, fromBase32, stepAt } from './rules.ts'

beginPlatform()

/** The enterprise account of another company, with a passkey. */
let owner: Caller
let companies = 0

const pass = (loginname: string) => nobody.ask(login, { loginname, password: adminPassword })
const codeOfApp = (secret: string) => codeOf(fromBase32(secret), stepAt(clock.at))

async function addAccount(loginname: string, roleType: RoleType, orgId: number): Promise<void> {
  const passwordHash = await hash(adminPassword)
  const account = { orgId: orgId as never, loginname, roleType, name: loginname, passwordHash, createdAt: clock.at }
  await server.platform.db.insertInto('account').values(account).execute()
}

let orgId = 0
beforeEach(async () => {
  companies += 1
  const { db } = server.platform
  const company = { name: `Company ${companies}`, createdAt: clock.at }
  orgId = (await db.insertInto('organisation').values(company).returning('id').executeTakeFirstOrThrow()).id
  await addAccount(`owner${companies}`, 'enterprise', orgId)
  owner = await signIn(`owner${companies}`)
  await addPasskey(owner, device(), 'Key')
})

async function member(roleType: RoleType = 'internal'): Promise<{ name: string; caller: Caller }> {
  const name = `${roleType}${companies}`
  await addAccount(name, roleType, orgId)
  return { name, caller: await signIn(name) }
}

describe('a company that requires it', () => {
  test('forces each of its accounts to set it up first, and no account of another company', async () => {
    const people = [await member('internal'), await member('external')]
    for (const { caller } of people) expect(await caller.call(userInfo, {})).toMatchObject({ setUpStep: false })
    await owner.call(requireSecondFactor, { required: true })
    for (const { caller } of people) {
      expect(await caller.call(userInfo, {})).toMatchObject({ setUpStep: true })
      expect((await caller.ask(querySessions, {})).code).toBe(1054)
      expect(await caller.call(querySecondFactor, {})).toMatchObject({ isRequired: true })
    }
    expect((await server.admin.ask(querySessions, {})).code).toBe(200)
    expect((await owner.call(queryOperations, { act: 'secondFactorRequired' })).rows[0]).toMatchObject({
      after: { required: true },
    })
    await owner.call(requireSecondFactor, { required: false })
    for (const { caller } of people) expect((await caller.ask(querySessions, {})).code).toBe(200)
  })

  test('accepts an app', async () => {
    const { caller } = await member()
    await owner.call(requireSecondFactor, { required: true })
    const { secret } = await caller.call(beginSecondFactor, {})
    await caller.call(finishSecondFactor, { code: codeOfApp(secret) })
    expect((await caller.ask(querySessions, {})).code).toBe(200)
  })

  test('accepts a passkey, which is then required after the password, or a recovery code instead', async () => {
    const { name, caller } = await member()
    await owner.call(requireSecondFactor, { required: true })
    expect((await pass(name)).code).toBe(200)
    const phone = device()
    const { recoveryCodes } = await addPasskey(caller, phone, 'Phone')
    expect(recoveryCodes).toHaveLength(10)
    expect((await caller.ask(querySessions, {})).code).toBe(200)
    const asked = await pass(name)
    expect(asked).toMatchObject({ code: 1051, data: { hasApp: false, hasPasskey: true } })
    const { ticket } = asked.data as unknown as { ticket: string }
    expect((await nobody.ask(loginCode, { ticket, code: '000000' })).code).toBe(1052)
    expect((await nobody.ask(loginCode, { ticket, code: recoveryCodes![0]! })).code).toBe(200)
    expect(await enterBy(nobody, phone)).toBe(200)
    expect((await addPasskey(caller, device(), 'Key')).recoveryCodes).toBeNull()
  })

  test('keeps the last second step of an account, whether app or passkey', async () => {
    const { caller } = await member()
    const { id } = await addPasskey(caller, device(), 'Phone')
    await owner.call(requireSecondFactor, { required: true })
    expect((await caller.ask(removePasskey, { id })).code).toBe(1057)
    expect(await caller.call(queryPasskeys, {})).toHaveLength(1)
    const { secret } = await caller.call(beginSecondFactor, {})
    const { recoveryCodes } = await caller.call(finishSecondFactor, { code: codeOfApp(secret) })
    clock.at += 30_000
    await caller.call(removePasskey, { id })
    const end = { password: adminPassword, code: codeOfApp(secret) }
    expect((await caller.ask(endSecondFactor, end)).code).toBe(1057)
    await addPasskey(caller, device(), 'Key')
    await caller.call(endSecondFactor, { password: adminPassword, code: recoveryCodes[0]! })
    expect(await caller.call(querySecondFactor, {})).toEqual({
      since: null,
      passkeys: 1,
      codesLeft: recoveryCodes.length - 1,
      isRequired: true,
    })
  })

  test('when app and passkey are removed in parallel, one stays', async () => {
    const { caller } = await member()
    const { id } = await addPasskey(caller, device(), 'Phone')
    await owner.call(requireSecondFactor, { required: true })
    const { secret } = await caller.call(beginSecondFactor, {})
    await caller.call(finishSecondFactor, { code: codeOfApp(secret) })
    clock.at += 30_000
    const answers = await Promise.all([
      caller.ask(removePasskey, { id }),
      caller.ask(endSecondFactor, { password: adminPassword, code: codeOfApp(secret) }),
    ])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1057])
  })

  test('can only be set by an account with permission and its own second step', async () => {
    await addAccount(`second${companies}`, 'enterprise', orgId)
    const second = await signIn(`second${companies}`)
    expect((await second.ask(requireSecondFactor, { required: true })).code).toBe(1056)
    const { caller } = await member()
    await addPasskey(caller, device(), 'Phone')
    expect((await caller.ask(requireSecondFactor, { required: true })).code).toBe(90002)
  })
})

describe('recovery codes of an account with passkeys only', () => {
  test('can be renewed without a code, and are removed with the last passkey', async () => {
    const { name, caller } = await member()
    const phone = device()
    const { id } = await addPasskey(caller, phone, 'Phone')
    const { recoveryCodes } = await caller.call(renewRecoveryCodes, {})
    await owner.call(requireSecondFactor, { required: true })
    const { ticket } = (await pass(name)).data as unknown as { ticket: string }
    expect((await nobody.ask(loginCode, { ticket, code: recoveryCodes[0]! })).code).toBe(200)
    await owner.call(requireSecondFactor, { required: false })
    await caller.call(removePasskey, { id })
    expect(await caller.call(querySecondFactor, {})).toMatchObject({ passkeys: 0, codesLeft: 0 })
    expect((await caller.ask(renewRecoveryCodes, {})).code).toBe(1056)
  })

  test('cannot bypass the app: with one its code is required', async () => {
    const { caller } = await member()
    await addPasskey(caller, device(), 'Phone')
    const { secret } = await caller.call(beginSecondFactor, {})
    await caller.call(finishSecondFactor, { code: codeOfApp(secret) })
    expect((await caller.ask(renewRecoveryCodes, {})).code).toBe(1052)
  })

  test('an app in setup is not accepted', async () => {
    const { name, caller } = await member()
    await addPasskey(caller, device(), 'Phone')
    await caller.call(renewRecoveryCodes, {})
    const { secret } = await caller.call(beginSecondFactor, {})
    await owner.call(requireSecondFactor, { required: true })
    const { ticket } = (await pass(name)).data as unknown as { ticket: string }
    expect((await nobody.ask(loginCode, { ticket, code: codeOfApp(secret) })).code).toBe(1052)
  })
})

test('staff of the platform may use a passkey instead of an app', async () => {
  await server.addAccount({ loginname: 'boss', roleType: 'admin' })
  await server.addAccount({ loginname: 'staff', roleType: 'operation' })
  const [boss, staff] = [await signIn('boss'), await signIn('staff')]
  await addPasskey(boss, device(), 'Key')
  await boss.call(requireSecondFactor, { required: true })
  try {
    expect((await staff.ask(querySessions, {})).code).toBe(1054)
    const phone = device()
    await addPasskey(staff, phone, 'Phone')
    expect((await staff.ask(querySessions, {})).code).toBe(200)
    const again = await signInBy(server.url, phone)
    expect(await again.call(userInfo, {})).toMatchObject({ loginname: 'staff', setUpStep: false })
  } finally {
    await boss.call(requireSecondFactor, { required: false })
  }
})
